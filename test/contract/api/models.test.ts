// Answers are looked into without types, see support.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityWorld } from '../../../scripts/lib/activity-world.ts'
import { smallModel } from '../../unit/detection/models/small-model.ts'
import { startBench, type Bench, type Person } from './support.ts'

let bench: Bench
let investigator: Person
let shipped: string
const file = smallModel()

beforeAll(async () => {
  bench = await startBench()
  investigator = await bench.addPerson('investigator', 'inga')
}, 120_000)
afterAll(() => bench.close())

describe('a new workspace', () => {
  it('has the shipped model in force', async () => {
    const { status, data } = await bench.ask('GET', '/v1/models')
    shipped = data.in_force ?? ''
    expect(status).toBe(200)
    expect(data.models).toMatchObject([{ id: shipped, source: 'shipped', in_force: true, unknown_features: [] }])
    expect(bench.service.workspace.models.current()?.name).toBe('Fieldseal default')
  })

  it('explains a score by it: bias and shares sum to the margin, and the reasons are in words', async () => {
    const features = {
      amount: 900,
      customer_amount_ratio_30d: 12,
      customer_amount_z_30d: 4,
      customer_same_device_30d: 0,
      customer_same_counterparty_30d: 0,
    }
    const { status, data } = await bench.ask('POST', `/v1/models/${shipped}/explain`, { body: { features } })
    expect(status).toBe(200)
    const { contributions, bias } = data as { contributions: readonly { share: number }[]; bias: number }
    expect(contributions.reduce((whole, { share }) => whole + share, bias)).toBeCloseTo(data.margin, 4)
    expect(data.reasons.length).toBeGreaterThan(0)
  })
})

describe('a model file', () => {
  let id: string

  it('M-7: is checked whole and kept by its hash; the same file again is the same model', async () => {
    const added = await bench.ask('POST', '/v1/models', { body: { name: 'Ours', version: '1', file } })
    expect([added.status, added.data.source, added.data.in_force]).toEqual([201, 'uploaded', false])
    id = added.data.id
    const again = await bench.ask('POST', '/v1/models', { body: { name: 'Another name', version: '2', file } })
    expect(again.data.id).toBe(id)
    const back = await bench.ask('GET', `/v1/models/${id}/file`)
    expect(back.data.file).toBe(file)
  })

  it('that is none, or under a name and version that another has, changes nothing', async () => {
    const before = (await bench.ask('GET', '/v1/models')).body
    const hostile = await bench.ask('POST', '/v1/models', {
      body: { name: 'Bad', version: '1', file: file.replace('"gbtree"', '"dart"') },
    })
    expect([hostile.status, hostile.error.code, hostile.error.details?.[0]?.message]).toEqual([
      422,
      'file_refused',
      'unsupported_booster',
    ])
    const taken = await bench.ask('POST', '/v1/models', {
      body: { name: 'Ours', version: '1', file: smallModel({ seed: 9 }) },
    })
    expect([taken.status, taken.error.code]).toEqual([409, 'already_done'])
    expect((await bench.ask('GET', '/v1/models')).body).toEqual(before)
  })

  it('with features that are not computed here is put in force only where that is accepted', async () => {
    const refused = await bench.ask('PUT', '/v1/models/in-force', { body: { model_id: id } })
    expect([refused.status, refused.error.code]).toEqual([422, 'unknown_reference'])
    const done = await bench.ask('PUT', '/v1/models/in-force', { body: { model_id: id, accept_unknown: true } })
    expect([done.status, done.data.in_force]).toEqual([200, id])
    expect(bench.service.workspace.models.current()?.name).toBe('Ours')
    const again = await bench.ask('PUT', '/v1/models/in-force', { body: { model_id: id, accept_unknown: true } })
    expect(again.error.code).toBe('already_done')
  })

  it('M-8: in force is sealed with its hash, and what was scored since shows its drift', async () => {
    bench.service.workspace.models.current()?.score({ amount: 5 })
    const drift = await bench.ask('GET', `/v1/models/${id}/drift`)
    expect(drift.data.activities).toBe(1)
    const report = await bench.service.workspace.verification.verifyWorkspace()
    expect(report?.verdict).toBe('intact')
    const entries = await bench.service.workspace.db.selectFrom('entries').select('payload').execute()
    const sealed = entries
      .map(({ payload }) => Buffer.from(payload).toString())
      .filter((payload) => payload.includes('model.activated'))
    expect(sealed).toHaveLength(1)
    expect(sealed[0]).toContain((await bench.ask('GET', `/v1/models/${id}`)).data.model.sha256)
    expect(sealed[0]).not.toContain('Ours')
  })

  it('M-8: of changes made at once each seals what was in force before it', async () => {
    const { id: userId, uid: userUid, role } = bench.admin
    const put = (model: string | null) =>
      bench.service.workspace.models.setInForce(model, true, { userId, userUid, role })
    await put(null)
    await Promise.all([put(shipped), put(id)])
    const entries = await bench.service.workspace.db.selectFrom('entries').select('payload').orderBy('n').execute()
    const sealed = entries
      .map(
        ({ payload }) => JSON.parse(Buffer.from(payload).toString()) as { type: string; pub: Record<string, unknown> },
      )
      .filter(({ type }) => type === 'model.activated')
    expect(sealed).toHaveLength(4)
    sealed.slice(1).forEach(({ pub }, at) => expect(pub['previous_version']).toBe(sealed[at]?.pub['version']))
  })

  it('can be taken out of force, and then nothing is scored by a model', async () => {
    const done = await bench.ask('PUT', '/v1/models/in-force', { body: { model_id: null } })
    expect([done.status, done.data.in_force, bench.service.workspace.models.current()]).toEqual([200, null, null])
  })

  it('is not an investigator’s to change, and another id is none', async () => {
    expect((await bench.ask('PUT', '/v1/models/in-force', { as: investigator, body: { model_id: id } })).status).toBe(
      403,
    )
    expect((await bench.ask('GET', '/v1/models/01890000-0000-8000-8000-000000000000')).status).toBe(404)
  })
})

