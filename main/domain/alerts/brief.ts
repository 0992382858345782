import { shareText } from '../../../shared/text/shares.ts'
import type { RiskLevel } from '../../../shared/schema/activity.ts'
import type { AlertEntity } from '../../../shared/schema/alerts.ts'
import { matteringReasons } from '../../../shared/text/mattering-reasons.ts'
import { scoreText } from '../../../shared/text/score.ts'
import { entityWords, moneyWords, signalWords } from './words.ts'

/** What a brief tells of an alert. Times in milliseconds, amounts in ten-thousandths. */
export interface BriefedAlert {
  readonly id: number
  readonly title: string
  readonly level: RiskLevel
  readonly score: number
  readonly action: string
  readonly count: number
  readonly firstAtMs: number
  readonly lastAtMs: number
  readonly totals: Readonly<Record<string, number>>
  readonly reasons: readonly {
    readonly signal: string
    readonly text: string
    readonly share: number
    readonly source: string
  }[]
  readonly transactions: readonly {
    readonly transaction_id: string
    readonly atMs: number
    readonly amount: number | null
    readonly currency: string | null
    readonly counterparty_id: string | null
  }[]
}

const alertsTold = 20
const transactionsTold = 10

const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

const reasonsText = ({ reasons }: BriefedAlert): string[] =>
  matteringReasons(reasons).map(
    ({ text, share, signal, source }) =>
      `  - ${shareText(share)}: ${text} (${source}, ${signalWords(signal).toLowerCase()})`,
  )

const transactionText = ({
  transaction_id: id,
  atMs,
  amount,
  currency,
  counterparty_id: to,
}: BriefedAlert['transactions'][number]): string =>
  `  - ${time(atMs)}  ${amount === null ? 'no amount' : moneyWords({ [currency ?? '']: amount })}${to === null ? '' : ` to ${to}`}  (${id})`

const alertText = (alert: BriefedAlert): string[] => [
  `Alert ${alert.id}: ${alert.title}. ${many(alert.count, 'activity', 'activities')}, ${alert.level} risk (score ${scoreText(alert.score)}), recommended: ${alert.action}.`,
  ...reasonsText(alert),
  ...alert.transactions.slice(0, transactionsTold).map(transactionText),
  ...(alert.count > transactionsTold
    ? [`  - and ${many(alert.count - Math.min(transactionsTold, alert.transactions.length), 'more', 'more')}`]
    : []),
]

/**
 * The first brief of a case that the detection opens, in plain words: who, what, when, how much, why. All of it follows
 * from the alerts; nothing is judged that they do not say.
 *
 * @param about how many activities the alerts are about together, and their amounts in ten-thousandths by currency; one
 * that several alerts hold counts once
 */
export const briefOf = (
  entity: AlertEntity | null,
  alerts: readonly BriefedAlert[],
  about: Pick<BriefedAlert, 'count' | 'totals'>,
): string => {
  const first = Math.min(...alerts.map(({ firstAtMs }) => firstAtMs))
  const last = Math.max(...alerts.map(({ lastAtMs }) => lastAtMs))
  const money = moneyWords(about.totals)
  const when = first === last ? `at ${time(first)}` : `from ${time(first)} to ${time(last)}`
  const told = alerts.slice(0, alertsTold)
  return [
    `Who: ${entity === null ? 'one activity that names nobody' : entityWords(entity)}.`,
    `What: ${many(alerts.length, 'alert', 'alerts')} over ${many(about.count, 'activity', 'activities')}.`,
    `When: ${when}.`,
    `Amounts: ${money === '' ? 'none stated' : money}.`,
    'Why:',
    ...told.flatMap(alertText),
    ...(alerts.length > told.length ? [`and ${many(alerts.length - told.length, 'more alert', 'more alerts')}.`] : []),
    '',
    'The detection opened this case by the policy of the workspace. Nobody has judged it yet.',
  ].join('\n')
}
