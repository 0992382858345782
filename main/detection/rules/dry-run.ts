import { toTimestamp } from '../../../shared/schema/text.ts'
import type { DryRunRule } from '../../../shared/schema/rules.ts'
import { dayMs } from '../../../shared/text/days.ts'
import type { RuleBook, RuleFacts, RuleHit } from '../ports.ts'

/** An activity of the past, with what was known just before it and what is known of it now. */
export interface PastActivity {
  readonly transactionId: string
  readonly atMs: number
  readonly amount: number | null
  readonly isFraud: boolean | null
  readonly facts: RuleFacts
}

/** What a dry run has found so far. */
export interface DryRunFound {
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly days: number
  readonly frauds: number
  readonly labelled: number
  readonly rules: readonly DryRunRule[]
}

/** Counts what rules would have done. */
export interface DryRunTally {
  add(activity: PastActivity): void
  found(): DryRunFound
}

const maxExamples = 20
const maxOverlaps = 10

interface Example {
  readonly activity: PastActivity
  readonly reason: string
}

interface Count {
  hits: number
  labelled: number
  frauds: number
  value: number
  noRate: number
  onlyHere: number
  faults: number
  fault: string | null
  readonly both: Map<string, number>
  /** Every `every`-th hit; when there are twice as many as are shown, every other goes. */
  examples: Example[]
  every: number
}

const begin = (): Count => ({
  hits: 0,
  labelled: 0,
  frauds: 0,
  value: 0,
  noRate: 0,
  onlyHere: 0,
  faults: 0,
  fault: null,
  both: new Map(),
  examples: [],
  every: 1,
})

const keepExample = (count: Count, example: Example): void => {
  if ((count.hits - 1) % count.every !== 0) return
  count.examples.push(example)
  if (count.examples.length < 2 * maxExamples) return
  count.examples = count.examples.filter((_kept, index) => index % 2 === 0)
  count.every *= 2
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/**
 * Makes a tally.
 *
 * @param tried the rules that are looked at, as a book of their own
 * @param inForce the rules that are live, for what both would hit
 * @param keys the rules that are looked at, in the order of the answer
 * @param broken why a rule of them cannot run
 */
export const createDryRun = (
  tried: RuleBook,
  inForce: RuleBook,
  keys: readonly string[],
  broken: ReadonlyMap<string, string>,
): DryRunTally => {
  const counts = new Map(keys.map((key) => [key, begin()]))
  let [labelled, frauds] = [0, 0]
  let [fromMs, toMs]: [number | null, number | null] = [null, null]

  const countHit = (
    hit: RuleHit,
    activity: PastActivity,
    others: readonly RuleHit[],
    live: readonly RuleHit[],
  ): void => {
    const count = counts.get(hit.rule)
    if (count === undefined) return
    count.hits += 1
    const counted = activity.facts.features['amount'] ?? null
    if (counted !== null) count.value += counted
    else if (activity.amount !== null) count.noRate += 1
    if (activity.isFraud !== null) count.labelled += 1
    if (activity.isFraud === true) count.frauds += 1
    const also = new Set([...others, ...live].map(({ rule }) => rule))
    also.delete(hit.rule)
    for (const rule of also) count.both.set(rule, (count.both.get(rule) ?? 0) + 1)
    if (!live.some(({ rule }) => rule !== hit.rule)) count.onlyHere += 1
    keepExample(count, { activity, reason: hit.reason })
  }

  const resultOf = (key: string, count: Count, days: number): DryRunRule => ({
    key,
    hits: count.hits,
    alerts_a_day: days === 0 ? count.hits : count.hits / days,
    labelled_hits: count.labelled,
    fraud_hits: count.frauds,
    precision: share(count.frauds, count.labelled),
    recall: share(count.frauds, frauds),
    value_hit: Math.round(count.value * 10_000) / 10_000,
    value_no_rate: count.noRate,
    overlap: [...count.both]
      .sort(([, a], [, b]) => b - a)
      .slice(0, maxOverlaps)
      .map(([rule, both]) => ({ rule, both, share: both / count.hits })),
    only_here: count.onlyHere,
    examples: count.examples.slice(0, maxExamples).map(({ activity, reason }) => ({
      transaction_id: activity.transactionId,
      at: toTimestamp(activity.atMs),
      amount: activity.amount,
      is_fraud: activity.isFraud,
      reason,
    })),
    faults: count.faults,
    fault: broken.get(key) ?? count.fault,
  })

  return {
    add: (activity) => {
      if (activity.isFraud !== null) labelled += 1
      if (activity.isFraud === true) frauds += 1
      fromMs = Math.min(fromMs ?? activity.atMs, activity.atMs)
      toMs = Math.max(toMs ?? activity.atMs, activity.atMs)
      const { hits, faults } = tried.evaluate(activity.facts)
      for (const { rule, message } of faults) {
        const count = counts.get(rule)
        if (count === undefined) continue
        count.faults += 1
        count.fault ??= message
      }
      if (hits.length === 0) return
      const live = inForce.evaluate(activity.facts).hits.filter(({ shadow }) => !shadow)
      for (const hit of hits) countHit(hit, activity, hits, live)
    },
    found: () => {
      const days = fromMs === null || toMs === null ? 0 : Math.max(1, (toMs - fromMs) / dayMs)
      return {
        fromMs,
        toMs,
        days,
        frauds,
        labelled,
        rules: [...counts].map(([key, count]) => resultOf(key, count, days)),
      }
    },
  }
}