describe('a training on the workspace’s transactions', () => {
  const train = { from: '2025-01-05', to: '2025-01-18' }
  const asked = { name: 'Trained', version: '1', train, test: { from: '2025-01-26', to: '2025-01-29' } }

  const finished = async (id: string): Promise<{ state: string; model_id: string; error: string | null }> => {
    for (;;) {
      const { data } = await bench.ask('GET', `/v1/models/trainings/${id}`)
      if (data.state !== 'running') return data as { state: string; model_id: string; error: string | null }
    }
  }

  it('is refused without transactions, or with a test that begins before the labels are known', async () => {
    expect((await bench.ask('POST', '/v1/models/trainings', { body: asked })).error.code).toBe('unknown_reference')
    const early = await bench.ask('POST', '/v1/models/trainings', {
      body: { ...asked, test: { from: '2025-01-20', to: '2025-01-22' } },
    })
    expect([early.status, early.error.details?.[0]?.path]).toEqual([400, 'body.test'])
  })

  it('gives a model with its measures, which is not in force by itself', async () => {
    const world = activityWorld({ seed: 4, customers: 40, terminals: 12, days: 30, from: '2025-01-01' })
    for (let at = 0; at < world.length; at += 1_000) {
      const transactions = world.slice(at, at + 1_000).map(({ event, isFraud }) => ({ ...event, is_fraud: isFraud }))
      expect((await bench.ask('POST', '/v1/transactions', { body: { transactions } })).status).toBe(200)
    }
    const started = await bench.ask('POST', '/v1/models/trainings', { body: asked })
    expect([started.status, started.data.state]).toEqual([202, 'running'])
    expect((await bench.ask('POST', '/v1/models/trainings', { body: asked })).error.code).toBe('in_progress')
    const done = await finished(started.data.id)
    expect(done).toMatchObject({ state: 'done', error: null })
    const { data } = await bench.ask('GET', `/v1/models/${done.model_id}`)
    expect(data.model).toMatchObject({ name: 'Trained', source: 'trained', in_force: false, training: { train } })
    expect(data.evaluation?.everyone.activities).toBeGreaterThan(100)
  }, 300_000)

  it('is seen by everybody and ended by another supervisor, who can begin one at once; whoever started it reads who ended it', async () => {
    const sven = await bench.addPerson('supervisor', 'sven')
    const begun = await bench.ask('POST', '/v1/models/trainings', { body: { ...asked, version: '3' } })
    expect([begun.status, begun.data.name, begun.data.version, begun.data.cancelled_by]).toEqual([
      202,
      'Trained',
      '3',
      null,
    ])
    const seen = await bench.ask('GET', '/v1/models/trainings', { as: investigator })
    expect(seen.data.trainings[0]).toMatchObject({
      id: begun.data.id,
      state: 'running',
      started_by: begun.data.started_by,
    })
    expect((await bench.ask('DELETE', `/v1/models/trainings/${begun.data.id}`, { as: investigator })).status).toBe(403)
    const ended = await bench.ask('DELETE', `/v1/models/trainings/${begun.data.id}`, { as: sven })
    expect([ended.status, ended.data.state, ended.data.cancelled_by]).toEqual([200, 'cancelled', 'sven in person'])
    const next = await bench.ask('POST', '/v1/models/trainings', { body: { ...asked, version: '3' }, as: sven })
    expect([next.status, next.data.started_by]).toEqual([202, 'sven in person'])
    expect((await bench.ask('POST', '/v1/models/trainings', { body: asked })).error.message).toContain('sven')
    await bench.ask('DELETE', `/v1/models/trainings/${next.data.id}`)
    const { data } = await bench.ask('GET', '/v1/models/trainings')
    expect(data.trainings.slice(0, 2).map(({ id, cancelled_by: by }) => [id, by])).toEqual([
      [next.data.id, begun.data.started_by],
      [begun.data.id, 'sven in person'],
    ])
  }, 120_000)

  it('that is cancelled leaves no model', async () => {
    const before = (await bench.ask('GET', '/v1/models')).data.models.length
    const { data } = await bench.ask('POST', '/v1/models/trainings', { body: { ...asked, version: '2' } })
    const cancelled = await bench.ask('DELETE', `/v1/models/trainings/${data.id}`)
    expect(cancelled.data.state).toBe('cancelled')
    expect((await bench.ask('GET', '/v1/models')).data.models.length).toBe(before)
  }, 120_000)
})
