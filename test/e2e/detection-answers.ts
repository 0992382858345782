import type { Page } from '@playwright/test'
import type { AlertStats } from '../../shared/api/alerts.ts'
import type { EntityProfile } from '../../shared/api/entity-profiles.ts'
import { riskLevels } from '../../shared/schema/activity.ts'
import { alertStatuses, type AlertFull, type AlertItem, type AlertStatus } from '../../shared/schema/alerts.ts'
import { defaultDetectionPolicy } from '../../shared/schema/detection-policy.ts'
import type { DecisionQueueItem, ManualDecision } from '../../shared/schema/decisions.ts'
import type { Effectiveness } from '../../shared/schema/metrics.ts'
import { layAnswers } from './laid-answers.ts'

/**
 * Answers about alerts, decisions and figures that a test lays before the window: amounts and states that no short run
 * brings about.
 */

const hourMs = 3_600_000
const stamp = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00')
/** One moment for all answers: the days of a timeline lie a whole day apart, as the service’s do. */
const laidMs = Date.now()

const ago = (hours: number): string => stamp(laidMs - hours * hourMs)
const uidOf = (index: number): string => `018f3a7c-0000-7000-8000-${String(index).padStart(12, '0')}`
const hex = (seed: number): string => seed.toString(16).padStart(2, '0').repeat(32)

const titles = [
  'Five transfers to new payees within an hour of a password change',
  'Ungewöhnlich hohe Überweisung an die Kontoverbindung einer bisher unbekannten Empfängerin in Köln-Mülheim, dritte an diesem Tag',
  'دخول من جهاز جديد ثم تحويل كبير',
  '短時間に複数の端末で同一カードが利用された',
  'Card present at two terminals 900 km apart within ten minutes',
] as const
const entities = [
  { kind: 'account', id: 'DE89370400440532013000' },
  { kind: 'customer', id: '40217' },
  { kind: 'device', id: 'ios-7f3c9a-18e2-4c41-9d0e-5a1b' },
  { kind: 'ip', id: '2001:db8:85a3::8a2e:370:7334' },
  { kind: 'counterparty', id: 'محمد بن عبد الرحمن بن عبد العزيز آل سعود للتجارة' },
] as const

/** The alert at an index of a list of any length. */
export const alertRow = (index: number, status: AlertStatus = index % 7 === 3 ? 'in_review' : 'new'): AlertItem => ({
  id: index + 1,
  uid: uidOf(index + 1),
  title: titles[index % titles.length] ?? '',
  status,
  risk_level: index < 4 ? 'critical' : index < 20 ? 'high' : 'medium',
  score: Math.max(0.3, 0.994 - index * 0.004),
  recommended_action: index < 4 ? 'block' : 'challenge',
  signals: ['new_payee', 'velocity_1h', 'device_change'],
  entity: index === 9 ? null : (entities[index % entities.length] ?? null),
  proposed_role: index === 9 ? null : 'victim',
  transaction_count: (index * 7) % 23 || 1_204,
  totals: [{ currency: 'EUR', amount: 18_420.5 + index }],
  reason: index % 5 === 2 ? null : 'First transfer to this payee, 163.5 times the usual amount',
  counterparties: index % 4 === 3 ? [] : index % 4 === 1 ? ['Courier Vega', 'Courier Lyra'] : ['Courier Mira'],
  first_at: ago(30),
  last_at: ago(2),
  raised_at: ago(1 + index * 0.7),
  updated_at: ago(1),
  due_at: stamp(Date.now() + (index % 5 === 0 ? -2 : 7 + index) * hourMs),
  overdue: index % 5 === 0,
  assignee_id: index % 3 === 0 ? null : 1,
  assignee_name: index % 3 === 0 ? null : index % 3 === 1 ? 'Ada Morgan' : 'Dr. Maximiliane Hohenstein-Wackernagel',
  case_id: index % 6 === 4 ? 17 : null,
  case_number: index % 6 === 4 ? 'CASE-ACME-20310304-00017' : null,
  source: index === 6 ? 'import' : 'detection',
  seen_here: index !== 8,
  revision: index % 3,
})

const person = { id: 2, name: 'Jörg Brandt', kind: 'user' } as const

