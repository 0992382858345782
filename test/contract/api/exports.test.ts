import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBundle } from '../../../main/bundle/check/verify-bundle.ts'
import type { BundleReport } from '../../../main/bundle/check/verify-bundle.ts'
import { nodeHasher } from '../../../main/bundle/read/node-hasher.ts'
import { openBundle } from '../../../main/bundle/read/open-bundle.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'
import { localSessionOf } from '../../support/local-session-of.ts'

let bench: Bench
let folder: string
let local: Record<string, string>
let caseId: number
const bytes = { ledger: randomBytes(70_000), note: Buffer.from('Überweisung an 王\n') }

const acquire = async (name: string, content: Uint8Array, facts: object = {}): Promise<void> => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  const { data } = await bench.ask('POST', `/v1/cases/${caseId}/acquisitions`, {
    body: { path: file, facts },
    headers: local,
  })
  while ((await bench.ask('GET', `/v1/acquisitions/${data.id}`)).data.state === 'running')
    await new Promise((resolve) => setImmediate(resolve))
}

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-exports-'))
  const session = await localSessionOf(bench.service)
  local = { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key }
  caseId = (await bench.createCase('Payments to a shell company')).id
  await acquire('ledger.xlsx', bytes.ledger, { source: 'Laptop of Ms. Hidden Person' })
  await acquire('note.txt', bytes.note)
  await bench.ask('POST', `/v1/cases/${caseId}/notes`, { body: { text: 'A secret source told us.' } })
})
afterAll(async () => {
  await bench.close()
  rmSync(folder, { recursive: true, force: true })
})

