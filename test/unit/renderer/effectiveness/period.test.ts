import { describe, expect, it } from 'vitest'
import { boundsOf, measuredPeriodOf, queryOf } from '../../../../renderer/features/effectiveness/period.ts'
import type { DetectionQuery } from '../../../../renderer/state/route.ts'
import { readEffectiveness } from '../../../../shared/api/metrics.ts'

const now = Date.UTC(2026, 10, 22, 12)

describe('the period in the address', () => {
  it('is the last 30 days unless the address names another', () => {
    expect(measuredPeriodOf({})).toEqual({ kind: 'rolling', days: 30 })
    expect(measuredPeriodOf({ days: '7' })).toEqual({ kind: 'rolling', days: 7 })
  })

  it.each<DetectionQuery>([
    { days: '31' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: 'x', to: '2026-03-01' },
    { from: '2026-03-01' },
  ])('%o is no period', (query) => {
    expect(measuredPeriodOf(query)).toEqual({ kind: 'rolling', days: 30 })
  })

  it('survives writing and reading', () => {
    const queries: readonly DetectionQuery[] = [{}, { days: '90' }, { from: '2026-03-01', to: '2026-03-01' }]
    for (const query of queries) expect(queryOf(measuredPeriodOf(query))).toEqual(query)
  })

  it('one day is that day whole, and the interface takes its ends', () => {
    const bounds = boundsOf(measuredPeriodOf({ from: '2026-03-03', to: '2026-03-03' }), now)
    expect(Date.parse(bounds.to ?? '') - Date.parse(bounds.from)).toBe(86_400_000)
    expect(new Date(bounds.from).getHours()).toBe(0)
    expect(readEffectiveness.query.safeParse(bounds).success).toBe(true)
  })

  it('a period that ends now names no end', () => {
    expect(boundsOf({ kind: 'rolling', days: 7 }, now)).toEqual({ from: '2026-11-15T12:00:00.000+00:00' })
  })
})