/** A decision about an alert. */
export const decided = (alertId: number, more: Partial<ManualDecision> = {}): ManualDecision => ({
  id: uidOf(900 + alertId),
  subject: 'alert',
  alert_id: alertId,
  transaction_id: null,
  assessment_id: null,
  case_id: null,
  case_number: null,
  outcome: 'decline',
  state: 'proposed',
  reason: 'The payee was opened yesterday, and the customer denies the transfer on the telephone.',
  score: 0.97,
  risk_level: 'critical',
  replaces: null,
  decided_by: person,
  decided_at: ago(0.4),
  second: null,
  entry_id: hex(3),
  ...more,
})

const alertFull = (index: number, status?: AlertStatus): AlertFull => {
  const item = alertRow(index, status)
  const disposed = item.status === 'confirmed' || item.status === 'false_positive' || item.status === 'dismissed'
  return {
    ...item,
    disposition: disposed ? { status: item.status as 'confirmed', at: ago(0.1), by: 'Ada Morgan', note: null } : null,
    reasons: [
      {
        signal: 'new_payee_large_amount',
        text: 'First payment to this counterparty, and 14.2 times the customer’s mean of 30 days.',
        share: 0.41,
        source: 'rule',
      },
      {
        signal: 'customer_count_1h',
        text: 'Five activities within an hour; usual is 0.3.',
        share: 0.27,
        source: 'model',
      },
      {
        signal: 'device_first_seen',
        text: 'The device was never seen with this customer before.',
        share: 0.18,
        source: 'rule',
      },
      {
        signal: 'terminal_fraud_rate_7d',
        text: '6 of the last 91 activities at this terminal were fraud.',
        share: 0.1,
        source: 'model',
      },
      {
        signal: 'night_time',
        text: 'At 03:12 local time; the customer was never active between 01:00 and 05:00.',
        share: 0.04,
        source: 'model',
      },
    ],
    rules: [{ rule: 'new_payee', name: 'Large amount to a new payee', hits: 5 }],
    model: { name: 'fieldseal-default', version: '1.0.0', score: 0.962 },
    transactions: Array.from({ length: Math.min(100, item.transaction_count) }, (_, at) => ({
      transaction_id: `T-2031-${index}-${at}`,
      at: ago(2 + at * 0.2),
      amount: at === 3 ? null : 4_980.25 - at * 12,
      currency: at === 3 ? null : 'EUR',
      counterparty_id: at % 4 === 0 ? 'GB33BUKB20201555555555' : null,
      terminal_id: at % 4 === 0 ? null : `T${1_000 + at}`,
      score: Math.max(0.05, item.score - at * 0.03),
      risk_level: at < 3 ? item.risk_level : 'low',
      is_fraud: [true, false, null][at] ?? null,
    })),
    similar: [3, 11, 14].map((other) => alertRow(other + index, other === 11 ? 'false_positive' : 'confirmed')),
    history: [
      {
        entry_id: hex(21),
        at: ago(0.9),
        type: 'alert.assigned',
        actor_name: 'Jörg Brandt',
        doer: 'Jörg Brandt',
        how: '',
        from: null,
        to: 'Ada Morgan',
        note: null,
        case_id: null,
      },
      {
        entry_id: hex(22),
        at: ago(0.5),
        type: 'alert.moved',
        actor_name: 'Ada Morgan',
        doer: 'Ada Morgan',
        how: '',
        from: 'new',
        to: 'in_review',
        note: 'Calling the branch first.',
        case_id: null,
      },
    ],
    decisions: index === 1 ? [decided(2)] : [],
    needs_decision: index < 3,
    may_move_to: disposed ? ['in_review'] : alertStatuses.filter((other) => other !== item.status && other !== 'new'),
    imported: item.source === 'import' ? { system: 'Old monitoring', reference: 'A-778' } : null,
    revision: 3,
  }
}

