import { useTranslation } from 'react-i18next'
import type { RuleState } from '../../../shared/schema/rules.ts'
import classes from './rules.module.css'

/** Where a rule, or a version of it, stands in its life. */
export const RuleStateMark = ({ state }: { readonly state: RuleState }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.state} data-state={state}>
      {t(`rules.state.${state}`)}
    </span>
  )
}
