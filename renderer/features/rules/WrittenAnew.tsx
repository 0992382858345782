import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RuleVersion } from '../../../shared/schema/rules.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './rules.module.css'

type Props = { readonly theirs: RuleVersion | undefined; readonly onTheirs: () => void; readonly onMine: () => void }

/**
 * Tells that somebody else wrote the rule while it was being changed here: both are there still, and which holds is for
 * the person to say.
 */
export const WrittenAnew = ({ theirs, onTheirs, onMine }: Props) => {
  const { t } = useTranslation()
  return (
    <div role="alert" className={classes.warning}>
      <p className={classes.plain}>
        {t('rules.writtenAnew.what', { by: theirs?.changed_by ?? '–', version: theirs?.version ?? '–' })}{' '}
        {theirs === undefined ? null : <Timestamp at={theirs.changed_at} style="ago" />}
      </p>
      <p className={classes.plain}>{t('rules.writtenAnew.safe')}</p>
      <p className={classes.plain}>{t('rules.writtenAnew.advice')}</p>
      <div className={classes.actions}>
        <Button size="compact-sm" variant="default" onClick={onTheirs}>
          {t('rules.writtenAnew.theirs')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onMine}>
          {t('rules.writtenAnew.mine')}
        </Button>
      </div>
    </div>
  )
}