const profile = (kind: 'customer' | 'account', id: string): EntityProfile => ({
  kind,
  id,
  activities: 1_204,
  complete: true,
  first_at: ago(9_000),
  last_at: ago(2),
  amounts: [{ currency: 'EUR', count: 1_190, total: 402_118.4, mean: 337.91, max: 18_420.5 }],
  totals: { currency: 'EUR', no_rate: 0 },
  base_currency: 'EUR',
  risk: { low: 1_180, medium: 14, high: 7, critical: 3 },
  fraud: 2,
  genuine: 9,
  alerts: 4,
  profile: {
    first_seen_at: ago(9_000),
    last_seen_at: ago(2),
    activities: 1_204,
    amounts: 1_190,
    amount_mean: 337.91,
    amount_max: 18_420.5,
    usual_amount: 120,
    usual_amount_low: 38.2,
    usual_amount_high: 377,
    hours: Array.from({ length: 24 }, (_, hour) => (hour < 6 ? 0 : 20 + ((hour * 13) % 60))),
    terminals: ['T-1'],
    counterparties: ['M-1'],
    devices: [],
    ips: [],
    countries: ['DE', 'AT'],
    channels: [],
    last_country: 'DE',
    last_latitude: 48.137154,
    last_longitude: 11.576124,
    last_located_at: ago(30),
  },
  timeline: {
    bucket: 'day',
    buckets: Array.from({ length: 30 }, (_, day) => ({
      at: ago(24 * (30 - day)),
      count: 3 + ((day * 7) % 11) + (day === 29 ? 20 : 0),
      total: 900,
      risky: 0,
      fraud: 0,
    })),
  },
  related: [{ kind: 'counterparty', id: 'M-1', count: 412, total: 88_120.4, last_at: ago(2) }],
  channels: [
    { channel: 'mobile', count: 1_100 },
    { channel: null, count: 104 },
  ],
  countries: [
    { country: 'DE', count: 1_150 },
    { country: 'AT', count: 54 },
  ],
})

/** The item at an index of the queue of what awaits a person. */
export const queueItem = (index: number): DecisionQueueItem => {
  const alert = alertRow(index)
  const second = index < 2
  return {
    needs: second ? 'second_person' : 'decision',
    why: second
      ? 'Jörg Brandt proposed to decline; the policy asks for a second person.'
      : 'The recommended action is block: a person must decide.',
    alert_id: alert.id,
    alert_revision: alert.revision,
    transaction_id: null,
    assessment_id: null,
    case_id: alert.case_id,
    title: alert.title,
    score: alert.score,
    risk_level: alert.risk_level,
    recommended_action: alert.recommended_action,
    signals: alert.signals,
    waiting_since: alert.raised_at,
    due_at: alert.due_at,
    overdue: alert.overdue,
    assignee_id: alert.assignee_id,
    four_eyes: ['decline', 'approve'],
    proposal: second
      ? decided(alert.id, index === 0 ? { decided_by: { id: 1, name: 'Ada Morgan', kind: 'user' } } : {})
      : null,
    may_decide: index !== 0,
  }
}

const ratio = (numerator: number, denominator: number, definition: string) => ({
  value: denominator === 0 ? null : numerator / denominator,
  numerator,
  denominator,
  definition,
})

