import { describe, expect, it } from 'vitest'
import { createFeatureEngine } from '../../../../main/detection/features/engine.ts'
import { kilometresBetween } from '../../../../main/detection/profiles/distance.ts'
import { seenMax } from '../../../../main/detection/profiles/profile.ts'
import type { Activity } from '../../../../shared/schema/activity.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 0, 5, 10)
const iso = (ms: number): string => new Date(ms).toISOString()

const activity = (atMs: number, fields: Partial<Activity> = {}): Activity => ({
  transaction_id: String(atMs),
  event_type: 'transfer',
  at: iso(atMs),
  customer_id: 'c',
  ...fields,
})

describe('a profile', () => {
  it('F-1: is told as it was before the activity, and is not altered afterwards', () => {
    const engine = createFeatureEngine()
    expect(engine.observe(activity(start, { amount: 10, device_id: 'd1', country: 'PT' })).profiles).toEqual({})
    const second = engine.observe(activity(start + hour, { amount: 40, device_id: 'd2', country: 'PT' })).profiles[
      'customer'
    ]
    const told = JSON.stringify(second)
    expect(second).toMatchObject({
      first_seen_at: iso(start),
      last_seen_at: iso(start),
      activities: 1,
      amount_mean: 10,
      amount_max: 10,
      devices: ['d1'],
      countries: ['PT'],
      last_country: 'PT',
    })
    const third = engine.observe(activity(start + 2 * hour, { account_id: 'a' })).profiles
    expect(third['customer']).toMatchObject({
      activities: 2,
      amounts: 2,
      amount_mean: 25,
      amount_max: 40,
      devices: ['d1', 'd2'],
    })
    expect(third['account']).toBeUndefined()
    expect(
      (engine.peek(activity(start + 3 * hour, { account_id: 'a' })).profiles['customer']?.['hours'] as number[]).slice(
        9,
        14,
      ),
    ).toEqual([0, 1, 1, 1, 0])
    expect(JSON.stringify(second)).toBe(told)
  })

  it('calls no amount usual that is more than the highest', () => {
    const engine = createFeatureEngine()
    const amount = 9_973_999_999
    engine.observe(activity(start, { amount }))
    expect(engine.inspect('customer', 'c')?.profile).toMatchObject({ amount_max: amount, usual_amount: amount })
  })

  it('F-9: says nothing of an activity that is earlier than its last one, but its age', () => {
    const engine = createFeatureEngine()
    const placed = (ms: number): Activity => activity(ms, { amount: 10, latitude: 38.7, longitude: -9.1 })
    engine.observe(placed(start))
    engine.observe(placed(start + 24 * hour))
    expect(engine.peek(placed(start + 12 * hour)).features).toMatchObject({
      customer_hour_share: null,
      customer_distance_km: null,
      customer_speed_kmh: null,
      customer_ordinary_ratio: null,
      customer_age_days: 0.5,
    })
    expect(engine.peek(placed(start + 36 * hour)).features).toMatchObject({
      customer_hour_share: 0,
      customer_distance_km: 0,
      customer_speed_kmh: 0,
      customer_ordinary_ratio: 1,
      customer_age_days: 1.5,
    })
    expect(engine.peek(placed(start - hour)).features).toMatchObject({ customer_age_days: null })
  })

  it('has no word for entities that are only a place where money goes', () => {
    const engine = createFeatureEngine()
    engine.observe(activity(start, { terminal_id: 't' }))
    expect(engine.inspect('terminal', 't')).toMatchObject({ profile: null, features: { terminal_count_1d: 1 } })
  })

  it('F-8: keeps lists short, whatever comes', () => {
    const engine = createFeatureEngine()
    for (let at = 0; at < 1_000; at += 1) engine.observe(activity(start + at, { counterparty_id: `p${at}` }))
    const kept = engine.inspect('customer', 'c')?.profile?.['counterparties'] as string[]
    expect(kept).toHaveLength(seenMax)
    expect(kept.at(-1)).toBe('p999')
  })

  it('knows identifiers that are names of every object', () => {
    const engine = createFeatureEngine()
    for (const id of ['__proto__', 'constructor', 'toString']) {
      expect(engine.inspect('customer', id)).toBeNull()
      engine.observe(activity(start, { customer_id: id, device_id: id }))
      expect(engine.inspect('customer', id)?.profile).toMatchObject({ activities: 1, devices: [id] })
    }
  })

  it('says how fast one would have to travel', () => {
    const engine = createFeatureEngine()
    engine.observe(activity(start, { latitude: 48.2082, longitude: 16.3738 }))
    const { features } = engine.peek(activity(start + hour, { latitude: 40.7128, longitude: -74.006 }))
    expect(features['customer_distance_km']).toBeCloseTo(kilometresBetween(40.7128, -74.006, 48.2082, 16.3738), 6)
    expect(features['customer_speed_kmh']).toBe(features['customer_distance_km'])
    expect(engine.peek(activity(start + hour)).features).toMatchObject({
      customer_distance_km: null,
      customer_speed_kmh: null,
    })
    expect(engine.peek(activity(start - 1, { latitude: 0, longitude: 0 })).features).toMatchObject({
      customer_distance_km: null,
      customer_hour_share: null,
      customer_age_days: null,
    })
  })
})

describe('distances', () => {
  it('are those over a sphere', () => {
    expect(kilometresBetween(0, 0, 0, 0)).toBe(0)
    expect(kilometresBetween(0, 0, 0, 180)).toBeCloseTo(20_015.115, 2)
    expect(kilometresBetween(90, 0, -90, 77)).toBeCloseTo(20_015.115, 2)
    // Vienna and New York, by the spherical law of cosines.
    const [a, b] = [48.2082, 40.7128].map((degrees) => (degrees * Math.PI) / 180) as [number, number]
    const angle = Math.acos(
      Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(((16.3738 + 74.006) * Math.PI) / 180),
    )
    expect(kilometresBetween(48.2082, 16.3738, 40.7128, -74.006)).toBeCloseTo(angle * 6371.0088, 6)
  })
})
