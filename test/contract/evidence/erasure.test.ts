import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvidenceService } from '../../../main/server/evidence/evidence-service.ts'
import { runHere } from '../../support/command-here.ts'
import { decryptedPages } from '../../support/raw-database.ts'
import { turnedByHand } from '../../support/turned-by-hand.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'

/** Evidence bytes erased by order: asked for by one, approved by another (L-130 to L-134). */

let bench: Bench
let asker: Person
let approver: Person

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  asker = await bench.addPerson('supervisor', 'asks')
  approver = await bench.addPerson('supervisor', 'approves')
})
afterAll(() => bench.close())

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const upload = async (caseId: number, name: string, bytes: Uint8Array): Promise<number> => {
  const opened = await bench.ask('POST', `/v1/cases/${caseId}/uploads`, {
    body: { name, size: bytes.length, facts: {} },
  })
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  return (await bench.ask('PATCH', opened.data.upload_url, { headers, raw: bytes })).status
}

const pieceNamed = async (caseId: number, name: string) => {
  const found = (await bench.ask('GET', `/v1/cases/${caseId}/evidence?q=${name}`)).data[0]
  if (found === undefined) throw new Error(`no piece ${name}`)
  return found
}

const order = { legal_basis: 'court_order', reference: 'AG 12/31', reason: 'The seizure was unlawful.' } as const

const asked = async (caseId: number, piece: number, as = asker) =>
  await bench.ask('POST', `/v1/cases/${caseId}/evidence/${piece}/erasure`, { as, body: order })

const approved = async (caseId: number, piece: number, request: string, as = approver) =>
  await bench.ask('POST', `/v1/cases/${caseId}/evidence/${piece}/erasure/approve`, { as, body: { request } })

const bytesOfPiece = async (caseId: number, piece: number) =>
  await bench.ask('POST', `/v1/cases/${caseId}/evidence/${piece}/link`, { body: { purpose: 'view' } })

/** A case with one piece; its name is its own. */
const withPiece = async (bytes: Uint8Array, name = 'phone.txt') => {
  const { id: caseId } = await bench.createCase()
  expect(await upload(caseId, name, bytes)).toBe(204)
  return { caseId, piece: (await pieceNamed(caseId, name)).id }
}

const storedAt = (sha256: string): string => bench.service.workspace.evidence.blobs.pathOf(sha256)

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [],
  )

describe('L-131: two people', () => {
  it('L-135: one asks, the same is refused, another approves, and the piece says so everywhere', async () => {
    const bytes = randomBytes(5_000)
    const { caseId, piece } = await withPiece(bytes)
    const request = await asked(caseId, piece)
    expect(request.status, request.text).toBe(200)
    expect((await asked(caseId, piece)).error.code).toBe('already_done')
    expect((await approved(caseId, piece, request.data.entry_id, asker)).error.code).toBe('four_eyes_required')
    expect(existsSync(storedAt(sha256Of(bytes)))).toBe(true)
    const waiting = await bench.ask('GET', '/v1/evidence-erasures?state=waiting')
    expect(waiting.data.map((one) => [one.evidence_id, one.reason])).toContainEqual([piece, order.reason])

    const done = await approved(caseId, piece, request.data.entry_id)
    expect(done.status, done.text).toBe(200)
    expect(done.data).toMatchObject({ kept_for: [], exports_discarded: 0 })
    const read = await bench.ask('GET', `/v1/cases/${caseId}/evidence/${piece}`)
    expect(read.data).toMatchObject({
      bytes: 'erased',
      sha256: sha256Of(bytes),
      size: 5_000,
      erasure: { state: 'erased', reference: 'AG 12/31', reason: order.reason, decided_by: { id: approver.id } },
    })
    expect(read.data.custody.map(({ type }) => type)).toEqual([
      'evidence.acquired',
      'evidence.erasure_requested',
      'evidence.erased',
    ])
    const refused = await bytesOfPiece(caseId, piece)
    expect([refused.status, refused.error.code]).toEqual([410, 'evidence_erased'])
    expect((await bench.ask('GET', `/v1/cases/${caseId}/overview`)).data.evidence).toMatchObject({
      here: 0,
      erased: 1,
      elsewhere: 0,
    })
    expect((await approved(caseId, piece, request.data.entry_id)).error.code).toBe('already_done')
  })

  it('a declined request erases nothing, and can be made again', async () => {
    const { caseId, piece } = await withPiece(randomBytes(100))
    const request = await asked(caseId, piece)
    const declined = await bench.ask('POST', `/v1/cases/${caseId}/evidence/${piece}/erasure/decline`, {
      as: approver,
      body: { request: request.data.entry_id, reason: 'Another phone.' },
    })
    expect(declined.status, declined.text).toBe(200)
    expect((await approved(caseId, piece, request.data.entry_id)).error.code).toBe('unknown_reference')
    expect((await bytesOfPiece(caseId, piece)).status).toBe(201)
    expect((await asked(caseId, piece)).status).toBe(200)
  })

  it('an investigator may ask and not approve', async () => {
    const investigator = await bench.addPerson('investigator', 'works')
    const { caseId, piece } = await withPiece(randomBytes(100))
    const request = await asked(caseId, piece, investigator)
    expect(request.status).toBe(200)
    expect((await approved(caseId, piece, request.data.entry_id, investigator)).error.code).toBe('forbidden')
  })

  it('a legal hold refuses the request, and an approval of an earlier one', async () => {
    const { caseId, piece } = await withPiece(randomBytes(100))
    const request = await asked(caseId, piece)
    const hold = { body: { reason: 'A court asks for it.' } }
    expect((await bench.ask('POST', `/v1/cases/${caseId}/hold`, hold)).status).toBe(200)
    expect((await approved(caseId, piece, request.data.entry_id)).error.code).toBe('legal_hold')
    expect((await bytesOfPiece(caseId, piece)).status).toBe(201)
  })
})

