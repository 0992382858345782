import { IconGavel, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DecisionQueueItem } from '../../../shared/schema/decisions.ts'
import { score } from '../../ui/charts/format.ts'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Cell } from '../../ui/grid/Cell.tsx'
import { decisionClasses } from './classes.ts'

/** The columns of what awaits a person. */
export const queueColumns = [
  { id: 'needs', sort: null, width: 134, leaves: 2 },
  { id: 'level', sort: null, width: 92 },
  { id: 'score', sort: null, width: 60 },
  { id: 'title', sort: null, width: 200, grow: 1 },
  { id: 'action', sort: null, width: 112, leaves: 1 },
  { id: 'since', sort: null, width: 84 },
] as const

/** One item that awaits a person. */
export const DecisionQueueCells = ({ item }: { readonly item: DecisionQueueItem }) => {
  const { t, i18n } = useTranslation()
  const second = item.needs === 'second_person'
  const Icon = second ? IconUsers : IconGavel
  return (
    <>
      <Cell column="needs" className={decisionClasses.cell}>
        <span className={decisionClasses.needs} data-second={second || undefined} title={item.why}>
          <Icon size={14} stroke={1.8} aria-hidden />
          {t(`decisions.needs.${item.needs}`)}
        </span>
      </Cell>
      <Cell column="level" className={decisionClasses.cell}>
        <RiskMark level={item.risk_level} />
      </Cell>
      <Cell column="score" className={`${decisionClasses.cell} ${decisionClasses.figure}`}>
        {score(item.score, i18n.language)}
      </Cell>
      <Cell column="title" className={`${decisionClasses.cell} ${decisionClasses.title}`} dir="auto" title={item.title}>
        {item.title}
      </Cell>
      <Cell column="action" className={decisionClasses.cell}>
        {t(`action.${item.recommended_action}`)}
      </Cell>
      <Cell
        column="since"
        className={`${decisionClasses.cell} ${decisionClasses.since}`}
        data-overdue={item.overdue || undefined}
      >
        <Timestamp at={item.waiting_since} style="ago" />
      </Cell>
    </>
  )
}
