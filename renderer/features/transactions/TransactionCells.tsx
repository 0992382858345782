import { useTranslation } from 'react-i18next'
import type { TransactionItem } from '../../../shared/api/transactions.ts'
import { money, score } from '../../ui/charts/format.ts'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { signalWords } from '../../ui/signal-words.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { classes } from './classes.ts'
import { LabelMark } from './LabelMark.tsx'

const Id = ({ id }: { readonly id: string | null }) =>
  id === null ? (
    <span className="fs-muted">–</span>
  ) : (
    <span className={classes.id} title={id}>
      <bdi>{id}</bdi>
    </span>
  )

/** One activity of the list. */
export const TransactionCells = ({ item }: { readonly item: TransactionItem }) => {
  const { i18n } = useTranslation()
  return (
    <>
      <div role="gridcell" className={classes.cell} data-column="at">
        <Timestamp at={item.at} style="seconds" />
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.figure}`} data-column="amount">
        {item.amount === null ? <span className="fs-muted">–</span> : money(item.amount, item.currency, i18n.language)}
      </div>
      <div role="gridcell" className={classes.cell} data-column="level">
        <RiskMark level={item.risk_level} />
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.figure}`} data-column="score">
        {score(item.score, i18n.language)}
      </div>
      <div role="gridcell" className={classes.cell} data-column="customer">
        <Id id={item.customer_id ?? item.account_id} />
      </div>
      <div role="gridcell" className={classes.cell} data-column="counterparty">
        <Id id={item.counterparty_id ?? item.terminal_id ?? item.device_id} />
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.type}`} data-column="type" title={item.event_type}>
        {signalWords(item.event_type)}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.signals}`} data-column="signals" title={item.signals.map(signalWords).join('\n')}>
        {item.signals.map(signalWords).join(', ')}
      </div>
      <div role="gridcell" className={classes.cell} data-column="label">
        {item.label === null ? null : <LabelMark isFraud={item.label.is_fraud} />}
      </div>
    </>
  )
}
