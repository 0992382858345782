import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { segmentBytes } from '../../../main/blobs/partial-blob.ts'
import { multipartFileMax } from '../../../shared/api/v4-evidence.ts'
import { asked } from './asked.ts'
import type { Answered, Asked } from './asked.ts'
import { startBench } from './support.ts'
import type { Bench, Sent } from './support.ts'

let bench: Bench
let caseId: number
let caseNumber: string
beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  const made = await bench.createCase()
  caseId = made.id
  caseNumber = made.case_number
})
afterAll(() => bench.close())

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const call = <O extends string>(operation: O, body: object | undefined, sent: Sent = {}) =>
  bench.ask('POST', `/v4/evidence/${operation}`, {
    ...sent,
    anonymous: true,
    body,
    headers: { authorization: `Bearer ${bench.apiKey}`, ...sent.headers },
  })

const inWorkspace = <O extends string>(operation: O, body: object = {}) =>
  call(operation, { workspace_id: bench.workspaceId, ...body })

const form = async (
  parts: readonly (readonly [string, string | Blob, string?])[],
  workspace = true,
): Promise<Asked<Answered<'POST', '/v4/evidence/upload'>>> => {
  const data = new FormData()
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, fileName ?? 'file.bin')
  }
  const headers = {
    authorization: `Bearer ${bench.apiKey}`,
    ...(workspace ? { 'x-workspace-id': bench.workspaceId } : {}),
  }
  const response = await fetch(`${bench.url}/v4/evidence/upload`, { method: 'POST', headers, body: data })
  return asked('POST', '/v4/evidence/upload', {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  })
}

const operations = ['upload', 'list', 'download', 'export'] as const

describe('with the workspace alone', () => {
  it.each(operations)(
    '%s answers success, status and timestamp, wherever the workspace is named',
    async (operation) => {
      const ways = await Promise.all([
        call(operation, { workspace_id: bench.workspaceId }),
        call(operation, undefined, { headers: { 'x-workspace-id': bench.workspaceId } }),
        bench.ask('POST', `/api/v4/evidence/${operation}?workspace_id=${bench.workspaceId}`, {
          anonymous: true,
          headers: { authorization: `Bearer ${bench.apiKey}` },
        }),
      ])
      for (const { status, whole } of ways) {
        expect([status, whole.success]).toEqual([200, true])
        expect(whole.data.status).toMatch(/^(ready|ok)$/)
        expect(whole.data.timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$/)
      }
    },
  )

  it.each(operations)('%s without it is 400, with another 403, without a key 401', async (operation) => {
    expect((await call(operation, {})).status).toBe(400)
    expect((await call(operation, { workspace_id: '018f0000-0000-7000-8000-000000000000' })).error.code).toBe(
      'workspace_mismatch',
    )
    expect(
      (
        await bench.ask('POST', `/v4/evidence/${operation}`, {
          anonymous: true,
          body: { workspace_id: bench.workspaceId },
        })
      ).status,
    ).toBe(401)
  })

  it('upload says what may come and where it goes', async () => {
    const { data } = await inWorkspace('upload')
    expect(data.limits).toMatchObject({
      multipart_file_bytes: multipartFileMax,
      file_bytes: null,
      chunk_bytes: 64 * segmentBytes,
    })
    expect(data.limits?.free_bytes).toBeGreaterThan(0)
  })
})

