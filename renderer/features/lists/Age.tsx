import { useTranslation } from 'react-i18next'
import type { Watchlist } from '../../../shared/schema/lists.ts'
import classes from './lists.module.css'

/** How old a list is, in words; what is ageing or stale says so, not by its colour alone. */
export const Age = ({ list }: { readonly list: Watchlist }) => {
  const { t } = useTranslation()
  const { days, since, state } = list.age
  if (days === null || since === null)
    return (
      <span className={classes.age} data-state={state}>
        {t('lists.age.missing')}
      </span>
    )
  return (
    <span className={classes.age} data-state={state}>
      {t(`lists.age.${since}`, { count: days })}
      {state === 'current' ? null : ` · ${t(`lists.age.${state}`)}`}
    </span>
  )
}
