import { useTranslation } from 'react-i18next'
import type { ManualDecision } from '../../../shared/schema/decisions.ts'
import { caseHref, detectionHref } from '../../state/route.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { classes } from './classes.ts'
import { StateMark } from './StateMark.tsx'

/** The columns of what was decided. */
export const historyColumns = [
  { id: 'at', sort: null },
  { id: 'outcome', sort: null },
  { id: 'state', sort: null },
  { id: 'subject', sort: null },
  { id: 'by', sort: null },
  { id: 'second', sort: null },
  { id: 'reason', sort: null },
] as const

const Subject = ({ item }: { readonly item: ManualDecision }) => {
  const { t } = useTranslation()
  if (item.case_id !== null) return <a href={caseHref(item.case_id)}>{item.case_number ?? t('decisions.subject.case')}</a>
  if (item.alert_id !== null) return <a href={detectionHref('alerts', String(item.alert_id))}>{t('decisions.subject.alert', { id: item.alert_id })}</a>
  if (item.transaction_id !== null) return <a href={detectionHref('transactions', item.transaction_id)}>{item.transaction_id}</a>
  return <span className="fs-mono">{item.assessment_id}</span>
}

/** One decision. */
export const HistoryCells = ({ item }: { readonly item: ManualDecision }) => {
  const { t } = useTranslation()
  return (
    <>
      <div role="gridcell" className={classes.cell}>
        <Timestamp at={item.decided_at} />
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.strong}`}>
        {t(`outcome.${item.outcome}`)}
      </div>
      <div role="gridcell" className={classes.cell}>
        <StateMark state={item.state} />
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.subject}`}>
        <Subject item={item} />
      </div>
      <div role="gridcell" className={classes.cell}>
        <PersonName name={item.decided_by.name} plain />
      </div>
      <div role="gridcell" className={classes.cell}>
        {item.second === null ? null : <PersonName name={item.second.by.name} plain />}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.title}`} dir="auto" title={item.second?.note ?? item.reason}>
        {item.second?.note ?? item.reason}
      </div>
    </>
  )
}
