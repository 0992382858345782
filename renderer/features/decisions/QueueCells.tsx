import { IconGavel, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DecisionQueueItem } from '../../../shared/schema/decisions.ts'
import { score } from '../../ui/charts/format.ts'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { classes } from './classes.ts'

/** The columns of what awaits a person. */
export const queueColumns = [
  { id: 'needs', sort: null },
  { id: 'level', sort: null },
  { id: 'score', sort: null },
  { id: 'title', sort: null },
  { id: 'action', sort: null },
  { id: 'since', sort: null },
] as const

/** One item that awaits a person. */
export const QueueCells = ({ item }: { readonly item: DecisionQueueItem }) => {
  const { t, i18n } = useTranslation()
  const second = item.needs === 'second_person'
  const Icon = second ? IconUsers : IconGavel
  return (
    <>
      <div role="gridcell" className={classes.cell} data-column="needs">
        <span className={classes.needs} data-second={second || undefined} title={item.why}>
          <Icon size={14} stroke={1.8} aria-hidden />
          {t(`decisions.needs.${item.needs}`)}
        </span>
      </div>
      <div role="gridcell" className={classes.cell} data-column="level">
        <RiskMark level={item.risk_level} />
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.figure}`} data-column="score">
        {score(item.score, i18n.language)}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.title}`} dir="auto" title={item.title}>
        {item.title}
      </div>
      <div role="gridcell" className={classes.cell} data-column="action">
        {t(`action.${item.recommended_action}`)}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.since}`} data-overdue={item.overdue || undefined} data-column="since">
        <Timestamp at={item.waiting_since} style="ago" />
      </div>
    </>
  )
}
