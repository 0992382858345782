import { createHash, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEncrypted } from '../../../../main/blobs/floe/encrypted-reader.ts'
import { evidenceParameters } from '../../../../main/blobs/floe/segments.ts'
import { evidenceContext, segmentBytes } from '../../../../main/blobs/partial-blob.ts'
import { createShortBlobWriter } from '../../../../main/blobs/short-blob.ts'
import type { ShortBlobWriter } from '../../../../main/blobs/short-blob.ts'
import { systemRandom } from '../../../../main/platform/random.ts'
import type { ShortFile, ShortOutcome } from '../../../../main/server/evidence/reading/messages.ts'
import { stopFlag } from '../../../../main/server/evidence/reading/reading-thread.ts'
import { createShortFiles, shortFileBytes } from '../../../../main/server/evidence/reading/short-files.ts'

let folder: string
let store: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-short-'))
})
beforeEach(() => {
  store = mkdtempSync(path.join(folder, 'store-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const writer = createShortBlobWriter(systemRandom())
const key = randomBytes(32)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const source = (name: string, content: Uint8Array | string): string => {
  const place = path.join(folder, name)
  writeFileSync(place, content)
  return place
}

const asked = (places: readonly string[]): ShortFile[] =>
  places.map((place, n) => ({ location: Buffer.from(place), partial: path.join(store, `${n}.part`), key }))

const take = (
  places: readonly string[],
  by: ShortBlobWriter = writer,
  stop = stopFlag(),
): Promise<readonly ShortOutcome[]> => createShortFiles(by, () => Date.now())(asked(places), stop)

const kinds = (outcomes: readonly ShortOutcome[]): string[] =>
  outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.message : outcome.kind))

/** What lies under a partial file's name, read as evidence is read. */
const stored = async (n: number): Promise<Buffer> => {
  const bytes = readFileSync(path.join(store, `${n}.part`))
  const opened = await openEncrypted(
    { length: bytes.length, read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)) },
    { key, aad: evidenceContext, parameters: evidenceParameters },
  )
  if (!opened.ok) throw new Error(opened.error.message)
  const parts: Uint8Array[] = []
  for await (const part of opened.value.read(0, opened.value.length)) {
    if (!part.ok) throw new Error(part.error.message)
    parts.push(part.value)
  }
  return Buffer.concat(parts)
}

/** A writer before which something happens to one of the sources or to the disk. */
const writerThat = (before: (file: string) => void): ShortBlobWriter => ({
  write: (blob) => {
    before(blob.file)
    return writer.write(blob)
  },
})

describe('E-4: short files are hashed and encrypted in one go', () => {
  it.each([0, 1, 16_384, segmentBytes - 1, segmentBytes, segmentBytes + 1, 3 * segmentBytes, shortFileBytes])(
    '%i bytes come back as they were',
    async (size) => {
      const bytes = randomBytes(size)
      const [outcome] = await take([source('one', bytes)])
      expect(outcome).toMatchObject({ kind: 'written', size, sha256: sha256(bytes) })
      expect((await stored(0)).equals(bytes)).toBe(true)
    },
  )

  it('each of a batch is answered for by itself, in its place; only what was taken leaves a file', async () => {
    const good = source('good', 'good')
    const link = path.join(folder, 'a-link')
    symlinkSync(good, link)
    const long = source('long', Buffer.alloc(shortFileBytes + 1))
    const outcomes = await take([good, path.join(folder, 'gone'), link, long, source('last', 'last')])
    expect(kinds(outcomes)).toEqual([
      'written',
      'It is not there any more.',
      'It is a symbolic link; links are not followed.',
      'long',
      'written',
    ])
    expect(readdirSync(store).sort()).toEqual(['0.part', '4.part'])
  })
})

describe('E-13: a short file that changes while it is read is not taken', () => {
  it.each([
    ['grows', (place: string) => appendFileSync(place, 'more')],
    ['shrinks', (place: string) => writeFileSync(place, 'x')],
    ['is written to', (place: string) => writeFileSync(place, Buffer.alloc(20_000, 9))],
    ['is deleted', (place: string) => rmSync(place)],
  ])('it %s', async (_what, change) => {
    const place = source('changing', Buffer.alloc(20_000, 7))
    const outcomes = await take(
      [place, source('still', 'still')],
      writerThat((file) => file.endsWith('0.part') && change(place)),
    )
    expect(kinds(outcomes)).toEqual([
      'The file changed while it was read. Nothing of it was taken; take it again when it is at rest.',
      'written',
    ])
    expect(readdirSync(store)).toEqual(['1.part'])
  })
})

describe('what ends a batch', () => {
  const three = (): string[] => ['a', 'b', 'c'].map((name) => source(name, name))

  it('a full disk: what was written before stands, what was to come is left, and the file in hand leaves nothing', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const outcomes = await take(
      three(),
      writerThat((file) => {
        if (file.endsWith('1.part')) throw full
      }),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['written', 'failed', 'left'])
    expect(outcomes[1]).toMatchObject({ error: { code: 'ENOSPC', message: 'no space left on device' } })
    expect(readdirSync(store)).toEqual(['0.part'])
  })

  it('a disk that fails within a file: its beginning is removed', () => {
    const bytes = randomBytes(2 * segmentBytes)
    const file = path.join(store, 'broken.part')
    const fill = (buffer: Uint8Array, offset: number): boolean => {
      if (offset > 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      buffer.set(bytes.subarray(0, buffer.length))
      return true
    }
    expect(() => writer.write({ file, key, size: bytes.length, fill })).toThrow('no space left')
    expect(existsSync(file)).toBe(false)
  })

  it('a stop that was asked for: nothing more is read', async () => {
    const stop = stopFlag()
    const outcomes = await take(
      three(),
      writerThat(() => void Atomics.store(stop, 0, 1)),
      stop,
    )
    expect(kinds(outcomes)).toEqual(['written', 'left', 'left'])
  })

  it('enough bytes: the rest is left for the next, so that what was read is soon evidence', async () => {
    const place = source('four', Buffer.alloc(shortFileBytes))
    expect(kinds(await take(Array.from({ length: 10 }, () => place)))).toEqual([
      ...Array.from({ length: 8 }, () => 'written'),
      'left',
      'left',
    ])
  })
})
