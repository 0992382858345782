import { backlogBuckets } from '../../../shared/schema/metrics.ts'
import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { dayMs, hourMs, utcDay } from '../../../shared/text/days.ts'
import { countFigure, timesOf } from '../../domain/alerts/figures.ts'
import { truthOf, type AlertTruth } from '../../domain/alerts/truth.ts'
import { ruleYields } from '../../domain/alerts/rule-yield.ts'
import { finishedCases } from '../cases/finished-cases.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { caughtBetween } from './caught.ts'
import { receivedBetween } from './received.ts'
import type { AlertsTable } from './tables.ts'
import { valueDefinition, valueDetected } from './value-detected.ts'

type Measured = Pick<
  AlertsTable,
  | 'id'
  | 'raised_at'
  | 'first_at'
  | 'due_at'
  | 'status'
  | 'open'
  | 'label'
  | 'case_id'
  | 'acknowledged_at'
  | 'moved_at'
  | 'disposed_at'
  | 'live'
  | 'rules'
>

const columns =
  'id, raised_at, first_at, due_at, status, open, label, case_id, acknowledged_at, moved_at, disposed_at, live, rules'

const bucketEnds = [4 * hourMs, dayMs, 3 * dayMs, 7 * dayMs]

const bucketSql = `case ${bucketEnds.map((end, place) => `when ? - raised_at < ${end} then ${place}`).join(' ')} else ${bucketEnds.length} end`

const backlogOf = (sql: SyncStatements, nowMs: number): Effectiveness['backlog'] => {
  const groups = sql.all<{ bucket: number; alerts: number; overdue: number }>(
    `select ${bucketSql} as bucket, count(*) as alerts, count(*) filter (where due_at < ?) as overdue from alerts where open = 1 and source <> 'case' group by 1`,
    ...bucketEnds.map(() => nowMs),
    nowMs,
  )
  const counts = new Map(groups.map(({ bucket, alerts, overdue }) => [bucket, { alerts, overdue }]))
  return backlogBuckets.map((bucket, place) => ({ bucket, ...(counts.get(place) ?? { alerts: 0, overdue: 0 }) }))
}

