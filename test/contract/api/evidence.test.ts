import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../main/server/description/openapi.ts'
import { segmentBytes } from '../../../main/blobs/partial-blob.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'
import { localSessionOf } from '../../support/local-session-of.ts'

let bench: Bench
let sources: string
let local: Record<string, string>

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  sources = mkdtempSync(path.join(tmpdir(), 'fieldseal-sources-'))
  const session = await localSessionOf(bench.service)
  local = { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key }
})
afterAll(async () => {
  await bench.close()
  rmSync(sources, { recursive: true, force: true })
})

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const source = (name: string, content: Uint8Array | string): string => {
  const file = path.join(sources, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

const acquire = async (caseId: number, place: string, facts: object = {}) =>
  await bench.ask('POST', `/v1/cases/${caseId}/acquisitions`, { body: { path: place, facts }, headers: local })

const settled = async (id: string) => {
  for (;;) {
    const { data } = await bench.ask('GET', `/v1/acquisitions/${id}`)
    if (!['running', 'waiting'].includes(data.state)) return data
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const acquired = async (caseId: number, place: string, facts: object = {}) => {
  const started = await acquire(caseId, place, facts)
  expect(started.status, started.text).toBe(202)
  return await settled(started.data.id)
}

const partials = (): string[] => {
  const folder = path.join(bench.dataDir, 'blobs/partial')
  return existsSync(folder) ? readdirSync(folder) : []
}

const evidenceOf = async (caseId: number, query = '') =>
  (await bench.ask('GET', `/v1/cases/${caseId}/evidence?size=100${query}`)).data

const tus = <M extends string, A extends string>(
  method: M,
  address: A,
  headers: Record<string, string>,
  raw?: Uint8Array,
) =>
  bench.ask(method, address, {
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(raw === undefined ? {} : { raw }),
  })

const patch = (address: string, offset: number, bytes: Uint8Array) =>
  tus('PATCH', address, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, bytes)

const openUpload = async (caseId: number, name: string, size: number, facts: object = {}) => {
  const opened = await bench.ask('POST', `/v1/cases/${caseId}/uploads`, { body: { name, size, facts } })
  expect(opened.status, opened.text).toBe(201)
  return opened.data
}

const link = async (caseId: number, evidenceId: number | null | undefined, purpose: string) =>
  (await bench.ask('POST', `/v1/cases/${caseId}/evidence/${evidenceId}/link`, { body: { purpose } })).data

const fetched = async (
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> => {
  const response = await fetch(bench.url + url, { headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('acquisition of paths', () => {
  it('a file becomes evidence with its hash, its facts are sealed, and its bytes come back', async () => {
    const bytes = randomBytes(3 * segmentBytes + 17)
    const made = await bench.createCase()
    const facts = {
      source: 'Laptop of the manager',
      serial: 'PF-2Q',
      write_blocker: 'T35u',
      source_sha256: sha256(bytes).toUpperCase(),
      image_hashes: { md5: 'd41d8cd98f00b204e9800998ecf8427e' },
    }
    const done = await acquired(made.id, source('one.pdf', bytes), facts)
    expect(done).toMatchObject({
      state: 'done',
      files_total: 1,
      files_done: 1,
      bytes_total: bytes.length,
      bytes_done: bytes.length,
      problems: [],
      error: null,
    })
    const [piece] = await evidenceOf(made.id)
    expect(piece).toMatchObject({
      id: done.evidence_id,
      name: 'one.pdf',
      path: null,
      kind: 'pdf',
      size: bytes.length,
      sha256: sha256(bytes),
      same_bytes: [],
    })
    const { data } = await bench.ask('GET', `/v1/cases/${made.id}/evidence/${piece?.id}`)
    expect(data.facts).toMatchObject({
      source: 'Laptop of the manager',
      serial: 'PF-2Q',
      method: 'logical_copy',
      tool: 'Fieldseal',
      write_blocker: 'T35u',
      acquired_by: 'Ada Berg',
      source_sha256: sha256(bytes),
    })
    const { url } = await link(made.id, piece?.id, 'download')
    expect((await fetched(url)).bytes.equals(bytes)).toBe(true)
  })

  it('a folder becomes a piece for each file; links and pipes are named and not followed', async () => {
    const made = await bench.createCase()
    const folder = path.join(sources, 'tree')
    source('tree/a/b/deep.txt', 'deep')
    source('tree/a/empty.bin', '')
    source('tree/süß — 数据.csv', 'x;y')
    source('outside.txt', 'not to be read')
    symlinkSync(path.join(sources, 'outside.txt'), path.join(folder, 'link.txt'))
    symlinkSync('/', path.join(folder, 'root'))
    const done = await acquired(made.id, folder)
    expect(done).toMatchObject({ state: 'done', files_done: 3, files_total: 3, problems_total: 2 })
    expect(done.problems.map(({ path: at }) => at).sort()).toEqual(['link.txt', 'root'])
    const pieces = await evidenceOf(made.id, '&sort=name')
    expect(pieces.map(({ name, path: at, sha256: hash }) => [name, at, hash])).toEqual([
      ['deep.txt', 'a/b/deep.txt', sha256(Buffer.from('deep'))],
      ['empty.bin', 'a/empty.bin', sha256(Buffer.alloc(0))],
      ['süß — 数据.csv', 'süß — 数据.csv', sha256(Buffer.from('x;y'))],
    ])
  })

  it('names that deceive are recorded readably, and touch nothing', async () => {
    const made = await bench.createCase()
    const folder = path.join(sources, 'odd')
    mkdirSync(folder)
    writeFileSync(path.join(folder, `invoice_\u202efdp.exe`), 'rtl')
    writeFileSync(path.join(folder, 'line\nbreak'), 'line')
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x61, 0xff, 0x62])]), 'bytes')
    writeFileSync(path.join(folder, `${'長'.repeat(80)}.txt`), 'long')
    expect(await acquired(made.id, folder)).toMatchObject({ state: 'done', files_done: 4, problems_total: 0 })
    const names = (await evidenceOf(made.id)).map(({ name }) => name)
    expect(new Set(names)).toEqual(
      new Set(['invoice_\\u202efdp.exe', 'line\\u000abreak', 'a\\xffb', `${'長'.repeat(80)}.txt`]),
    )
  })

  it('bytes that are not those of the source are refused, and nothing of them is kept', async () => {
    const made = await bench.createCase()
    const done = await acquired(made.id, source('swapped.bin', 'these'), {
      source_sha256: sha256(Buffer.from('those')),
    })
    expect(done).toMatchObject({ state: 'failed', files_done: 0 })
    expect(done.error).toContain(sha256(Buffer.from('those')))
    expect(await evidenceOf(made.id)).toEqual([])
    expect(partials()).toEqual([])
  })

  it('E-1: the same bytes twice are two pieces that know of each other, stored once', async () => {
    const made = await bench.createCase()
    source('twice/a.txt', 'the same')
    source('twice/b.txt', 'the same')
    expect(await acquired(made.id, path.join(sources, 'twice'))).toMatchObject({ files_done: 2, duplicates: 1 })
    const [first, second] = await evidenceOf(made.id)
    expect([first?.same_bytes, second?.same_bytes]).toEqual([[second?.id], [first?.id]])
    const other = await bench.createCase()
    expect(await acquired(other.id, source('elsewhere.txt', 'the same'))).toMatchObject({
      files_done: 1,
      duplicates: 0,
    })
    const [third] = await evidenceOf(other.id)
    expect((await fetched((await link(other.id, third?.id, 'view')).url)).bytes.toString()).toBe('the same')
  })

  it('a file that is larger than the disk is refused at once, and nothing is written', async () => {
    const made = await bench.createCase()
    const file = source('sparse.img', '')
    truncateSync(file, 2 ** 40)
    const done = await acquired(made.id, file)
    expect(done).toMatchObject({ state: 'failed', error: `The disk has not enough room for its ${2 ** 40} bytes.` })
    expect(partials()).toEqual([])
    rmSync(file)
  })

  it('only the computer’s own user may name paths, and only such as exist', async () => {
    const made = await bench.createCase()
    const file = source('mine.txt', 'mine')
    expect((await bench.ask('POST', `/v1/cases/${made.id}/acquisitions`, { body: { path: file } })).status).toBe(403)
    expect((await acquire(made.id, 'relative.txt')).error.details).toEqual([
      { path: 'body.path', message: 'must be absolute' },
    ])
    expect((await acquire(made.id, path.join(sources, 'nowhere'))).status).toBe(422)
    expect((await acquire(made.id, '/dev/zero')).status).toBe(422)
    expect((await acquire(424_242, file)).status).toBe(404)
  })

  it('is paused, resumed and cancelled; what is evidence stays', async () => {
    const made = await bench.createCase()
    const big = source('big.raw', randomBytes(48 * 1_048_576))
    const started = await acquire(made.id, big)
    const { id } = started.data
    const paused = await bench.ask('POST', `/v1/acquisitions/${id}/pause`)
    expect(paused.data.state).toBe('paused')
    expect(await evidenceOf(made.id)).toEqual([])
    expect((await bench.ask('POST', `/v1/acquisitions/${id}/resume`, { body: {} })).data.state).toBe('running')
    expect(await settled(id)).toMatchObject({ state: 'done', files_done: 1, bytes_done: 48 * 1_048_576 })
    const again = (await acquire(made.id, big)).data
    expect((await bench.ask('POST', `/v1/acquisitions/${again.id}/cancel`)).data.state).toBe('cancelled')
    expect((await bench.ask('POST', `/v1/acquisitions/${again.id}/resume`)).error.code).toBe('already_done')
    expect(await evidenceOf(made.id)).toHaveLength(1)
    expect(partials()).toEqual([])
  })
})

describe('uploads', () => {
  it('an empty file that is not the one at the source is refused as it is opened, as the description says', async () => {
    const made = await bench.createCase()
    const refused = await bench.ask('POST', `/v1/cases/${made.id}/uploads`, {
      body: { name: 'empty.txt', size: 0, facts: { source_sha256: 'a'.repeat(64) } },
    })
    expect([refused.status, refused.error.code]).toEqual([422, 'hash_mismatch'])
    const { responses } = openApiDocument('0.0.0').paths['/v1/cases/{id}/uploads']?.['post'] ?? {}
    expect(JSON.stringify(responses?.['422'])).toContain('hash_mismatch')
    expect(await evidenceOf(made.id)).toEqual([])
  })

  it('E-11: a file that comes in pieces is acknowledged as far as it is durable, and becomes evidence with its last byte', async () => {
    const bytes = randomBytes(2 * segmentBytes + 1_000)
    const made = await bench.createCase()
    const { acquisition, upload_url: address } = await openUpload(made.id, 'scan.tiff', bytes.length)
    expect((await tus('HEAD', address, {})).headers.get('upload-offset')).toBe('0')
    const first = await patch(address, 0, bytes.subarray(0, segmentBytes + 5))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(segmentBytes)])
    const wrong = await patch(address, 7, bytes.subarray(7))
    expect([wrong.status, wrong.error.code]).toEqual([409, 'offset_mismatch'])
    expect((await tus('HEAD', address, {})).headers.get('upload-offset')).toBe(String(segmentBytes))
    expect((await bench.ask('GET', `/v1/acquisitions/${acquisition.id}`)).data).toMatchObject({
      state: 'running',
      bytes_done: segmentBytes,
    })
    const last = await patch(address, segmentBytes, bytes.subarray(segmentBytes))
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(bytes.length)])
    const [piece] = await evidenceOf(made.id)
    expect(piece).toMatchObject({ name: 'scan.tiff', sha256: sha256(bytes), kind: 'image' })
    expect((await bench.ask('GET', `/v1/acquisitions/${acquisition.id}`)).data).toMatchObject({
      state: 'done',
      evidence_id: piece?.id,
    })
  })

  it('an empty file is evidence at once', async () => {
    const made = await bench.createCase()
    expect((await openUpload(made.id, 'nothing.txt', 0)).acquisition).toMatchObject({ state: 'done', files_done: 1 })
    expect(await evidenceOf(made.id)).toHaveLength(1)
  })

  it('more bytes than announced, another protocol, no upload: refused in words', async () => {
    const made = await bench.createCase()
    const { upload_url: address } = await openUpload(made.id, 'short.txt', 4)
    expect((await patch(address, 0, Buffer.from('longer'))).status).toBe(413)
    expect((await bench.ask('HEAD', address)).status).toBe(412)
    expect(
      (await tus('PATCH', address, { 'content-type': 'application/offset+octet-stream' }, Buffer.from('abcd'))).error
        .code,
    ).toBe('invalid_request')
    expect((await patch('/v1/uploads/018f0000-0000-7000-8000-000000000000', 0, Buffer.from('x'))).status).toBe(404)
    expect(
      (
        await bench.ask('PATCH', address, {
          anonymous: true,
          raw: 'x',
          headers: { 'content-type': 'application/offset+octet-stream' },
        })
      ).status,
    ).toBe(401)
    expect((await patch(address, 0, Buffer.from('abcd'))).status).toBe(204)
    expect(await evidenceOf(made.id)).toHaveLength(1)
  })

  it('E-17: only who opened it sends its bytes or asks how far it is, by whichever address; who leads may give it up', async () => {
    const made = await bench.createCase()
    const ivo = await bench.addPerson('investigator', 'ivo.other')
    const sue = await bench.addPerson('supervisor', 'sue.leads')
    const { acquisition, upload_url: address } = await openUpload(made.id, 'contract.pdf', 4)
    const forged = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const byKey = { authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId }
    const tries = [
      await bench.ask('PATCH', address, { as: ivo, headers: forged, raw: Buffer.from('lies') }),
      await bench.ask('PATCH', address, { as: sue, headers: forged, raw: Buffer.from('lies') }),
      await bench.ask('HEAD', address, { as: ivo, headers: { 'tus-resumable': '1.0.0' } }),
      await bench.ask('PATCH', address.replace('/v1/', '/v4/evidence/'), {
        anonymous: true,
        headers: { ...forged, ...byKey },
        raw: Buffer.from('lies'),
      }),
      await bench.ask('DELETE', address, { as: ivo, headers: { 'tus-resumable': '1.0.0' } }),
      await bench.ask('POST', `/v1/acquisitions/${acquisition.id}/cancel`, { as: ivo }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect(await evidenceOf(made.id)).toEqual([])
    expect((await patch(address, 0, Buffer.from('true'))).status).toBe(204)
    expect(await evidenceOf(made.id)).toMatchObject([
      { sha256: sha256(Buffer.from('true')), acquired_by: { id: bench.admin.id } },
    ])
    const other = await openUpload(made.id, 'left.pdf', 4)
    expect(
      (await bench.ask('POST', `/v1/acquisitions/${other.acquisition.id}/cancel`, { as: sue })).data,
    ).toMatchObject({ state: 'cancelled' })
  })

  it('is given up while a piece of it hangs: the piece is let go', async () => {
    const made = await bench.createCase()
    const { acquisition, upload_url: address } = await openUpload(made.id, 'hangs.bin', 4)
    const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from('ab')) })
    const hanging = fetch(bench.url + address, {
      method: 'PATCH',
      body: silent,
      duplex: 'half',
      headers: {
        authorization: `Bearer ${bench.admin.token}`,
        'x-api-key': bench.institutionKey,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    } as RequestInit).then(
      ({ status }) => status,
      () => 'cut',
    )
    await expect.poll(() => partials().length).toBe(1)
    expect((await bench.ask('POST', `/v1/acquisitions/${acquisition.id}/cancel`)).data).toMatchObject({
      state: 'cancelled',
    })
    expect(partials()).toEqual([])
    await hanging
  })

  it('E-15: a name that could deceive a reader does not keep a file from being evidence; it is written out', async () => {
    const made = await bench.createCase()
    const { status } = await bench.ask('POST', `/v1/cases/${made.id}/uploads`, {
      body: { name: 'annual\u202Egnp.exe', path: 'C:\\Users\\x\u0007\\annual\u202Egnp.exe', size: 0 },
    })
    expect(status).toBe(201)
    expect(await evidenceOf(made.id)).toMatchObject([
      { name: 'annual\\u202egnp.exe', path: 'Users/x\\u0007/annual\\u202egnp.exe' },
    ])
  })

  it('a version of no tool is refused, instead of left out', async () => {
    const made = await bench.createCase()
    const { status, error } = await bench.ask('POST', `/v1/cases/${made.id}/uploads`, {
      body: { name: 'a.bin', size: 0, facts: { tool_version: '9.9' } },
    })
    expect([status, error.details?.[0]?.path]).toEqual([400, 'body.facts.tool_version'])
  })

  it('given up, nothing of it is left', async () => {
    const made = await bench.createCase()
    const { upload_url: address } = await openUpload(made.id, 'given-up.bin', 3 * segmentBytes)
    await patch(address, 0, randomBytes(segmentBytes))
    expect((await tus('DELETE', address, {})).status).toBe(204)
    expect((await tus('HEAD', address, {})).status).toBe(404)
    expect(partials()).toEqual([])
  })

  it('one that was cut off before anything of it was whole is begun anew', async () => {
    const made = await bench.createCase()
    const bytes = randomBytes(5_000)
    const before = new Set(partials())
    const opened = await openUpload(made.id, 'cut.bin', bytes.length)
    expect((await tus('HEAD', opened.upload_url, {})).status).toBe(200)
    await bench.ask('POST', `/v1/acquisitions/${opened.acquisition.id}/pause`)
    const [file] = partials().filter((name) => !before.has(name))
    truncateSync(path.join(bench.dataDir, 'blobs/partial', file ?? ''), 0)
    const head = await tus('HEAD', opened.upload_url, {})
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '0'])
    expect((await patch(opened.upload_url, 0, bytes)).status).toBe(204)
    expect((await evidenceOf(made.id)).map(({ sha256: hash }) => hash)).toEqual([sha256(bytes)])
  })
})

