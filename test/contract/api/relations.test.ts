import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

let bench: Bench
let investigator: Person
let auditor: Person
beforeAll(async () => {
  bench = await startBench()
  investigator = await bench.addPerson('investigator', 'relating')
  auditor = await bench.addPerson('auditor', 'reading')
})
afterAll(() => bench.close())

const relating = (id: number, body: unknown, headers: Record<string, string> = {}, as = investigator) =>
  bench.ask('POST', `/v1/cases/${id}/relations`, { as, body, headers })
const notes = 'The same ring.'

describe('/v1/cases/{id}/relations', () => {
  it('relates, lists and takes back; the event stream tells both sides', async () => {
    const [one, other] = [await bench.createCase('One'), await bench.createCase('Other')]
    const from = bench.service.workspace.events.bounds().newest
    const made = await relating(one.id, { other_id: other.id, relation: 'duplicate_of', notes })
    expect(made.status).toBe(201)
    const listed = await bench.ask('GET', `/v1/cases/${other.id}/relations`, { as: auditor })
    expect(listed.body).toMatchObject({
      data: [
        {
          relation: 'has_duplicate',
          other_id: one.id,
          title: 'One',
          status: 'open',
          state: 'holds',
          made_by: investigator.id,
        },
      ],
      pagination: { total: 1, page: 1 },
    })
    const uid = listed.data[0]?.other_uid
    expect(
      (
        await bench.ask('DELETE', `/v1/cases/${other.id}/relations`, {
          as: investigator,
          body: { other_uid: uid, relation: 'has_duplicate', notes },
        })
      ).status,
    ).toBe(200)
    expect(
      bench.service.workspace.events
        .after(from, 100)
        .map(({ type, data }) => [type, data['case_id'], data['relation']]),
    ).toEqual([
      ['case.related', one.id, 'duplicate_of'],
      ['case.related', other.id, 'has_duplicate'],
      ['case.unrelated', other.id, 'has_duplicate'],
      ['case.unrelated', one.id, 'duplicate_of'],
    ])
  })

  it('an auditor reads and changes nothing', async () => {
    const [one, other] = [await bench.createCase(), await bench.createCase()]
    const before = await bench.snapshot()
    expect((await relating(one.id, { other_id: other.id, relation: 'related', notes }, {}, auditor)).status).toBe(403)
    expect(
      (
        await bench.ask('POST', '/v1/bulk/cases/relations', {
          as: auditor,
          body: { case_ids: [one.id], other_id: other.id, relation: 'parent', notes },
        })
      ).status,
    ).toBe(403)
    expect(await bench.snapshot()).toBe(before)
    expect((await bench.ask('GET', `/v1/cases/${one.id}/relations/suggestions`, { as: auditor })).status).toBe(200)
  })

  it('the same key gets the first answer, and relates once; If-Match refuses an older view', async () => {
    const [one, other, third] = [await bench.createCase(), await bench.createCase(), await bench.createCase()]
    const headers = { 'idempotency-key': 'relate-once-0001' }
    const body = { other_id: other.id, relation: 'parent', notes }
    const [made, again] = [await relating(one.id, body, headers), await relating(one.id, body, headers)]
    expect([again.status, again.body]).toEqual([201, made.body])
    const stale = await relating(one.id, { other_id: third.id, relation: 'related', notes }, { 'if-match': '"1"' })
    expect([stale.status, stale.error.code]).toEqual([409, 'stale_revision'])
  })

  it('hostile bodies are refused, each with the field that is wrong, and change nothing', async () => {
    const [one, other] = [await bench.createCase(), await bench.createCase()]
    const before = await bench.snapshot()
    const good = { other_id: other.id, relation: 'parent', notes }
    for (const [wrong, field] of [
      [{ other_id: '2' }, 'body.other_id'],
      [{ other_id: -1 }, 'body.other_id'],
      [{ other_id: 2 ** 53 }, 'body.other_id'],
      [{ relation: 'sibling' }, 'body.relation'],
      [{ relation: ['parent'] }, 'body.relation'],
      [{ notes: '' }, 'body.notes'],
      [{ notes: 'a\u202eb' }, 'body.notes'],
      [{ notes: 'x'.repeat(50_001) }, 'body.notes'],
      [{ act: '018f0000-0000-7000-8000-000000000000' }, 'body'],
    ] as const) {
      const answer = await relating(one.id, { ...good, ...wrong })
      expect(
        [answer.status, answer.error.code, answer.error.details?.[0]?.path.startsWith(field)],
        JSON.stringify(wrong),
      ).toEqual([400, 'invalid_request', true])
    }
    expect(
      (
        await bench.ask('DELETE', `/v1/cases/${one.id}/relations`, {
          as: investigator,
          body: { other_uid: "x' or 1=1 --", relation: 'parent', notes },
        })
      ).status,
    ).toBe(400)
    expect((await relating(one.id, { ...good, other_id: one.id })).error).toMatchObject({
      code: 'relation_forbidden',
      message: 'A case cannot be related to itself.',
    })
    expect(await bench.snapshot()).toBe(before)
  })
})

describe('/v1/bulk/cases/relations', () => {
  it('500 children of one case, each made or refused by itself; the list and the queue hold them all, and all of it verifies', async () => {
    const parent = await bench.createCase('The ring')
    const children = await Promise.all(Array.from({ length: 500 }, () => bench.createCase('Of the ring')))
    const ids = children.map(({ id }) => id)
    await relating(ids[7] ?? 0, { other_id: (await bench.createCase()).id, relation: 'parent', notes })
    const done = await bench.ask('POST', '/v1/bulk/cases/relations', {
      as: investigator,
      body: { case_ids: ids, other_id: parent.id, relation: 'parent', notes },
    })
    expect(done.data).toMatchObject({ changed: 499, refused: 1 })
    const { results } = done.data
    expect(results.filter(({ ok }) => !ok)).toMatchObject([{ id: ids[7], error: { code: 'relation_forbidden' } }])
    expect((await bench.ask('GET', `/v1/cases/${parent.id}/relations?page=5&size=100`)).whole).toMatchObject({
      pagination: { total: 499, total_pages: 5 },
    })
    expect((await bench.ask('GET', `/v1/cases?parent_id=${parent.id}&view=queue&size=1`)).whole).toMatchObject({
      data: [{ parent_case_number: parent.case_number }],
      pagination: { total: 499 },
    })
    const again = await bench.ask('POST', '/v1/bulk/cases/relations', {
      as: investigator,
      body: { case_ids: [ids[0], parent.id, 424_242], other_id: parent.id, relation: 'parent', notes },
    })
    expect(again.data.results.map(({ error }) => error?.code)).toEqual([
      'already_done',
      'relation_forbidden',
      'not_found',
    ])
    expect((await bench.service.workspace.verification.verifyCase(parent.id)).ok).toBe(true)
  }, 120_000)

  it('501 cases, a direction that is none, and an unknown case are refused as a whole', async () => {
    const one = await bench.createCase()
    const ask = (body: Record<string, unknown>) =>
      bench.ask('POST', '/v1/bulk/cases/relations', {
        as: investigator,
        body: { case_ids: [one.id], other_id: one.id, relation: 'parent', notes, ...body },
      })
    expect((await ask({ case_ids: Array.from({ length: 501 }, (_, at) => at + 1) })).status).toBe(400)
    expect((await ask({ relation: 'child' })).status).toBe(400)
    expect((await ask({ other_id: 424_242 })).error.code).toBe('unknown_reference')
  })
})
