import { useTranslation } from 'react-i18next'
import type { TransactionItem } from '../../../shared/api/transactions.ts'
import { money, score } from '../../ui/charts/format.ts'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { signalWords } from '../../ui/signal-words.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Cell } from '../../ui/grid/Cell.tsx'
import { activityClasses } from './classes.ts'
import { LabelMark } from '../../ui/LabelMark.tsx'

/** An amount that has no room says so behind its first digits: without them it would be another amount. */
const Amount = ({ text }: { readonly text: string }) => (
  <span className={activityClasses.amount} title={text}>
    {text}
  </span>
)

const Id = ({ id }: { readonly id: string | null }) =>
  id === null ? (
    <span className="fs-muted">–</span>
  ) : (
    <span className={activityClasses.id} title={id} dir="auto">
      {id}
    </span>
  )

/** One activity of the list. */
export const TransactionCells = ({ item }: { readonly item: TransactionItem }) => {
  const { i18n } = useTranslation()
  return (
    <>
      <Cell column="at" className={activityClasses.cell}>
        <Timestamp at={item.at} style="seconds" />
      </Cell>
      <Cell column="amount" className={`${activityClasses.cell} ${activityClasses.figure}`}>
        {item.amount === null ? (
          <span className="fs-muted">–</span>
        ) : (
          <Amount text={money(item.amount, item.currency, i18n.language)} />
        )}
      </Cell>
      <Cell column="level" className={activityClasses.cell}>
        <RiskMark level={item.risk_level} />
      </Cell>
      <Cell column="score" className={`${activityClasses.cell} ${activityClasses.figure}`}>
        {score(item.score, i18n.language)}
      </Cell>
      <Cell column="customer" className={activityClasses.cell}>
        <Id id={item.customer_id ?? item.account_id} />
      </Cell>
      <Cell column="counterparty" className={activityClasses.cell}>
        <Id id={item.counterparty_id ?? item.terminal_id ?? item.device_id} />
      </Cell>
      <Cell column="type" className={`${activityClasses.cell} ${activityClasses.type}`} title={item.event_type}>
        {signalWords(item.event_type)}
      </Cell>
      <Cell
        column="signals"
        className={`${activityClasses.cell} ${activityClasses.signals}`}
        title={item.signals.map(signalWords).join('\n')}
      >
        {item.signals.map(signalWords).join(', ')}
      </Cell>
      <Cell column="label" className={activityClasses.cell}>
        {item.label === null ? null : <LabelMark isFraud={item.label.is_fraud} />}
      </Cell>
    </>
  )
}