/** Figures of a period; `empty` is a period in which nothing was raised. */
export const figures = (empty: boolean): Effectiveness => {
  const some = (value: number): number => (empty ? 0 : value)
  const ruleOf = (index: number) => ({
    rule: `rule_${index}`,
    name:
      index === 2
        ? 'Überweisung an neue Empfänger oberhalb des Zehnfachen des üblichen Betrags innerhalb von 24 Stunden'
        : `Rule ${index}: large amount to a new payee`,
    alerts: 400 - index * 31,
    alone: 120 - index * 9,
    confirmed: 60 - index * 5,
    false_positive: 40 + index * 12,
    precision: (60 - index * 5) / (100 + index * 7),
    overlap: [
      { rule: `rule_${index + 1}`, alerts: 31, share: 0.31 },
      { rule: `rule_${index + 2}`, alerts: 8, share: 0.08 },
    ],
  })
  return {
    from: ago(24 * 30),
    to: ago(0),
    counts: {
      raised: some(1_204),
      open: some(212),
      confirmed: some(310),
      false_positive: some(598),
      dismissed: some(84),
      in_cases: some(188),
      transactions_scored: some(1_754_155),
    },
    precision: ratio(
      some(310),
      some(908),
      'Confirmed alerts / (confirmed + false positives), of alerts raised in the period.',
    ),
    known: { by_disposition: some(908), by_label: some(64), unknown: some(232) },
    recall: ratio(some(310), some(431), 'Activities known to be fraud that are in an alert / all known to be fraud.'),
    money_caught: empty
      ? []
      : [
          { currency: 'EUR', caught: 412_880.5, missed: 96_400.25, frauds: 402, share: 0.811, interval: null },
          { currency: 'JPY', caught: 18_000_000, missed: 2_500_000, frauds: 29, share: 0.878, interval: null },
        ],
    money_definition: 'Amounts of activities known to be fraud that are in an alert, by currency.',
    false_positive_ratio: ratio(some(598), some(310), 'False positives for each confirmed alert.'),
    false_positive_rate: ratio(
      some(598),
      some(1_753_845),
      'Legitimate activities that raised an alert / all legitimate activities.',
    ),
    alert_rate: ratio(some(1_204), some(1_754_155), 'Alerts / activities scored in the period.'),
    alert_to_case: ratio(some(188), some(1_204), 'Alerts in a case / alerts raised in the period.'),
    sla_adherence: ratio(
      some(820),
      some(1_031),
      'Disposed before their deadline / (disposed + overdue and still open).',
    ),
    time_to_detect: {
      median_hours: empty ? null : 0.02,
      p90_hours: empty ? null : 1.4,
      count: some(1_204),
      definition: 'From the first activity to the alert.',
    },
    time_to_acknowledge: {
      median_hours: empty ? null : 1.2,
      p90_hours: empty ? null : 9.75,
      count: some(1_100),
      definition: 'From the alert to the first step of a person.',
    },
    time_to_resolve: {
      median_hours: empty ? null : 7.5,
      p90_hours: empty ? null : 52.4,
      count: some(992),
      definition: 'From the alert to its disposition.',
    },
    backlog: (['under_4h', '4h_to_24h', '1d_to_3d', '3d_to_7d', 'over_7d'] as const).map((bucket, index) => ({
      bucket,
      alerts: some([40, 88, 51, 21, 12][index] ?? 0),
      overdue: some([0, 12, 30, 21, 12][index] ?? 0),
    })),
    value_detected: empty
      ? []
      : [
          { currency: 'EUR', confirmed: 412_880.5, open: 91_200 },
          { currency: 'JPY', confirmed: 18_000_000, open: 0 },
        ],
    value_definition: 'Amounts of the activities of confirmed alerts, and of open ones, by currency.',
    rules: empty ? [] : Array.from({ length: 9 }, (_, index) => ruleOf(index)),
    by_day: Array.from({ length: 30 }, (_, day) => ({
      day: ago(24 * (29 - day)).slice(0, 10),
      raised: some(30 + ((day * 13) % 25)),
      confirmed: some((day * 3) % 14),
      false_positive: some((day * 5) % 21),
      dismissed: some(day % 4),
    })),
  }
}

/** What is laid before the window: how many alerts and decisions there are, and what was done by requests since. */
export type LaidDetection = {
  alerts: number
  decisions: number
  emptyFigures?: boolean
  readonly moved: Map<number, AlertStatus>
  readonly asked: { readonly method: string; readonly path: string; readonly body: unknown }[]
}

export const laidDetection = (alerts: number, decisions: number): LaidDetection => ({
  alerts,
  decisions,
  moved: new Map(),
  asked: [],
})

const one = (data: unknown) => ({ success: true, data })

/**
 * A page of a list walked by cursor: the cursor is the next index. What is skipped of a hundred thousand is counted, not
 * made.
 */
const walked = <T>(
  count: number,
  query: URLSearchParams,
  itemAt: (index: number) => T,
  isIn: (index: number) => boolean = () => true,
) => {
  const size = Number(query.get('size') ?? '50')
  const found: T[] = []
  const skip = Number(query.get('skip') ?? '0')
  let skipped = 0
  let index = Number(query.get('after') ?? '0')
  for (; index < count && found.length < size; index += 1) {
    if (!isIn(index)) continue
    if (skipped < skip) skipped += 1
    else found.push(itemAt(index))
  }
  return { success: true, data: found, next: index < count ? String(index) : null, skipped }
}

const stats = (laid: LaidDetection): AlertStats => ({
  total: laid.alerts + 900,
  open: laid.alerts - laid.moved.size,
  overdue: Math.floor(laid.alerts / 5),
  unassigned: Math.floor(laid.alerts / 3),
  awaiting_decision: laid.decisions,
  by_status: Object.fromEntries(alertStatuses.map((status, index) => [status, index * 10])) as AlertStats['by_status'],
  by_level: Object.fromEntries(riskLevels.map((level, index) => [level, index * 12])) as AlertStats['by_level'],
  by_assignee: [{ assignee_id: 1, assignee_name: 'Ada Morgan', open: 31 }],
  raised_today: 12,
})

