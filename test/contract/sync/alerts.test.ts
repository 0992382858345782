import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../main/domain/access/actor.ts'
import { openFeatures } from '../../../main/server/detection/open-features.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import type { AlertFull, AlertItem } from '../../../shared/schema/alerts.ts'
import type { TransactionDetail } from '../../../shared/api/transactions.ts'
import type { TimelineEntry } from '../../../shared/schema/timeline.ts'
import { judged, payment, takeIn } from '../alerts/support.ts'
import { createServedWorld, did } from './served-world.ts'
import type { ServedWorld } from './served-world.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 1, 3, 9)

let world: ServedWorld
let desk: RunningService
let field: RunningService

const sync = (service: RunningService) => did(service, 'POST', '/v1/sync/now', {})
const list = async <T>(service: RunningService, address: string): Promise<T[]> =>
  (await did(service, 'GET', address)) as unknown as T[]
const one = async <T>(service: RunningService, address: string): Promise<T> =>
  (await did(service, 'GET', address)) as unknown as T
const carry = async (): Promise<void> => {
  await sync(field)
  await sync(desk)
}
const labelAt = async (id: string) => (await one<TransactionDetail>(desk, `/v1/transactions/${id}`)).label

/** What the features of the desk say of the terminal, an hour after now. */
const fraudsKnown = async (atMs: number): Promise<unknown> => {
  const { features } = await openFeatures(desk.workspace)
  return features.peek({
    transaction_id: 'look',
    event_type: 'card_payment',
    at: new Date(atMs).toISOString(),
    terminal_id: 'T-7',
    customer_id: '4711',
  }).features['terminal_frauds_ever']
}

beforeAll(async () => {
  world = createServedWorld()
  const hub = await world.hub()
  desk = await world.enrol(hub, 'desk', { cases: 'all' })
  field = await world.enrol(hub, 'field', { cases: 'all' })
  const admin = await desk.workspace.db.selectFrom('users').select(['id', 'uid']).executeTakeFirstOrThrow()
  const actor: Actor = { userId: admin.id, userUid: admin.uid, role: 'admin' }
  await takeIn(
    desk.workspace,
    actor,
    [0, 1].map((n) => ({
      event: payment(`stolen-${n}`, start + n * hour, {
        terminal_id: 'T-7',
        amount: 900 + n,
        ...(n === 0 ? { is_fraud: false } : {}),
      }),
      assessment: judged(0.95),
    })),
  )
  await sync(desk)
  await sync(field)
}, 60_000)
afterAll(() => world.end())

describe('an alert of one device, at another', { timeout: 60_000 }, () => {
  it('arrives with its case: what was known of it then, though the other device never saw its activities', async () => {
    const [alert, ...others] = await list<AlertItem>(field, '/v1/alerts')
    const [own] = await list<AlertItem>(desk, '/v1/alerts')
    expect(others).toEqual([])
    expect(alert).toMatchObject({
      uid: own?.uid,
      id: own?.id,
      title: own?.title,
      seen_here: false,
      risk_level: 'critical',
      score: 0.95,
      transaction_count: 2,
      case_number: own?.case_number,
      status: 'escalated',
    })
    const full = await one<AlertFull>(field, `/v1/alerts/${alert?.id}`)
    expect(full.reasons).toEqual((await one<AlertFull>(desk, `/v1/alerts/${own?.id}`)).reasons)
    expect(full.transactions.map(({ transaction_id: id, amount }) => [id, amount]).sort()).toEqual([
      ['stolen-0', 900],
      ['stolen-1', 901],
    ])
    expect((await list(field, '/v1/transactions')).length).toBe(0)
  })

  it('is judged there, and the label of that reaches the features of the device that has the activities, from then on', async () => {
    const [alert] = await list<AlertItem>(field, '/v1/alerts')
    const before = Date.now()
    await did(field, 'POST', '/v1/bulk/alerts', {
      alert_ids: [alert?.id],
      status: 'confirmed',
      notes: 'The customer never had the card.',
    })
    expect(await labelAt('stolen-1')).toBeNull()
    await carry()
    const label = await labelAt('stolen-1')
    expect(label).toMatchObject({ is_fraud: true, by: 'person' })
    expect(Date.parse(label?.known_at ?? '')).toBeGreaterThanOrEqual(before)
    expect(await labelAt('stolen-0')).toMatchObject({ is_fraud: true, by: 'person' })
    expect(await fraudsKnown(before - hour)).toBe(0)
    expect(await fraudsKnown(Date.now() + hour)).toBe(2)
    expect((await list<AlertItem>(desk, '/v1/alerts?status=confirmed'))[0]).toMatchObject({
      uid: alert?.uid,
      status: 'confirmed',
    })
  })

  it('may be opened again there: then nothing was ever said, and what came with an activity stands again', async () => {
    const [alert] = await list<AlertItem>(field, '/v1/alerts?status=confirmed')
    await did(field, 'POST', '/v1/bulk/alerts', {
      alert_ids: [alert?.id],
      status: 'in_review',
      reopen: true,
      notes: 'The wrong card.',
    })
    await carry()
    expect(await labelAt('stolen-1')).toBeNull()
    expect(await fraudsKnown(Date.now() + hour)).toBe(0)
  })

  it('stands in the timeline of its case on both, step by step', async () => {
    const [alert] = await list<AlertItem>(field, '/v1/alerts')
    const kinds = async (service: RunningService): Promise<string[]> =>
      (await list<TimelineEntry>(service, `/v1/cases/${alert?.case_id}/timeline?size=100`))
        .map(({ type }) => type)
        .filter((type) => type.startsWith('alert.'))
        .sort()
    expect(await kinds(desk)).toEqual(['alert.attached', 'alert.moved', 'alert.moved'])
    expect(await kinds(field)).toEqual(await kinds(desk))
  })
})