const byDay = (alerts: readonly Measured[]): Effectiveness['by_day'] => {
  const days = new Map<string, Effectiveness['by_day'][number]>()
  for (const { raised_at: at, status } of alerts) {
    const day = utcDay(at)
    const counts = days.get(day) ?? { day, raised: 0, confirmed: 0, false_positive: 0, dismissed: 0 }
    counts.raised += 1
    if (status === 'confirmed' || status === 'false_positive' || status === 'dismissed') counts[status] += 1
    days.set(day, counts)
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

interface Activities {
  readonly scored: number
  readonly alerted: number
  readonly legitimate: number
  readonly legitimateAlerted: number
}

const inAlerts = (condition: string): string =>
  `select count(distinct t.transaction_row) as activities from alert_transactions t where t.transaction_row between ? and ? and exists (select 1 from alerts a where a.id = t.alert_id and a.source = 'detection')${condition}`

/** Activities received in the period; those known as fraud, by whomever, are not legitimate. */
const activitiesOf = (sql: SyncStatements, fromMs: number, toMs: number): Activities => {
  const { from, to } = receivedBetween(sql, fromMs, toMs)
  const count = (text: string): number => sql.get<{ activities: number }>(text, from, to)?.activities ?? 0
  const scored = Math.max(0, to - from + 1)
  return {
    scored,
    alerted: count(inAlerts('')),
    legitimate:
      scored - count('select count(*) as activities from activities where is_fraud = 1 and n between ? and ?'),
    legitimateAlerted: count(
      inAlerts(' and not exists (select 1 from activities x where x.n = t.transaction_row and x.is_fraud = 1)'),
    ),
  }
}

/** What the alerts of a period turned out to be, as far as it is known. */
const truthsOf = (
  sql: SyncStatements,
  alerts: readonly Measured[],
  fromMs: number,
  toMs: number,
): readonly AlertTruth[] => {
  const known = new Map(
    sql
      .all<{ id: number; activities: number; labelled: number; frauds: number }>(
        `select a.id, count(*) as activities, count(x.is_fraud) as labelled, coalesce(sum(x.is_fraud), 0) as frauds
         from alerts a join alert_transactions t on t.alert_id = a.id left join activities x on x.n = t.transaction_row
         where a.raised_at >= ? and a.raised_at < ? and a.source <> 'case' group by a.id`,
        fromMs,
        toMs,
      )
      .map((row) => [row.id, row]),
  )
  const nothing = { activities: 0, labelled: 0, frauds: 0 }
  return alerts.flatMap(({ id, status }) => truthOf({ status, ...(known.get(id) ?? nothing) }) ?? [])
}

const isDisposed = ({ open }: Measured): boolean => open === 0

/**
 * Whether an alert kept its deadline: disposed of by then, however that was worded anew later; one that is open beyond
 * it has not, one that still has time is not counted.
 */
const deadlineKept = ({ due_at: due, disposed_at: disposed, open }: Measured, nowMs: number): boolean | null => {
  if (due === null) return null
  if (open === 0) return disposed !== null && disposed <= due
  return due < nowMs ? false : null
}

/**
 * Whether detection works, over the alerts raised here from `fromMs` on and before `toMs`. Alerts that other devices
 * raised are counted there.
 */
export const measureEffectiveness = (
  sql: SyncStatements,
  fromMs: number,
  toMs: number,
  nowMs: number,
): Effectiveness => {
  const alerts = sql.all<Measured>(
    `select ${columns} from alerts where raised_at >= ? and raised_at < ? and source <> 'case' order by id`,
    fromMs,
    toMs,
  )
  const count = (test: (alert: Measured) => boolean): number => alerts.filter(test).length
  const confirmed = count(({ status }) => status === 'confirmed')
  const falsePositive = count(({ status }) => status === 'false_positive')
  const truths = truthsOf(sql, alerts, fromMs, toMs)
  const knownBy = (by: AlertTruth['by']): number => truths.filter((truth) => truth.by === by).length
  const inCases = count(({ case_id: caseId }) => caseId !== null)
  const kept = alerts.map((alert) => deadlineKept(alert, nowMs)).filter((value) => value !== null)
  const { scored, alerted, legitimate, legitimateAlerted } = activitiesOf(sql, fromMs, toMs)
  return {
    from: toTimestamp(fromMs),
    to: toTimestamp(toMs),
    counts: {
      raised: alerts.length,
      open: count(({ open }) => open === 1),
      confirmed,
      false_positive: falsePositive,
      dismissed: count(({ status }) => status === 'dismissed'),
      in_cases: inCases,
      transactions_scored: scored,
    },
    precision: countFigure(
      truths.filter(({ isFraud }) => isFraud).length,
      truths.length,
      'Alerts that are fraud / alerts of which it is known what they are: by their disposition (confirmed or false positive), else by the labels of their activities (one fraud, or all of them genuine). All others are in neither.',
    ),
    known: {
      by_disposition: knownBy('disposition'),
      by_label: knownBy('label'),
      unknown: alerts.length - truths.length,
    },
    ...caughtBetween(sql, fromMs, toMs),
    false_positive_ratio: countFigure(
      falsePositive,
      confirmed,
      'False positives for each confirmed alert: false positives / confirmed alerts.',
    ),
    false_positive_rate: countFigure(
      legitimateAlerted,
      legitimate,
      'Legitimate activities that are in an alert / all legitimate activities, received in the period. Legitimate is what nobody has labelled as fraud.',
    ),
    alert_rate: countFigure(
      alerted,
      scored,
      'Activities that are in an alert / activities scored, received in the period.',
    ),
    alert_to_case: countFigure(inCases, alerts.length, 'Alerts that a case holds / alerts raised in the period.'),
    sla_adherence: countFigure(
      kept.filter((value) => value).length,
      kept.length,
      'Alerts disposed of by their deadline / (alerts disposed of + open alerts past their deadline). The first disposition since an alert was last open counts, not its corrections. Open alerts with time left are in neither.',
    ),
    time_to_detect: timesOf(
      alerts.filter(({ live }) => live === 1).map((alert) => alert.raised_at - alert.first_at),
      'From the first activity of an alert to its being raised. Alerts out of imported files are left out: they tell of the past.',
    ),
    time_to_acknowledge: timesOf(
      alerts.flatMap(({ acknowledged_at: at, raised_at: raised }) => (at === null ? [] : [at - raised])),
      'From the raising of an alert to the first thing that anybody did with it (assignment or move).',
    ),
    time_to_resolve: timesOf(
      alerts.filter(isDisposed).flatMap(({ moved_at: at, raised_at: raised }) => (at === null ? [] : [at - raised])),
      'From the raising of an alert to its present disposition.',
    ),
    backlog: backlogOf(sql, nowMs),
    value_detected: valueDetected(sql, fromMs, toMs),
    value_definition: valueDefinition,
    cases: finishedCases(sql, fromMs, toMs),
    rules: ruleYields(
      alerts.map(({ rules, status }) => ({ rules: JSON.parse(rules) as { rule: string; name: string }[], status })),
    ),
    by_day: byDay(alerts),
  }
}
