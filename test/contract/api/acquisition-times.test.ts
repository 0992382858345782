import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok } from '../../../shared/schema/result.ts'
import { bundleTexts } from './bundle-texts.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'
import { localSessionOf } from '../../support/local-session-of.ts'

let bench: Bench

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
})
afterAll(() => bench.close())

const impossible = [
  '0000-01-01T00:00:00+05:00',
  '2026-02-30T10:00:00Z',
  '2026-02-03T24:00:00Z',
  '+012026-02-03T10:00:00Z',
]

describe('E-19: times of an acquisition', () => {
  it.each(impossible)('%s is refused by every way of taking files in, and nothing is kept', async (time) => {
    const { id } = await bench.createCase()
    const facts = { started_at: time, ended_at: '2026-02-03T10:00:00Z' }
    const byKey = { authorization: `Bearer ${bench.apiKey}`, 'x-api-key': undefined }
    const form = new FormData()
    for (const [name, value] of Object.entries({
      workspace_id: bench.workspaceId,
      case_id: String(id),
      facts: JSON.stringify(facts),
    }))
      form.set(name, value)
    form.set('file', new Blob(['x']), 'a.txt')
    const local = await localSessionOf(bench.service)
    const sent = [
      await bench.ask('POST', `/v1/cases/${id}/uploads`, { body: { name: 'a.txt', size: 0, facts } }),
      await bench.ask('POST', `/v1/cases/${id}/acquisitions`, {
        body: { path: '/nowhere', facts },
        headers: { authorization: `Bearer ${local.access_token}`, 'x-api-key': local.institution_key },
      }),
      await bench.ask('POST', '/v4/evidence/upload', {
        body: { workspace_id: bench.workspaceId, case_id: id, name: 'a.txt', size: 0, facts },
        headers: byKey,
      }),
    ]
    for (const answer of sent) {
      expect([answer.status, answer.error.code]).toEqual([400, 'invalid_request'])
      expect(answer.error.details?.[0]?.path).toBe('body.facts.started_at')
    }
    const multipart = await fetch(`${bench.url}/v4/evidence/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization: byKey.authorization },
    })
    expect(multipart.status).toBe(400)
    expect(await multipart.text()).toContain('started_at')
    expect((await bench.ask('GET', `/v1/cases/${id}/evidence`)).data).toEqual([])
    expect((await bench.ask('GET', `/v1/acquisitions?case_id=${id}`)).data).toEqual([])
  })

  it('are sealed in UTC, whatever their offset', async () => {
    const { id } = await bench.createCase()
    const facts = { started_at: '2026-02-03T10:00:00+01:00', ended_at: '2026-02-03T10:00:00Z' }
    const opened = await bench.ask('POST', `/v1/cases/${id}/uploads`, { body: { name: 'a.txt', size: 0, facts } })
    const piece = (await bench.ask('GET', `/v1/cases/${id}/evidence/${opened.data.acquisition.evidence_id}`)).data
    expect(piece.facts).toMatchObject({
      started_at: '2026-02-03T09:00:00.000+00:00',
      ended_at: '2026-02-03T10:00:00.000+00:00',
    })
  })

  it.each([
    [
      'an earlier release sealed of the year before 0',
      '-000001-12-31T19:00:00.000+00:00',
      '0000-01-01T18:59:00.000+23:59',
    ],
    ['are none, and say nothing', 'the other day', undefined],
    ['lie where no timestamp reaches, and say nothing', '+012026-02-03T10:00:00.000Z', undefined],
  ])('that %s are in a bundle that verifies', async (_what, sealed, told) => {
    const { id } = await bench.createCase()
    const opened = await bench.ask('POST', `/v1/cases/${id}/uploads`, { body: { name: 'a.txt', size: 0 } })
    const { entry_id: entryId } = (
      await bench.ask('GET', `/v1/cases/${id}/evidence/${opened.data.acquisition.evidence_id}`)
    ).data
    const values = (await bench.ask('GET', `/v1/cases/${id}/timeline`)).data.find(
      (entry) => entry.entry_id === entryId,
    )?.values
    const { workspace } = bench.service
    const found = await workspace.db
      .selectFrom('cases')
      .select(['id', 'uid'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const taken = await workspace.ledger.write(
      { userUid: bench.admin.uid, userId: bench.admin.id, role: 'admin' },
      async (tx) => {
        const pub = { ...values, evidence_id: await tx.nextId('evidence'), started_at: sealed, image_hashes: 'none' }
        return ok({
          ...(await tx.append({
            case: found,
            type: 'evidence.acquired',
            subject: randomUUID(),
            pub,
            withheld: { name: 'b.txt', acquired_by: 'Ada Berg' },
          })),
          pieceId: pub.evidence_id,
        })
      },
    )
    if (!taken.ok) throw new Error(taken.error.message)
    const expected = told ?? `${new Date(taken.value.atMs).toISOString().slice(0, -1)}+00:00`
    expect((await bench.ask('GET', `/v1/cases/${id}/evidence/${taken.value.pieceId}`)).data.facts).toMatchObject({
      started_at: expected,
      image_hashes: null,
    })
    const bundle = await bundleTexts(
      bench,
      await bench.ask('POST', `/v1/cases/${id}/exports`, { body: { reason: 'x' } }),
      bench.admin,
    )
    expect(JSON.parse(bundle['data/case.json'] ?? '{}')).toMatchObject({
      evidence: [{}, { facts: { started_at: expected } }],
    })
    expect((await bench.ask('POST', `/v1/cases/${id}/verify`)).data.verdict).toBe('intact')
  })
})