describe('E-19: the times of an acquisition', () => {
  const inFuture = (ms: number): string => new Date(bench.env.clock.nowMs() + ms).toISOString()
  const impossible: readonly (readonly [string, () => object, string, RegExp])[] = [
    [
      'an end before the start',
      () => ({ started_at: '2026-01-02T00:00:00Z', ended_at: '2026-01-01T23:59:59Z' }),
      'body.facts.ended_at',
      /ended_at must not lie before started_at/,
    ],
    [
      'an end without a start',
      () => ({ ended_at: '2026-01-02T00:00:00Z' }),
      'body.facts.ended_at',
      /ended_at needs started_at/,
    ],
    [
      'a start after the present time',
      () => ({ started_at: '2099-01-01T00:00:00Z', ended_at: '2099-01-01T00:00:00Z' }),
      'body.facts.started_at',
      /started_at must not lie in the future: like ended_at/,
    ],
    [
      'an end after the present time',
      () => ({ started_at: '2026-01-02T00:00:00Z', ended_at: inFuture(6 * 60_000) }),
      'body.facts.ended_at',
      /ended_at must not lie in the future: like started_at/,
    ],
    [
      'a start after the reading',
      () => ({ started_at: inFuture(4 * 60_000) }),
      'body.facts.started_at',
      /started_at must not lie after ended_at/,
    ],
    [
      'a day that does not exist',
      () => ({ started_at: '2026-02-30T00:00:00Z' }),
      'body.facts.started_at',
      /started_at must be an ISO 8601 time that exists/,
    ],
  ]

  it.each(impossible)('%s is refused by path and by upload, and nothing is taken', async (_what, facts, at, words) => {
    const made = await bench.createCase()
    const answers = [
      await acquire(made.id, source('times.bin', 'abc'), facts()),
      await bench.ask('POST', `/v1/cases/${made.id}/uploads`, { body: { name: 'a.bin', size: 3, facts: facts() } }),
    ]
    for (const { status, error } of answers) {
      expect([status, error.code, error.details?.[0]?.path]).toEqual([400, 'invalid_request', at])
      expect(error.message).toMatch(words)
    }
    expect((await bench.ask('GET', `/v1/acquisitions?case_id=${made.id}`)).data).toEqual([])
  })

  it('what a clock that goes a little ahead says is sealed as it was said; a start alone ends with the reading', async () => {
    const made = await bench.createCase()
    const ahead = { started_at: inFuture(60_000), ended_at: inFuture(120_000) }
    await acquired(made.id, source('ahead.bin', 'abc'), ahead)
    await acquired(made.id, source('alone.bin', 'xyz'), { started_at: '2026-01-02T01:00:00+01:00' })
    const factsOf = async (name: string) => {
      const [piece] = await evidenceOf(made.id, `&q=${name}`)
      return (await bench.ask('GET', `/v1/cases/${made.id}/evidence/${piece?.id}`)).data.facts
    }
    expect(await factsOf('ahead')).toMatchObject({
      started_at: ahead.started_at.replace('Z', '+00:00'),
      ended_at: ahead.ended_at.replace('Z', '+00:00'),
    })
    const alone = await factsOf('alone')
    expect(alone.started_at).toBe('2026-01-02T00:00:00.000+00:00')
    expect(Date.parse(alone.ended_at)).toBeGreaterThan(Date.parse(made.created_at))
  })
})

