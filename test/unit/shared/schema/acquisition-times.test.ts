import { describe, expect, it } from 'vitest'
import { orderFault, presentFault } from '../../../../shared/schema/acquisition-times.ts'
import { acquisitionFacts } from '../../../../shared/schema/evidence.ts'

const nowMs = Date.parse('2026-11-23T12:00:00Z')

describe('the times of an acquisition', () => {
  it.each([
    [{}, null],
    [{ started_at: '2026-11-20T10:00:00Z' }, null],
    [{ started_at: '2026-11-20T10:00:00Z', ended_at: '2026-11-20T10:00:00Z' }, null],
    [{ started_at: '2026-11-20T10:00:00Z', ended_at: '2026-11-20T10:30:00+01:00' }, 'reversed'],
    [{ ended_at: '2026-11-20T10:00:00Z' }, 'start_missing'],
  ])('E-19: %j are in order, or not', (times, kind) => {
    expect(orderFault(times)?.kind ?? null).toBe(kind)
    expect(acquisitionFacts.safeParse(times).success).toBe(kind === null)
  })

  it.each([
    [{ started_at: '2026-11-23T12:05:00.000Z', ended_at: '2026-11-23T12:05:00.000Z' }, null],
    [{ started_at: '2026-11-23T12:05:00.001Z', ended_at: '2026-11-23T12:05:00.001Z' }, 'started_at'],
    [{ started_at: '2026-11-23T11:00:00Z', ended_at: '2026-11-23T12:05:00.001Z' }, 'ended_at'],
    [{ started_at: '2026-11-23T12:00:00.000Z' }, null],
    [{ started_at: '2026-11-23T12:00:00.001Z' }, 'started_at'],
  ])('E-19: %j can be now, or not', (times, field) => {
    expect(presentFault(times, nowMs)?.field ?? null).toBe(field)
  })

  it('words name both times', () => {
    const faults = [
      orderFault({ ended_at: '2026-11-20T10:00:00Z' }),
      orderFault({ started_at: '2026-11-20T10:00:01Z', ended_at: '2026-11-20T10:00:00Z' }),
      presentFault({ started_at: '2099-01-01T00:00:00Z' }, nowMs),
      presentFault({ started_at: '2026-11-23T12:01:00Z' }, nowMs),
    ]
    for (const fault of faults)
      expect(`${fault?.field} ${fault?.message}`).toMatch(/started_at.*ended_at|ended_at.*started_at/u)
  })
})
