import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BlobStore } from '../../../main/blobs/file-store.ts'
import { openBlobStore } from '../../../main/blobs/open-blob-store.ts'
import { segmentBytes } from '../../../main/blobs/partial-blob.ts'
import type { PartialBlob } from '../../../main/blobs/partial-blob.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { startObjectStore } from '../../support/object-store.ts'
import type { TestObjectStore } from '../../support/object-store.ts'
import { granted, refused } from '../storage/support.ts'

const random = systemRandom()
const key = Buffer.alloc(32, 3)

const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(dir, name))
    .filter((file) => statSync(file).isFile())

interface Place {
  readonly location: string | undefined
  /** Where the stored bytes lie on a disk. */
  readonly directory: (folder: string) => string
  stop(): Promise<void>
}

const kinds: readonly { readonly name: string; readonly start: () => Promise<Place> }[] = [
  {
    name: 'files',
    start: () => Promise.resolve({ location: undefined, directory: (folder) => folder, stop: () => Promise.resolve() }),
  },
  {
    name: 'an object store',
    start: async () => {
      const server = await startObjectStore()
      for (const [name, value] of Object.entries(server.credentials)) vi.stubEnv(name, value)
      return { location: server.location, directory: () => server.directory, stop: () => server.stop() }
    },
  },
]

describe.each(kinds)('evidence in $name', (kind) => {
  let place: Place
  let folder: string
  let store: BlobStore
  beforeAll(async () => {
    place = await kind.start()
  })
  afterAll(async () => {
    await place.stop()
    vi.unstubAllEnvs()
  })
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-blobs-'))
    store = granted(await openBlobStore({ folder, location: place.location, random }))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const take = async (bytes: Uint8Array): Promise<string> => {
    const id = randomUUID()
    const partial = await store.begin(id, key)
    await partial.append(bytes)
    const { sha256 } = await partial.finish()
    await partial.close()
    await store.place([{ id, sha256 }])
    return sha256
  }

  const resume = async (id: string): Promise<PartialBlob> => {
    const resumed = await store.resume(id, key)
    if (!resumed.ok) throw new Error(resumed.error)
    return resumed.value
  }

  const read = async (sha256: string, start: number, end: number): Promise<Buffer> => {
    const opened = await store.open(sha256, key)
    if (!opened.ok) throw new Error(opened.error.message)
    const parts: Uint8Array[] = []
    for await (const part of opened.value.read(start, end)) {
      if (!part.ok) throw new Error(part.error.message)
      parts.push(Buffer.from(part.value))
    }
    await opened.value.close()
    return Buffer.concat(parts)
  }

  test.each([0, 1, segmentBytes - 1, segmentBytes, 3 * segmentBytes + 17])(
    '%i bytes come back as they went, whole and from any place',
    async (size) => {
      const bytes = randomBytes(size)
      const sha256 = await take(bytes)
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(await store.has(sha256)).toBe(true)
      expect((await read(sha256, 0, size)).equals(bytes)).toBe(true)
      const [from, to] = [Math.floor(size / 3), Math.floor((2 * size) / 3)]
      expect((await read(sha256, from, to)).equals(bytes.subarray(from, to))).toBe(true)
      expect(await store.hashOf(sha256, key)).toBe(sha256)
    },
  )

  test('E-10: a file is on the disk with its last segment before it gets its place, and its folder after it', async () => {
    const probe = await open(folder, 'r')
    const handles = Object.getPrototypeOf(probe) as FileHandle
    await probe.close()
    // What a power cut takes no test can show: what is asked of the system is watched instead.
    const synced = vi.spyOn(handles, 'sync')
    try {
      const id = randomUUID()
      const partial = await store.begin(id, key)
      await partial.append(randomBytes(1_000))
      synced.mockClear()
      const { sha256 } = await partial.finish()
      expect(synced).toHaveBeenCalledTimes(1)
      await partial.close()
      synced.mockClear()
      await store.place([{ id, sha256 }])
      // In a bucket a name is durable once the store says that it has it.
      if (place.location === undefined) expect(synced).toHaveBeenCalled()
    } finally {
      synced.mockRestore()
    }
  })

  test('a file longer than one part of an upload arrives whole', async () => {
    const bytes = Buffer.alloc(20 * 1_048_576)
    for (let at = 0; at < bytes.length; at += 4_096) bytes.writeUInt32BE(at, at)
    const sha256 = await take(bytes)
    expect(await store.hashOf(sha256, key)).toBe(sha256)
  })

  test('nothing lies in the clear, neither on its way nor when it is placed', async () => {
    const text = Buffer.from('Schmuggelware Zollfahndung '.repeat(100_000))
    const id = randomUUID()
    const partial = await store.begin(id, key)
    await partial.append(text)
    await partial.sync()
    const clear = () =>
      [...filesBelow(folder), ...filesBelow(place.directory(folder))].filter((file) =>
        readFileSync(file).includes('Zollfahndung'),
      )
    expect(clear()).toEqual([])
    const { sha256 } = await partial.finish()
    await partial.close()
    await store.place([{ id, sha256 }])
    expect(clear()).toEqual([])
    // What was placed lies in one place only.
    expect(filesBelow(path.join(folder, 'partial'))).toEqual([])
  })

  test('what is not there is missing; what was altered, cut or lies under another key differs', async () => {
    const absent = 'ab'.repeat(32)
    expect(await store.has(absent)).toBe(false)
    expect(await store.open(absent, key)).toMatchObject({ ok: false, error: { code: 'missing' } })
    expect(await store.hashOf(absent, key)).toBeNull()
    const sha256 = await take(randomBytes(2 * segmentBytes))
    expect(await store.open(sha256, Buffer.alloc(32, 4))).toMatchObject({ ok: false, error: { code: 'differs' } })
    expect(await store.hashOf(sha256, Buffer.alloc(32, 4))).toBe('')
    const [file] = filesBelow(place.directory(folder)).filter(
      (each) => each.includes(sha256) && statSync(each).size > segmentBytes,
    )
    const stored = readFileSync(file ?? '')
    stored.writeUInt8((stored[segmentBytes + 500] ?? 0) ^ 1, segmentBytes + 500)
    writeFileSync(file ?? '', stored)
    expect(await store.hashOf(sha256, key)).toBe('')
    writeFileSync(file ?? '', stored.subarray(0, 10))
    expect(await store.hashOf(sha256, key)).toBe('')
  })

  test('the same bytes again replace what is there, under their new key', async () => {
    const bytes = randomBytes(1_000)
    const sha256 = await take(bytes)
    const id = randomUUID()
    const again = await store.begin(id, Buffer.alloc(32, 9))
    await again.append(bytes)
    await again.finish()
    await again.close()
    await store.place([{ id, sha256 }])
    expect(await store.hashOf(sha256, key)).toBe('')
    expect(await store.hashOf(sha256, Buffer.alloc(32, 9))).toBe(sha256)
  })

  test('a partial file that is kept beside its place is gone on with where the place is taken back, placed over what is there, and leaves the place when it is discarded', async () => {
    const bytes = randomBytes(2 * segmentBytes + 100)
    const id = randomUUID()
    const first = await store.begin(id, key)
    await first.append(bytes)
    const { sha256 } = await first.finish()
    await first.close()
    await store.place([{ id, sha256, keepsPartial: true }])
    expect(await store.hashOf(sha256, key)).toBe(sha256)
    await store.remove(sha256)
    for (const lies of [false, true]) {
      expect(await store.has(sha256)).toBe(lies)
      const again = await resume(id)
      expect(again.written()).toBe(2 * segmentBytes)
      await again.append(bytes.subarray(again.written()))
      await again.finish()
      await again.close()
      await store.place([{ id, sha256, keepsPartial: true }])
    }
    await store.discard(id)
    expect(await store.hasPartial(id)).toBe(false)
    expect(await store.hashOf(sha256, key)).toBe(sha256)
  })

  test('blobs are listed and removed; removing twice is no error', async () => {
    const kept = await take(randomBytes(10))
    const gone = await take(randomBytes(11))
    await store.remove(gone)
    await store.remove(gone)
    const listed: string[] = []
    for await (const name of store.list()) listed.push(name)
    expect(listed).toContain(kept)
    expect(listed).not.toContain(gone)
    expect(await store.has(gone)).toBe(false)
  })

  test('a name that is no SHA-256 is a bug, not a path', async () => {
    for (const name of ['../../etc/passwd', 'AB'.repeat(32), '']) {
      expect(() => store.pathOf(name)).toThrow(RangeError)
      await expect(Promise.resolve().then(() => store.has(name))).rejects.toThrow(RangeError)
      await expect(Promise.resolve().then(() => store.remove(name))).rejects.toThrow(RangeError)
    }
  })

  test('a partial file is gone on with after a crash, and placed then', async () => {
    const bytes = randomBytes(2 * segmentBytes + 100)
    const id = randomUUID()
    const first = await store.begin(id, key)
    await first.append(bytes.subarray(0, segmentBytes + 50))
    await first.sync()
    await first.close()
    const resumed = await resume(id)
    await resumed.append(bytes.subarray(resumed.written()))
    const { sha256 } = await resumed.finish()
    await resumed.close()
    await store.place([{ id, sha256 }])
    expect((await read(sha256, 0, bytes.length)).equals(bytes)).toBe(true)
    expect(await store.resume(id, key)).toMatchObject({ ok: false })
    const stray = randomUUID()
    await (await store.begin(stray, key)).close()
    expect(await store.sweepPartials(new Set())).toBe(1)
    expect(await store.freeBytes()).toBeGreaterThan(0)
    rmSync(folder, { recursive: true })
    expect(await store.freeBytes()).toBeGreaterThan(0)
  })
})