describe('with more', () => {
  it('E-19: times of an acquisition that cannot be are refused in the form and in the upload that is resumed', async () => {
    const facts = { started_at: '2099-01-01T00:00:00Z', ended_at: '2099-01-01T00:00:01Z' }
    const opened = await inWorkspace('upload', { case_id: caseId, name: 'a.bin', size: 3, facts })
    const sent = await form([
      ['case_id', String(caseId)],
      ['facts', JSON.stringify({ ...facts, ended_at: '1970-01-01T00:00:00Z' })],
      ['file', new Blob([Buffer.from('abc')]), 'a.bin'],
    ])
    expect([opened.status, opened.error.details?.[0]?.path]).toEqual([400, 'body.facts.started_at'])
    expect([sent.status, sent.error.message]).toEqual([
      400,
      expect.stringContaining('ended_at must not lie before started_at'),
    ])
  })

  it('a small file comes as a form, in one request', async () => {
    const bytes = randomBytes(3_000)
    const { status, data } = await form([
      ['case_number', caseNumber],
      ['path', 'Mail/attachments/ü.pdf'],
      ['facts', JSON.stringify({ source: 'Mail gateway', method: 'system_export' })],
      ['file', new Blob([bytes]), 'ü.pdf'],
    ])
    expect([status, data.status]).toEqual([200, 'acquired'])
    expect(data.evidence).toMatchObject({
      case_id: caseId,
      name: 'ü.pdf',
      path: 'Mail/attachments/ü.pdf',
      sha256: sha256(bytes),
      acquired_by: { id: null, name: expect.stringMatching(/^API key /) as unknown },
    })
    const { data: read } = await bench.ask('GET', `/v1/cases/${caseId}/evidence/${data.evidence?.id}`)
    expect(read.facts).toMatchObject({ source: 'Mail gateway', method: 'system_export' })
  })

  it('a form that is wrong is refused, and nothing of it is kept', async () => {
    const before = (await inWorkspace('list')).data.pagination.total
    const file = ['file', new Blob(['x']), 'x.txt'] as const
    expect((await form([file, ['case_id', String(caseId)]])).status).toBe(400)
    expect((await form([['case_id', '424242'], file])).status).toBe(404)
    expect((await form([['case_id', String(caseId)], ['case_id', '1'], file])).status).toBe(400)
    expect((await form([['case_id', String(caseId)], ['facts', '{'], file])).status).toBe(400)
    expect(
      (await form([['case_id', String(caseId)], ['facts', JSON.stringify({ source_sha256: 'a'.repeat(64) })], file]))
        .error.code,
    ).toBe('hash_mismatch')
    expect((await form([['case_id', String(caseId)], ['colour', 'red'], file])).status).toBe(400)
    expect((await form([['case_id', String(caseId)]])).status).toBe(400)
    expect((await form([['case_id', String(caseId)], file], false)).status).toBe(400)
    expect(
      (await form([['workspace_id', '018f0000-0000-7000-8000-000000000000'], ['case_id', String(caseId)], file], false))
        .status,
    ).toBe(403)
    expect(
      (
        await form([
          ['case_id', String(caseId)],
          ['file', new Blob([Buffer.alloc(multipartFileMax + 10)]), 'big.bin'],
        ])
      ).status,
    ).toBe(413)
    for (const behind of [
      ['facts', JSON.stringify({ source_sha256: 'a'.repeat(64) })],
      ['path', 'a/b'],
      ['colour', 'red'],
      ['file', new Blob(['y']), 'y.txt'],
    ] as const) {
      const { status, error } = await form([['case_id', String(caseId)], file, behind])
      expect([status, error.details?.[0]?.path], behind[0]).toEqual([400, `body.${behind[0]}`])
    }
    expect((await inWorkspace('list')).data.pagination.total).toBe(before)
    expect(readdirSync(path.join(bench.dataDir, 'blobs/partial'))).toEqual([])
  })

  it('a form without an end is answered, and nothing of it is kept', async () => {
    const before = (await inWorkspace('list')).data.pagination.total
    const head = `--B\r\nContent-Disposition: form-data; name="case_id"\r\n\r\n${caseId}\r\n--B\r\n`
    const file = `${head}Content-Disposition: form-data; name="file"; filename="t.bin"\r\nContent-Type: application/octet-stream\r\n\r\nsome bytes`
    for (const raw of [
      'hello',
      '--B\r\nContent-Disposition: form-data; name="case_id"\r\n\r\n4',
      file,
      `${file}\r\n--B`,
      `${file}\r\n--B\r\n`,
      head,
    ]) {
      const { status, error } = await bench.ask('POST', '/v4/evidence/upload', {
        anonymous: true,
        raw,
        headers: {
          authorization: `Bearer ${bench.apiKey}`,
          'x-workspace-id': bench.workspaceId,
          'content-type': 'multipart/form-data; boundary=B',
        },
      })
      expect([status, error.code], raw).toEqual([400, 'invalid_request'])
    }
    expect((await inWorkspace('list')).data.pagination.total).toBe(before)
    expect(readdirSync(path.join(bench.dataDir, 'blobs/partial'))).toEqual([])
    expect(
      (await bench.ask('GET', `/v1/acquisitions?case_id=${caseId}`)).data.filter(({ state }) =>
        ['waiting', 'running'].includes(state),
      ),
    ).toEqual([])
  })

  it('a large file comes by tus', async () => {
    const bytes = randomBytes(segmentBytes + 10)
    const opened = await inWorkspace('upload', { case_id: caseId, name: 'image.e01', size: bytes.length })
    expect(opened.data).toMatchObject({ status: 'open', acquisition: { state: 'waiting' } })
    const tus = (method: string, headers: Record<string, string>, raw?: Uint8Array) =>
      bench.ask(method, opened.data.upload_url ?? '', {
        anonymous: true,
        raw,
        headers: {
          authorization: `Bearer ${bench.apiKey}`,
          'x-workspace-id': bench.workspaceId,
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          ...headers,
        },
      })
    expect(
      (await tus('PATCH', { 'upload-offset': '0' }, bytes.subarray(0, segmentBytes))).headers.get('upload-offset'),
    ).toBe(String(segmentBytes))
    expect((await tus('HEAD', {})).headers.get('upload-offset')).toBe(String(segmentBytes))
    expect((await tus('PATCH', { 'upload-offset': String(segmentBytes) }, bytes.subarray(segmentBytes))).status).toBe(
      204,
    )
    const { data } = await inWorkspace('list', { case_id: caseId, q: 'image.e01' })
    expect(data.evidence).toMatchObject([{ sha256: sha256(bytes), kind: 'disk_image' }])
  })

  it('a download is sealed, then linked; the link serves the original', async () => {
    const { data } = await inWorkspace('list', { case_id: caseId })
    const [piece] = data.evidence
    const answer = await inWorkspace('download', { evidence_id: piece?.id })
    expect(answer.data.link).toMatchObject({ sha256: piece?.sha256, size: piece?.size })
    const served = Buffer.from(await (await fetch(bench.url + answer.data.link?.url)).arrayBuffer())
    expect(sha256(served)).toBe(piece?.sha256)
    const { data: read } = await bench.ask('GET', `/v1/cases/${caseId}/evidence/${piece?.id}`)
    expect(read.custody.at(-1)).toMatchObject({ type: 'evidence.downloaded', entry_id: answer.data.link?.entry_id })
    expect((await inWorkspace('download', { evidence_id: 424_242 })).status).toBe(404)
  })

  it('an export is started, followed and fetched', async () => {
    const started = await inWorkspace('export', { case_id: caseId, reason: 'Request 118/31' })
    expect(started.data).toMatchObject({ status: 'running', export: { case_id: caseId } })
    let told = started
    while (told.data.status === 'running') told = await inWorkspace('export', { export_id: started.data.export?.id })
    expect(told.data.status).toBe('done')
    const bundle = Buffer.from(await (await fetch(bench.url + told.data.link?.url)).arrayBuffer())
    expect(sha256(bundle)).toBe(told.data.export?.sha256)
    expect((await inWorkspace('export')).data.exports).toHaveLength(1)
    expect((await inWorkspace('export', { case_id: caseId })).status).toBe(400)
    expect((await bench.ask('POST', `/v1/cases/${caseId}/verify`)).data.verdict).toBe('intact')
  })
})
