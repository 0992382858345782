import type { AlertStatus } from '../../../shared/schema/alerts.ts'
import type { RuleYield } from '../../../shared/schema/metrics.ts'

/** What of an alert counts for its rules. */
export interface RuledAlert {
  readonly rules: readonly { readonly rule: string; readonly name: string }[]
  readonly status: AlertStatus
}

const overlapsTold = 5

interface Count {
  name: string
  alerts: number
  alone: number
  confirmed: number
  falsePositive: number
  readonly beside: Map<string, number>
}

const countInto = (counts: Map<string, Count>, { rules, status }: RuledAlert): void => {
  const distinct = new Map(rules.map(({ rule, name }) => [rule, name]))
  for (const [rule, name] of distinct) {
    const count = counts.get(rule) ?? {
      name,
      alerts: 0,
      alone: 0,
      confirmed: 0,
      falsePositive: 0,
      beside: new Map<string, number>(),
    }
    count.name = name
    count.alerts += 1
    if (distinct.size === 1) count.alone += 1
    if (status === 'confirmed') count.confirmed += 1
    if (status === 'false_positive') count.falsePositive += 1
    for (const other of distinct.keys()) if (other !== rule) count.beside.set(other, (count.beside.get(other) ?? 0) + 1)
    counts.set(rule, count)
  }
}

/**
 * What each rule brought: alerts in which it held, what became of them, and which rules held beside it. Most alerts
 * first.
 */
export const ruleYields = (alerts: readonly RuledAlert[]): RuleYield[] => {
  const counts = new Map<string, Count>()
  for (const alert of alerts) countInto(counts, alert)
  return [...counts]
    .map(([rule, { name, alerts: held, alone, confirmed, falsePositive, beside }]) => ({
      rule,
      name,
      alerts: held,
      alone,
      confirmed,
      false_positive: falsePositive,
      precision: confirmed + falsePositive === 0 ? null : confirmed / (confirmed + falsePositive),
      overlap: [...beside]
        .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
        .slice(0, overlapsTold)
        .map(([other, both]) => ({ rule: other, alerts: both, share: both / held })),
    }))
    .sort((a, b) => b.alerts - a.alerts || (a.rule < b.rule ? -1 : 1))
}