describe('looking at evidence', () => {
  it('E-20: is sealed before the link is given; the link serves ranges with name and digest, and nothing else', async () => {
    const bytes = randomBytes(2 * segmentBytes)
    const made = await bench.createCase()
    const { evidence_id: id } = await acquired(made.id, source('räume "x".mp4', bytes))
    const { url, entry_id: entryId } = await link(made.id, id, 'view')
    const { data } = await bench.ask('GET', `/v1/cases/${made.id}/evidence/${id}`)
    expect(data.custody.map(({ type }) => type)).toEqual(['evidence.acquired', 'evidence.viewed'])
    expect(data.custody[1]).toMatchObject({ entry_id: entryId, actor: { name: 'Ada Berg' } })
    const whole = await fetched(url)
    expect(whole.headers.get('digest')).toBe(`sha-256=${Buffer.from(sha256(bytes), 'hex').toString('base64')}`)
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="r_ume _x_.mp4"; filename*=UTF-8''r%C3%A4ume%20%22x%22.mp4`,
    )
    expect(whole.headers.get('content-security-policy')).toContain('sandbox')
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      [`bytes=${segmentBytes - 3}-${segmentBytes + 3}`, segmentBytes - 3, segmentBytes + 4],
      ['bytes=-5', bytes.length - 5, bytes.length],
      [`bytes=${bytes.length - 2}-`, bytes.length - 2, bytes.length],
    ] as const) {
      const part = await fetched(url, { range })
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${start}-${end - 1}/${bytes.length}`,
      ])
      expect(part.bytes.equals(bytes.subarray(start, end)), range).toBe(true)
    }
    expect((await fetched(url, { range: `bytes=${bytes.length}-` })).status).toBe(416)
    expect((await fetched(`${url.slice(0, -2)}AA`)).status).toBe(404)
    expect((await bench.ask('HEAD', url, { anonymous: true })).headers.get('content-length')).toBe(String(bytes.length))
  })

  it('E-16: hash and size stand openly in what is sealed; names, places and serial numbers do not', async () => {
    const made = await bench.createCase()
    const bytes = randomBytes(100)
    const { evidence_id: id } = await acquired(made.id, source('secret/Müller.pdf', bytes), {
      source: 'Desk of Mr Weiss',
      serial: 'SN-4711',
    })
    const piece = await bench.ask('GET', `/v1/cases/${made.id}/evidence/${id}`)
    const entry = await bench.ask('GET', `/v1/cases/${made.id}/entries/${piece.data.custody[0]?.entry_id}`)
    const sealed = Buffer.from(entry.data.envelope.payload, 'base64').toString()
    expect(sealed).toContain(sha256(bytes))
    for (const withheld of ['Müller', 'secret', 'Desk of Mr Weiss', 'SN-4711']) expect(sealed).not.toContain(withheld)
  })

  it('E-23: what is done to evidence moves the case’s time of change, a look does not, and neither makes a revision stale', async () => {
    const made = await bench.createCase()
    const { evidence_id: id } = await acquired(made.id, source('look.txt', 'look'))
    const read = async () => (await bench.ask('GET', `/v1/cases/${made.id}`)).data
    const before = await read()
    expect(before.updated_at > before.created_at).toBe(true)
    await link(made.id, id, 'view')
    await link(made.id, id, 'download')
    const after = await read()
    expect(after.updated_at).toBe(before.updated_at)
    expect(after.seal.entries).toBe(before.seal.entries + 2)
    expect(
      (
        await bench.ask('PATCH', `/v1/cases/${made.id}`, {
          body: { title: 'After a look' },
          headers: { 'if-match': '"1"' },
        })
      ).status,
    ).toBe(200)
  })

  it('E-22: labels, tags, notes and relations are kept, found and sealed', async () => {
    const made = await bench.createCase()
    source('pair/a.eml', 'a')
    source('pair/b.txt', 'b')
    await acquired(made.id, path.join(sources, 'pair'))
    const [a, b] = await evidenceOf(made.id, '&sort=name')
    const at = `/v1/cases/${made.id}/evidence/${a?.id}`
    expect(
      (await bench.ask('PATCH', at, { body: { label: 'Beweisstück Ä-1', tags: ['mail', 'mail', 'Берлин'] } })).status,
    ).toBe(200)
    expect(
      (await bench.ask('PATCH', at, { body: { label: 'Beweisstück Ä-1', tags: ['Берлин', 'mail'] } })).error.code,
    ).toBe('already_done')
    expect((await bench.ask('POST', `${at}/notes`, { body: { text: 'It names the account.' } })).status).toBe(201)
    expect((await bench.ask('POST', `${at}/relations`, { body: { to: b?.id, kind: 'derived_from' } })).status).toBe(201)
    expect((await bench.ask('POST', `${at}/relations`, { body: { to: b?.id, kind: 'derived_from' } })).error.code).toBe(
      'already_done',
    )
    expect((await bench.ask('POST', `${at}/relations`, { body: { to: a?.id, kind: 'copy_of' } })).error.code).toBe(
      'unknown_reference',
    )
    expect((await evidenceOf(made.id, `&q=${encodeURIComponent('ä-1 берлин')}`)).map(({ id }) => id)).toEqual([a?.id])
    expect((await evidenceOf(made.id, '&tag=mail')).map(({ id }) => id)).toEqual([a?.id])
    const { data } = await bench.ask('GET', at)
    expect(data).toMatchObject({
      label: 'Beweisstück Ä-1',
      tags: ['mail', 'Берлин'],
      notes: 1,
      relations: 1,
      note_list: [{ text: 'It names the account.' }],
      relation_list: [{ to: b?.id, to_name: 'b.txt', direction: 'out' }],
    })
    expect((await bench.ask('DELETE', `${at}/relations`, { body: { to: b?.id, kind: 'derived_from' } })).status).toBe(
      200,
    )
    expect((await bench.ask('PATCH', at, { body: { label: null, tags: [] } })).status).toBe(200)
    expect((await bench.ask('GET', at)).data).toMatchObject({ label: null, tags: [], relations: 0 })
    const verified = await bench.ask('POST', `/v1/cases/${made.id}/verify`)
    expect(verified.data).toMatchObject({ verdict: 'intact' })
  })
})