describe('an object store that cannot be used', () => {
  let server: TestObjectStore
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-blobs-'))
  beforeAll(async () => {
    server = await startObjectStore()
    for (const [name, value] of Object.entries(server.credentials)) vi.stubEnv(name, value)
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a bucket that is not there, an address that is none, a server that does not answer are refused in words', async () => {
    const noBucket = `s3://no-such-bucket?endpoint=${encodeURIComponent(server.endpoint)}`
    expect(refused(await openBlobStore({ folder, location: noBucket, random }))).toBe('unavailable')
    expect(refused(await openBlobStore({ folder, location: 'https://bucket', random }))).toBe('unavailable')
    const store = granted(await openBlobStore({ folder, location: server.location, random }))
    const id = randomUUID()
    const partial = await store.begin(id, key)
    await partial.append(Buffer.from('evidence'))
    const { sha256 } = await partial.finish()
    await partial.close()
    await server.stop()
    const fault = { name: 'ObjectStoreFault', refusal: { code: 'unavailable' } }
    await expect(store.has(sha256)).rejects.toMatchObject(fault)
    await expect(store.place([{ id, sha256 }])).rejects.toMatchObject(fault)
    // What was to be placed is still here, to be placed once the store answers again.
    const resumed = await store.resume(id, key)
    expect(resumed.ok).toBe(true)
    if (resumed.ok) await resumed.value.close()
    expect(refused(await openBlobStore({ folder, location: server.location, random }))).toBe('unavailable')
  }, 30_000)
})
