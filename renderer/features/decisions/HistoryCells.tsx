import { useTranslation } from 'react-i18next'
import type { ManualDecision } from '../../../shared/schema/decisions.ts'
import { caseHref, detectionHref } from '../../state/route.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Cell } from '../../ui/grid/Cell.tsx'
import { decisionClasses } from './classes.ts'
import { DecisionStateMark } from './DecisionStateMark.tsx'

/** The columns of what was decided. */
export const historyColumns = [
  { id: 'at', sort: null, width: 136 },
  { id: 'outcome', sort: null, width: 92 },
  { id: 'state', sort: null, width: 116 },
  { id: 'subject', sort: null, width: 196 },
  { id: 'by', sort: null, width: 140, leaves: 2 },
  { id: 'second', sort: null, width: 130, leaves: 1 },
  { id: 'reason', sort: null, width: 200, grow: 1 },
] as const

const Subject = ({ item }: { readonly item: ManualDecision }) => {
  const { t } = useTranslation()
  if (item.case_id !== null)
    return <a href={caseHref(item.case_id)}>{item.case_number ?? t('decisions.subject.case')}</a>
  if (item.alert_id !== null)
    return (
      <a href={detectionHref('alerts', String(item.alert_id))}>{t('decisions.subject.alert', { id: item.alert_id })}</a>
    )
  if (item.transaction_id !== null)
    return <a href={detectionHref('transactions', item.transaction_id)}>{item.transaction_id}</a>
  return <span className="fs-mono">{item.assessment_id}</span>
}

/** One decision. */
export const HistoryCells = ({ item }: { readonly item: ManualDecision }) => {
  const { t } = useTranslation()
  return (
    <>
      <Cell column="at" className={decisionClasses.cell}>
        <Timestamp at={item.decided_at} />
      </Cell>
      <Cell column="outcome" className={`${decisionClasses.cell} ${decisionClasses.strong}`}>
        {t(`outcome.${item.outcome}`)}
      </Cell>
      <Cell column="state" className={decisionClasses.cell}>
        <DecisionStateMark state={item.state} />
      </Cell>
      <Cell column="subject" className={`${decisionClasses.cell} ${decisionClasses.subject}`}>
        <Subject item={item} />
      </Cell>
      <Cell column="by" className={decisionClasses.cell}>
        <PersonName name={item.decided_by.name} plain />
      </Cell>
      <Cell column="second" className={decisionClasses.cell}>
        {item.second === null ? null : <PersonName name={item.second.by.name} plain />}
      </Cell>
      <Cell
        column="reason"
        className={`${decisionClasses.cell} ${decisionClasses.title}`}
        dir="auto"
        title={item.second?.note ?? item.reason}
      >
        {item.second?.note ?? item.reason}
      </Cell>
    </>
  )
}