describe('L-132: what goes', () => {
  it('file, key and text are nowhere in the folder, with its keys at hand, and what remains verifies', async () => {
    const bytes = Buffer.from(`Meet at the quarry. ${'zirconium '.repeat(40)}`)
    const { caseId, piece } = await withPiece(bytes)
    const sha256 = sha256Of(bytes)
    const { workspace } = bench.service
    const texts = async () => (await bench.ask('GET', `/v1/cases/${caseId}/evidence-text`)).data
    await expect.poll(async () => (await texts()).pieces.read, { timeout: 30_000 }).toBe(1)
    const key = await workspace.evidence.store.blobKey(sha256, caseId)
    const stored = readFileSync(storedAt(sha256))
    const [wrapped] = await workspace.db.selectFrom('blob_keys').selectAll().where('sha256', '=', sha256).execute()
    const kept = await workspace.db
      .selectFrom('evidence_text_files')
      .selectAll()
      .where('case_id', '=', caseId)
      .execute()
    const textFiles = filesBelow(workspace.folder.texts).filter((file) => file.includes(kept[0]?.file ?? '?'))
    expect([key?.length, textFiles.length > 0]).toEqual([32, true])
    const pages = () => decryptedPages(workspace.folder.database, workspace.keys.database)
    expect(pages().includes(wrapped?.wrapped_key ?? '?')).toBe(true)

    const request = await asked(caseId, piece)
    expect((await approved(caseId, piece, request.data.entry_id)).status).toBe(200)
    for (const file of filesBelow(workspace.folder.dir)) {
      const content = file.endsWith('fieldseal.db') ? pages() : readFileSync(file)
      // The bytes as they were stored, the key of the file in the clear and wrapped, and the key of the text.
      for (const one of [stored.subarray(0, 64), key, wrapped?.wrapped_key, kept[0]?.wrapped_key])
        expect(content.includes(Buffer.from(one ?? [])), file).toBe(false)
    }
    expect(existsSync(storedAt(sha256))).toBe(false)
    expect(textFiles.filter((file) => existsSync(file))).toEqual([])
    const found = await bench.ask('POST', `/v1/cases/${caseId}/evidence-text/search`, { body: { q: 'zirconium' } })
    expect(found.data).toEqual([])
    const verified = await bench.ask('POST', `/v1/cases/${caseId}/verify`)
    expect(verified.data.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
    expect(verified.data.findings.map(({ message }) => message)).toContain(
      'a file was erased by order AG 12/31, and a sealed entry says so',
    )
  })

  it('a file that is gone without such an entry is a fault all the same', async () => {
    const bytes = randomBytes(300)
    const { caseId } = await withPiece(bytes)
    await bench.service.workspace.evidence.blobs.remove(sha256Of(bytes))
    const verified = await bench.ask('POST', `/v1/cases/${caseId}/verify`)
    expect(verified.data.findings.map(({ code }) => code)).toContain('blob_missing')
  })

  it('E-37: a link that was given before serves nothing any more', async () => {
    const { caseId, piece } = await withPiece(randomBytes(200))
    const { url } = (await bytesOfPiece(caseId, piece)).data
    const request = await asked(caseId, piece)
    await approved(caseId, piece, request.data.entry_id)
    expect((await bench.ask('GET', url, { anonymous: true })).status).toBe(404)
  })

  it('a bundle that is made afterwards holds the entries and not the bytes, and verifies as erased', async () => {
    const bytes = randomBytes(400)
    const { caseId, piece } = await withPiece(bytes)
    const other = randomBytes(500)
    expect(await upload(caseId, 'kept.bin', other)).toBe(204)
    const request = await asked(caseId, piece)
    await approved(caseId, piece, request.data.entry_id)
    const out = path.join(path.dirname(bench.dataDir), 'erased.zip')
    const begun = await bench.ask('POST', `/v1/cases/${caseId}/exports`, {
      body: { evidence: 'all', disclosures: 'all', reason: 'For the court.' },
    })
    expect(begun.status, begun.text).toBe(202)
    const state = async () => (await bench.ask('GET', `/v1/exports/${begun.data.id}`)).data.state
    await expect.poll(state, { timeout: 60_000 }).toBe('done')
    const link = await bench.ask('POST', `/v1/exports/${begun.data.id}/link`)
    const bundle = Buffer.from(await (await fetch(bench.url + link.data.url)).arrayBuffer())
    expect(bundle.includes(bytes)).toBe(false)
    writeFileSync(out, bundle)
    const checked = await runHere('verify', out)
    expect(checked.lines.filter(({ severity }) => severity === 'fault')).toEqual([])
    expect(checked.lines.map(({ message }) => message)).toContain(
      'a file was erased by order AG 12/31, and a sealed entry says so',
    )
  }, 120_000)
})

describe('L-132, L-133: bytes that others have, and bytes that come again', () => {
  it('another case keeps them', async () => {
    const bytes = randomBytes(700)
    const first = await withPiece(bytes)
    const second = await withPiece(bytes)
    const request = await asked(first.caseId, first.piece)
    await approved(first.caseId, first.piece, request.data.entry_id)
    expect((await bytesOfPiece(first.caseId, first.piece)).error.code).toBe('evidence_erased')
    const { url } = (await bytesOfPiece(second.caseId, second.piece)).data
    expect((await bench.ask('GET', url, { anonymous: true })).status).toBe(200)
  })

  it('another piece of the case keeps them until it is erased too', async () => {
    const bytes = randomBytes(700)
    const { caseId, piece } = await withPiece(bytes)
    expect(await upload(caseId, 'copy.txt', bytes)).toBe(204)
    const copy = (await pieceNamed(caseId, 'copy')).id
    const request = await asked(caseId, piece)
    expect((await approved(caseId, piece, request.data.entry_id)).data.kept_for).toEqual([copy])
    expect((await bytesOfPiece(caseId, copy)).status).toBe(201)
    const verified = await bench.ask('POST', `/v1/cases/${caseId}/verify`)
    expect(verified.data.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
    const again = await asked(caseId, copy)
    await approved(caseId, copy, again.data.entry_id)
    expect(existsSync(storedAt(sha256Of(bytes)))).toBe(false)
  })

  it('the case does not take them in again, in words, and keeps nothing of them', async () => {
    const bytes = randomBytes(2_000)
    const { caseId, piece } = await withPiece(bytes)
    const request = await asked(caseId, piece)
    await approved(caseId, piece, request.data.entry_id)
    expect(await upload(caseId, 'again.txt', bytes)).toBe(410)
    expect((await bench.ask('GET', `/v1/cases/${caseId}/evidence`)).data).toHaveLength(1)
    expect(existsSync(storedAt(sha256Of(bytes)))).toBe(false)
    expect(filesBelow(path.join(bench.dataDir, 'blobs')).filter((file) => file.endsWith('.part'))).toEqual([])
  })
})

it('L-134: a stop after the entry was sealed leaves a file without a key, which the next start removes', async () => {
  const bytes = randomBytes(900)
  const { caseId, piece } = await withPiece(bytes)
  const request = await asked(caseId, piece)
  const { workspace } = bench.service
  // The store alone: what the service does after the commit does not come to be.
  const by = { userId: approver.id, userUid: approver.uid, role: approver.role }
  const sealed = await workspace.evidence.erasures.approve(caseId, piece, { request: request.data.entry_id }, by)
  expect(sealed.ok).toBe(true)
  expect(existsSync(storedAt(sha256Of(bytes)))).toBe(true)
  expect(await workspace.evidence.store.blobKey(sha256Of(bytes))).toBeNull()
  const again = await createEvidenceService(workspace, '0.0.0', turnedByHand())
  await again.close()
  expect(existsSync(storedAt(sha256Of(bytes)))).toBe(false)
})
