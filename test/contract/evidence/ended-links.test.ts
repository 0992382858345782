import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { segmentBytes } from '../../../main/blobs/partial-blob.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { createEvidenceService } from '../../../main/server/evidence/evidence-service.ts'
import { localSessionOf } from '../../support/local-session-of.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'
import { granted } from '../storage/support.ts'
import { freshField } from '../storage/sync/replicas.ts'
import { turnedByHand } from '../../support/turned-by-hand.ts'

type Headers = Record<string, string | undefined>

let bench: Bench
let later = 0
let piece: { readonly caseId: number; readonly id: number }
beforeAll(async () => {
  const env = systemEnv(createLog('silent'))
  bench = await startBench({
    limits: { perCredential: 0, perAddress: 0 },
    env: { ...env, clock: { ...env.clock, nowMs: () => env.clock.nowMs() + later } },
  })
  const made = await bench.createCase()
  const opened = await bench.ask('POST', `/v1/cases/${made.id}/uploads`, {
    body: { name: 'note.txt', size: 4, facts: {} },
  })
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  await bench.ask('PATCH', opened.data.upload_url, { headers, raw: 'true' })
  const [first] = (await bench.ask('GET', `/v1/cases/${made.id}/evidence`)).data
  piece = { caseId: made.id, id: first?.id ?? 0 }
})
afterAll(() => bench.close())

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}`, 'x-api-key': bench.institutionKey })

const signIn = async (person: Person): Promise<Headers> =>
  bearer(
    (
      await bench.ask('POST', '/v1/auth/login', {
        anonymous: true,
        body: { login_name: person.login, password: person.password },
      })
    ).data.access_token,
  )

/** The address of a link that is made with these credentials. */
const linkBy = async (headers: Headers): Promise<string> => {
  const made = await bench.ask('POST', `/v1/cases/${piece.caseId}/evidence/${piece.id}/link`, {
    anonymous: true,
    headers,
    body: { purpose: 'view' },
  })
  expect(made.status, made.text).toBe(201)
  return made.data.url
}

/** What the address answers to whoever holds it, without any credential. */
const served = async (url: string): Promise<readonly [number, string]> => {
  const answer = await bench.ask('GET', url, { anonymous: true })
  return [answer.status, answer.status === 200 ? answer.text : answer.error.code]
}

const whole = [200, 'true']
const ended = [404, 'not_found']

describe('E-37: a link', () => {
  it('ends with the sign-in that made it, and with no other of that person', async () => {
    const person = await bench.addPerson('investigator', 'link.maker')
    const [leaving, staying] = [await signIn(person), await signIn(person)]
    const [ends, stays] = [await linkBy(leaving), await linkBy(staying)]
    expect([await served(ends), await served(stays)]).toEqual([whole, whole])
    expect((await bench.ask('POST', '/v1/auth/logout', { anonymous: true, headers: leaving, body: {} })).status).toBe(
      200,
    )
    expect([await served(ends), await served(stays)]).toEqual([ended, whole])
    expect((await bench.ask('HEAD', ends, { anonymous: true, headers: { range: 'bytes=0-1' } })).status).toBe(404)
    // The other one ends with a new password, set elsewhere.
    const third = await signIn(person)
    expect(
      (
        await bench.ask('PUT', '/v1/me/password', {
          anonymous: true,
          headers: third,
          body: { current: person.password, next: 'a longer password than before' },
        })
      ).status,
    ).toBe(200)
    expect([await served(stays), await served(await linkBy(third))]).toEqual([ended, whole])
  })

  it('ends with the account of who made it, by a token of the folder’s key too', async () => {
    const person = await bench.addPerson('investigator', 'link.leaver')
    const links = [await linkBy(await signIn(person)), await linkBy(bearer(person.token))]
    expect(await Promise.all(links.map(served))).toEqual([whole, whole])
    await bench.ask('PATCH', `/v1/users/${person.id}`, { body: { active: false } })
    expect(await Promise.all(links.map(served))).toEqual([ended, ended])
  })

  it('ends with the API key that made it', async () => {
    const key = (await bench.ask('POST', '/v1/keys', { body: { label: 'Reader', scopes: ['v4:read', 'v4:write'] } }))
      .data
    const headers = { authorization: `Bearer ${key.secret}`, 'x-workspace-id': bench.workspaceId }
    const made = await bench.ask('POST', '/v4/evidence/download', {
      anonymous: true,
      headers,
      body: { evidence_id: piece.id },
    })
    const url = made.data.link?.url ?? ''
    expect(await served(url), made.text).toEqual(whole)
    await bench.ask('DELETE', `/v1/keys/${key.id}`)
    expect(await served(url)).toEqual(ended)
  })

  it('of a file of a report and of a bundle ends like one of evidence', { timeout: 30_000 }, async () => {
    const person = await bench.addPerson('supervisor', 'link.reporter')
    const headers = await signIn(person)
    const to = new Date(bench.env.clock.nowMs()).toISOString()
    const kpi = await bench.ask('POST', '/v1/kpi-reports', {
      anonymous: true,
      headers,
      body: { from: '2026-01-01T00:00:00Z', to },
    })
    const report = (
      await bench.ask('POST', `/v1/kpi-reports/${kpi.data.id}/exports`, {
        anonymous: true,
        headers,
        body: { format: 'csv' },
      })
    ).data.url
    const started = await bench.ask('POST', `/v1/cases/${piece.caseId}/exports`, {
      anonymous: true,
      headers,
      body: { evidence: 'all', disclosures: 'all', reason: 'For the court' },
    })
    const { id } = started.data
    await expect
      .poll(async () => (await bench.ask('GET', `/v1/exports/${id}`)).data.state, { timeout: 20_000 })
      .toBe('done')
    const bundle = (await bench.ask('POST', `/v1/exports/${id}/link`, { anonymous: true, headers, body: {} })).data.url
    expect((await Promise.all([report, bundle].map(served))).map(([status]) => status)).toEqual([200, 200])
    await bench.ask('POST', '/v1/auth/logout', { anonymous: true, headers, body: {} })
    expect(await Promise.all([report, bundle].map(served))).toEqual([ended, ended])
  })

  it('ends with a role that gave the right to it, and not with one that leaves it', async () => {
    const person = await bench.addPerson('supervisor', 'link.demoted')
    const started = await bench.ask('POST', `/v1/cases/${piece.caseId}/exports`, {
      body: { evidence: 'all', disclosures: 'all', reason: 'For the court' },
    })
    const { id } = started.data
    await expect
      .poll(async () => (await bench.ask('GET', `/v1/exports/${id}`)).data.state, { timeout: 20_000 })
      .toBe('done')
    const bundle = (await bench.ask('POST', `/v1/exports/${id}/link`, { as: person, body: {} })).data.url
    const evidence = await linkBy(bearer(person.token))
    await bench.ask('PATCH', `/v1/users/${person.id}`, { body: { role: 'investigator' } })
    expect((await Promise.all([bundle, evidence].map(served))).map(([status]) => status)).toEqual([200, 200])
    await bench.ask('PATCH', `/v1/users/${person.id}`, { body: { role: 'auditor' } })
    expect(await served(bundle)).toEqual(ended)
    expect(await served(evidence), 'an auditor may look at evidence').toEqual(whole)
  })

  it(
    'to evidence and to a file of a report ends with an erasure in its case, and with none in another',
    { timeout: 30_000 },
    async () => {
      const other = await bench.createCase('Another case')
      for (const id of [other.id, piece.caseId])
        await bench.ask('POST', `/v1/cases/${id}/notes`, { body: { text: 'Her name' } })
      const report = (await bench.ask('POST', '/v1/reports', { body: { kind: 'case_report', case_id: piece.caseId } }))
        .data
      const file = (await bench.ask('POST', `/v1/reports/${report.id}/exports`, { body: { format: 'pdf' } })).data.url
      const links = [await linkBy(bearer(bench.admin.token)), file]
      const eraseIn = async (id: number): Promise<void> => {
        const note = (await bench.ask('GET', `/v1/cases/${id}/timeline`)).data.find(({ type }) => type === 'note.added')
        const erased = await bench.ask('POST', `/v1/cases/${id}/redactions`, {
          body: { entry_id: note?.entry_id, digests: [note?.withheld.text?.digest], legal_basis: 'gdpr_art_17' },
        })
        expect(erased.status, erased.text).toBe(200)
      }
      await eraseIn(other.id)
      expect((await Promise.all(links.map(served))).map(([status]) => status)).toEqual([200, 200])
      await eraseIn(piece.caseId)
      expect(await Promise.all(links.map(served))).toEqual([ended, ended])
      expect(await served(await linkBy(bearer(bench.admin.token)))).toEqual(whole)
    },
  )

  it('ends when its sign-in has lasted twelve hours', async () => {
    const opened = await bench.ask('POST', '/v1/auth/session', {
      anonymous: true,
      body: { login_name: bench.admin.login, password: bench.admin.password },
    })
    const [cookie] = (opened.headers.get('set-cookie') ?? '').split(';')
    // The sign-in is known by its last minutes alone, as to a window that was left open.
    later = 12 * 3_600_000 - 60_000
    const url = await linkBy({ cookie, 'x-fieldseal-window': '1', origin: bench.url })
    expect(await served(url)).toEqual(whole)
    later += 60_001
    expect(await served(url)).toEqual(ended)
    later = 0
  })

  it('of the desktop, which signs nobody in, goes on while others sign out', async () => {
    const { access_token: token, institution_key: localKey } = await localSessionOf(bench.service)
    const url = await linkBy({ authorization: `Bearer ${token}`, 'x-api-key': localKey })
    const other = await signIn(await bench.addPerson('investigator', 'link.other'))
    await bench.ask('POST', '/v1/auth/logout', { anonymous: true, headers: other, body: {} })
    expect(await served(url)).toEqual(whole)
  })
})

describe('E-37: a link to evidence of a case that leaves the device', () => {
  it('serves nothing from then on, and breaks off what is on its way', { timeout: 60_000 }, async () => {
    const field = await freshField()
    try {
      const { workspace } = await field.enrol()
      const { admin } = field
      const { id: caseId } = granted(
        await workspace.cases.create(
          { title: 'Payments', description: 'To a shell company.', priority: 'low' },
          { actor: admin },
        ),
      )
      const { uid } = granted(await workspace.cases.read(caseId))
      const service = await createEvidenceService(workspace, '1.0.0', turnedByHand())
      const bytes = randomBytes(3 * segmentBytes)
      const { id: upload } = granted(
        await service.uploads.open(
          caseId,
          { name: 'disk.img', size: bytes.length, facts: {} },
          { actor: admin, name: 'Ana Ruiz' },
        ),
      )
      granted(await service.uploads.write(upload, 0, Readable.from([bytes])))
      const evidenceId = granted(service.acquisitions.read(upload)).evidence_id ?? 0
      const { url } = granted(await service.release(caseId, evidenceId, 'view', { ...admin, family: null }))
      const content = service.links.find(url.split('/').at(-1) ?? '')
      if (content === null) throw new Error('the link serves nothing')
      const parts = granted(await content.open(0, bytes.length))[Symbol.asyncIterator]()
      expect((await parts.next()).done).toBe(false)
      await workspace.sync.replica.take({ cases: [], granted: [], dropped: [uid], lease: null, since: null })
      expect(service.links.find(url.split('/').at(-1) ?? '')).toBeNull()
      await expect(parts.next()).rejects.toThrow('the right to read it ended')
      await service.close()
    } finally {
      await field.remove()
    }
  })
})
