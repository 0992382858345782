import { describe, expect, it } from 'vitest'
import { boundsOfDays, lastDays, periodWords } from '../../../../renderer/features/reports/list/kpi-period.ts'

describe('the period of a KPI report', () => {
  it('is shown as the days that were chosen, across the ends of months and years', () => {
    for (const days of [
      { from: '2026-11-01', to: '2026-11-20' },
      { from: '2028-02-28', to: '2028-02-29' },
      { from: '2026-12-31', to: '2026-12-31' },
    ]) {
      const bounds = boundsOfDays(days)
      if (bounds === null) throw new Error('the days were not taken')
      expect(periodWords(bounds)).toEqual(days)
    }
    expect(boundsOfDays({ from: '2026-11-01', to: '2026-11-20' })).toEqual({
      from: '2026-11-01T00:00:00.000+00:00',
      to: '2026-11-21T00:00:00.000+00:00',
    })
  })

  it('is no period where a day is missing or the last is before the first', () => {
    expect(boundsOfDays({ from: '2026-11-02', to: '2026-11-01' })).toBeNull()
    expect(boundsOfDays({ from: '', to: '2026-11-01' })).toBeNull()
    expect(boundsOfDays({ from: '2026-11-01', to: '' })).toBeNull()
  })

  it('that ends within a day says when', () => {
    expect(periodWords({ from: '2026-10-24T07:24:13.000+00:00', to: '2026-11-23T07:24:13.000+00:00' })).toEqual({
      from: '2026-10-24 07:24',
      to: '2026-11-23 07:24',
    })
    expect(periodWords({ from: '2026-11-01T00:00:00.000+01:00', to: '2026-11-21T00:00:00.000+01:00' })).toEqual({
      from: '2026-10-31 23:00',
      to: '2026-11-20 23:00',
    })
  })

  it('begins with the last days in UTC', () => {
    expect(lastDays(30, Date.UTC(2026, 10, 23, 23, 59))).toEqual({ from: '2026-10-24', to: '2026-11-23' })
  })
})