const exported = async (choice: object) => {
  const started = await bench.ask('POST', `/v1/cases/${caseId}/exports`, {
    body: { reason: 'For the court', ...choice },
  })
  expect(started.status, started.text).toBe(202)
  for (;;) {
    const { data } = await bench.ask('GET', `/v1/exports/${started.data.id}`)
    if (data.state !== 'running') return data
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const fetched = async (id: string): Promise<Buffer> => {
  const { data } = await bench.ask('POST', `/v1/exports/${id}/link`)
  const response = await fetch(bench.url + data.url)
  return Buffer.from(await response.arrayBuffer())
}

const verified = async (bundle: Uint8Array, name: string, identity?: string): Promise<BundleReport> => {
  const file = path.join(folder, name)
  writeFileSync(file, bundle)
  const keyFile = path.join(folder, 'identity.txt')
  if (identity !== undefined) writeFileSync(keyFile, identity)
  const opened = await openBundle(file, identity === undefined ? undefined : keyFile)
  if (!opened.ok) throw new Error(opened.error)
  try {
    return await verifyBundle(opened.value.source, { createHasher: nodeHasher })
  } finally {
    await opened.value.close()
  }
}

const codes = (report: BundleReport): string[] => [...new Set(report.findings.map(({ code }) => code))].sort()

describe('exports', () => {
  it('a whole case becomes a bundle that verifies, is what its hash says, and is in the custody of every piece', async () => {
    const done = await exported({})
    expect(done).toMatchObject({
      state: 'done',
      pieces: 2,
      disclosures: 'all',
      encrypted: false,
      bytes_done: bytes.ledger.length + bytes.note.length,
      error: null,
    })
    const bundle = await fetched(done.id)
    expect([bundle.length, createHash('sha256').update(bundle).digest('hex')]).toEqual([done.size, done.sha256])
    const report = await verified(bundle, 'whole.zip')
    expect(codes(report)).toContain('key_unconfirmed')
    expect(report.verdict).toBe('intact')
    for (const file of ['data/report.html', 'data/report.pdf', 'verify.html', 'VERIFY.txt'])
      expect(bundle.includes(file), file).toBe(true)
    const piece = (await bench.ask('GET', `/v1/cases/${caseId}/evidence`)).data[0]
    const { custody } = (await bench.ask('GET', `/v1/cases/${caseId}/evidence/${piece?.id}`)).data
    expect(custody.at(-2)).toMatchObject({ type: 'evidence.exported', entry_id: done.entry_id, text: 'For the court' })
    expect(custody.at(-1)).toMatchObject({ type: 'evidence.bundle_taken', text: null })
  })

  it('what a recipient may not see is nowhere in the bundle, and stays provable', async () => {
    const done = await exported({ evidence: 'none', disclosures: 'none' })
    expect(done).toMatchObject({ state: 'done', pieces: 0, disclosures: 'none' })
    const bundle = await fetched(done.id)
    const report = await verified(bundle, 'bare.zip')
    expect(report.verdict).toBe('intact')
    expect(codes(report)).toContain('left_out')
    const opened = await openBundle(path.join(folder, 'bare.zip'))
    if (!opened.ok) throw new Error(opened.error)
    const secrets = ['Hidden Person', 'secret source', 'shell company', 'ledger.xlsx', 'Ada Berg', 'For the court']
    for (const { path: name } of opened.value.source.files) {
      const parts: Uint8Array[] = []
      for await (const part of opened.value.source.read(name)) parts.push(part)
      const text = Buffer.concat(parts).toString('utf8')
      for (const secret of secrets) expect(text.includes(secret), `${secret} in ${name}`).toBe(false)
    }
    await opened.value.close()
  })

  it('chosen pieces and all values but some', async () => {
    const pieces = (await bench.ask('GET', `/v1/cases/${caseId}/evidence`)).data
    const { data } = await bench.ask('GET', `/v1/cases/${caseId}/timeline`)
    const note = data.find(({ type }) => type === 'note.added')
    const done = await exported({ evidence: [pieces[1]?.id], disclosures: { except: [note?.withheld.text?.digest] } })
    expect(done).toMatchObject({ state: 'done', pieces: 1, disclosures: 'some' })
    const bundle = await fetched(done.id)
    expect((await verified(bundle, 'some.zip')).verdict).toBe('intact')
  })

  it('for a recipient of age only that recipient can open it', async () => {
    const identity = await generateIdentity()
    const done = await exported({ recipient: await identityToRecipient(identity) })
    expect(done).toMatchObject({ state: 'done', encrypted: true })
    expect(done.file_name).toMatch(/\.zip\.age$/)
    const bundle = await fetched(done.id)
    expect((await verified(bundle, 'sealed.zip.age', identity)).verdict).toBe('intact')
    await expect(verified(bundle, 'sealed2.zip.age', await generateIdentity())).rejects.toThrow()
  })

  it('refuses strange pieces and recipients before anything is sealed', async () => {
    const { data } = await bench.ask('GET', `/v1/cases/${caseId}`)
    expect(
      (await bench.ask('POST', `/v1/cases/${caseId}/exports`, { body: { evidence: [424_242], reason: 'x' } })).error
        .code,
    ).toBe('unknown_reference')
    expect(
      (
        await bench.ask('POST', `/v1/cases/${caseId}/exports`, {
          body: { recipient: `age1${'q'.repeat(58)}`, reason: 'x' },
        })
      ).error.code,
    ).toBe('unknown_reference')
    expect((await bench.ask('POST', `/v1/cases/424242/exports`, { body: { reason: 'x' } })).status).toBe(404)
    expect((await bench.ask('GET', `/v1/cases/${caseId}`)).data.updated_at).toBe(data.updated_at)
  })

  it('is listed, discarded, and then gone from the disk', async () => {
    const { data } = await bench.ask('GET', `/v1/cases/${caseId}/exports`)
    expect(data.length).toBeGreaterThanOrEqual(4)
    for (const { id } of data) expect((await bench.ask('DELETE', `/v1/exports/${id}`)).status).toBe(200)
    expect((await bench.ask('GET', `/v1/cases/${caseId}/exports`)).data).toEqual([])
    const left = readdirSync(path.join(bench.dataDir, 'exports'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    )
    expect(left).toEqual([])
  })

  it('L-56: an erasure tells how many bundles it discarded, and their links say in a sentence why they serve nothing', async () => {
    await bench.ask('POST', `/v1/cases/${caseId}/notes`, { body: { text: 'SENSITIVE gazelle' } })
    const [kept, handedOut] = [await exported({}), await exported({})]
    const { url } = (await bench.ask('POST', `/v1/exports/${handedOut.id}/link`)).data
    expect((await fetch(bench.url + url, { method: 'HEAD' })).status).toBe(200)
    const { data } = await bench.ask('GET', `/v1/cases/${caseId}/timeline`)
    const note = data.find(({ type }) => type === 'note.added')
    const before = (await bench.ask('GET', `/v1/cases/${caseId}/exports`)).data.length
    const erased = await bench.ask('POST', `/v1/cases/${caseId}/redactions`, {
      body: { entry_id: note?.entry_id, digests: [note?.withheld.text?.digest], legal_basis: 'gdpr_art_17' },
    })
    expect(erased.data).toMatchObject({ erased: 1, exports_discarded: before })
    expect((await fetch(bench.url + url, { method: 'HEAD' })).status).toBe(404)
    const refusedLink = await bench.ask('GET', url)
    expect([refusedLink.status, refusedLink.error.message]).toEqual([
      404,
      'This bundle is not kept any more: it was discarded, it is older than a day, or a value of its case was erased after it was asked for. Make a new one.',
    ])
    expect((await bench.ask('POST', `/v1/exports/${kept.id}/link`)).status).toBe(404)
    expect((await bench.ask('GET', `/v1/cases/${caseId}/exports`)).data).toEqual([])
    const again = await fetched((await exported({})).id)
    expect((await verified(again, 'after-erasure.zip')).verdict).toBe('intact')
  })

  it('fails in words where stored evidence was altered, and hands nothing out', async () => {
    const shards = path.join(bench.dataDir, 'blobs/sha256')
    const blob = path.join(
      shards,
      createHash('sha256').update(bytes.note).digest('hex').slice(0, 2),
      createHash('sha256').update(bytes.note).digest('hex'),
    )
    writeFileSync(blob, randomBytes(300))
    const done = await exported({})
    expect(done.state).toBe('failed')
    expect(done.error).toContain('note.txt')
    expect((await bench.ask('POST', `/v1/exports/${done.id}/link`)).status).toBe(404)
    const report = await bench.ask('POST', `/v1/cases/${caseId}/verify`)
    expect(report.data.findings.map(({ code }) => code)).toContain('blob_differs')
    const piece = (await bench.ask('GET', `/v1/cases/${caseId}/evidence?q=note`)).data[0]
    const { data } = await bench.ask('POST', `/v1/cases/${caseId}/evidence/${piece?.id}/link`, {
      body: { purpose: 'view' },
    })
    const refused = await fetch(bench.url + data.url)
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'evidence_damaged' } }])
  })
})