const disposedOf: readonly AlertStatus[] = ['confirmed', 'false_positive', 'dismissed']

const answer = (laid: LaidDetection, method: string, path: string, query: URLSearchParams, body: unknown): unknown => {
  const alertId = Number(/\/alerts\/(\d+)/.exec(path)?.[1] ?? '0')
  if (path.endsWith('/alerts/stats')) return one(stats(laid))
  if (path.endsWith('/bulk/alerts')) {
    const { alerts, status } = body as { alerts: { id: number }[]; status?: AlertStatus }
    const ids = alerts.map(({ id }) => id)
    ids.slice(1).forEach((id) => laid.moved.set(id, status ?? 'in_review'))
    return one({
      changed: ids.length - 1,
      refused: 1,
      results: ids.map((id, at) =>
        at === 0
          ? { id, ok: false, error: { code: 'already_done', message: 'The alert was disposed of by Jörg Brandt.' } }
          : { id, ok: true, entry_id: hex(id % 250) },
      ),
    })
  }
  if (path.endsWith('/alerts'))
    return walked(
      laid.alerts,
      query,
      (index) => alertRow(index, laid.moved.get(index + 1)),
      (index) => query.has('status') || !disposedOf.includes(laid.moved.get(index + 1) ?? 'new'),
    )
  if (alertId > 0 && method === 'PUT') {
    const status = (body as { status?: AlertStatus }).status
    if (status !== undefined) laid.moved.set(alertId, status)
    return one({
      id: alertId,
      status: laid.moved.get(alertId) ?? 'new',
      assignee_id: 1,
      case_id: null,
      updated_at: ago(0),
      revision: 4,
      entry_id: hex(5),
    })
  }
  if (alertId > 0) return one(alertFull(alertId - 1, laid.moved.get(alertId)))
  if (path.endsWith('/decisions/queue'))
    return walked(
      laid.decisions,
      query,
      queueItem,
      (index) =>
        (query.get('needs') === null || queueItem(index).needs === query.get('needs')) &&
        (query.get('alert_id') === null || Number(query.get('alert_id')) === index + 1),
    )
  if (path.endsWith('/decisions') && method === 'POST')
    return one(decided(Number((body as { alert_id: number }).alert_id), { state: 'proposed' }))
  if (path.endsWith('/second'))
    return one(
      decided(2, {
        state: 'approved',
        second: { by: { id: 1, name: 'Ada Morgan', kind: 'user' }, at: ago(0), note: null },
      }),
    )
  if (path.endsWith('/decisions'))
    return walked(laid.decisions === 0 ? 0 : 3, query, (index) =>
      decided(
        40 + index,
        index === 0
          ? { state: 'recorded', outcome: 'approve' }
          : index === 1
            ? { state: 'refused', second: { by: person, at: ago(1), note: 'Call the customer first.' } }
            : { state: 'approved', second: { by: person, at: ago(1), note: null } },
      ),
    )
  if (path.endsWith('/detection/policy'))
    return one({
      ...defaultDetectionPolicy,
      decisions: { from_action: 'review', four_eyes: { outcomes: ['decline'], from_level: 'low' } },
    })
  if (path.endsWith('/metrics/effectiveness')) return one(figures(laid.emptyFigures === true))
  const entity = /\/(customers|accounts)\/([^/]+)$/.exec(path)
  if (entity !== null)
    return one(profile(entity[1] === 'accounts' ? 'account' : 'customer', decodeURIComponent(entity[2] ?? '')))
  return null
}

/** Lays these answers before a window; what is asked of anything else reaches the service. */
export const layDetection = async (page: Page, laid: LaidDetection): Promise<void> => {
  const areas = /\/api\/v1\/(bulk\/)?(alerts|decisions|detection|metrics|customers|accounts)/
  await layAnswers(page, areas, async (asked) => {
    const { url, method, body } = asked
    const json = answer(laid, method, url.pathname, url.searchParams, body)
    if (json === null) return await asked.pass()
    if (method !== 'GET') laid.asked.push({ method, path: url.pathname.replace('/api', ''), body })
    await asked.answer(json, method === 'POST' && url.pathname.endsWith('/decisions') ? 201 : 200)
  })
}
