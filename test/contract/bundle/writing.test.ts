import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BundleContents } from '../../../main/bundle/contents.ts'
import { openBundle } from '../../../main/bundle/read/open-bundle.ts'
import { nodeHasher } from '../../../main/bundle/read/node-hasher.ts'
import { verifyBundle } from '../../../main/bundle/check/verify-bundle.ts'
import { type BundleOptions, writeBundle } from '../../../main/bundle/write/write-bundle.ts'
import { type MadeContents, bundleFile, madeContents } from '../../support/case-bundle.ts'
import { tries } from '../../support/tries.ts'
import { shell } from '../../support/unpacked-bundle.ts'
import { examplePieces } from './pieces.ts'

let made: MadeContents

beforeAll(async () => {
  made = await madeContents(examplePieces)
})

/** Takes everything, and remembers how much. */
const countingSink = (limit = Infinity): Writable & { readonly count: { bytes: number } } => {
  const count = { bytes: 0 }
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      count.bytes += chunk.length
      done(count.bytes > limit ? Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }) : null)
    },
  })
  return Object.assign(sink, { count })
}

const withBytes = (
  contents: BundleContents,
  index: number,
  bytes: () => AsyncIterable<Uint8Array>,
): BundleContents => ({
  ...contents,
  evidence: contents.evidence.map((piece, at) => (at === index ? { ...piece, bytes } : piece)),
})

async function* parts(...given: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of given) yield await Promise.resolve(part)
}

const write = (contents: BundleContents, sink: Writable, options: Partial<BundleOptions> = {}) =>
  writeBundle(contents, { signer: made.key, ...options }, sink)

describe('B-51: evidence that is not what was sealed', () => {
  test.for<readonly [what: string, bytes: () => AsyncIterable<Uint8Array>]>([
    ['other bytes of the same size', () => parts(Buffer.alloc(200_000, 8))],
    ['fewer bytes', () => parts(Buffer.alloc(199_999, 7))],
    [
      'more bytes, without an end',
      async function* () {
        for (;;) yield await Promise.resolve(Buffer.alloc(65_536, 7))
      },
    ],
  ])('%s: the export fails and names the piece', async ([, bytes]) => {
    const sink = countingSink()
    const refused = await write(withBytes(made.contents, 4, bytes), sink)
    expect(refused).toMatchObject({ ok: false, error: { code: 'evidence_altered', evidenceId: 5 } })
    expect(!refused.ok && refused.error.message).toContain('Nothing was exported')
    expect(sink.destroyed).toBe(true)
    expect(sink.writableFinished).toBe(false)
  })

  test('what the store throws while it is read is thrown on, and no bundle remains', async () => {
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.alloc(10))
      throw new Error('the segment 3 was altered')
    }
    const sink = countingSink()
    await expect(write(withBytes(made.contents, 4, failing), sink)).rejects.toThrow('the segment 3 was altered')
    expect(sink.destroyed).toBe(true)
  })
})

describe('an export that does not come to its end', () => {
  test('is cancelled by its signal, in the middle of a piece', async () => {
    const stop = new AbortController()
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.alloc(1_000, 7))
      stop.abort()
      await new Promise(() => undefined)
    }
    const sink = countingSink()
    expect(await write(withBytes(made.contents, 4, endless), sink, { signal: stop.signal })).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    })
    expect(sink.destroyed).toBe(true)
  })

  test('is cancelled before it began', async () => {
    expect(await write(made.contents, countingSink(), { signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    })
  })

  test('throws what the disk says when it is full, with and without encryption', async () => {
    const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
    const recipients = [await identityToRecipient(await generateX25519Identity())]
    await expect(write(made.contents, countingSink(50_000))).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(write(made.contents, countingSink(50_000), { recipients })).rejects.toMatchObject({ code: 'ENOSPC' })
  })

  test('is refused for a recipient that is no key of age, and nothing is written', async () => {
    const sink = countingSink()
    expect(await write(made.contents, sink, { recipients: ['age1nonsense'] })).toMatchObject({
      ok: false,
      error: { code: 'recipient_invalid' },
    })
    expect(sink.count.bytes).toBe(0)
  })
})

describe('a bundle that would not verify is never made', () => {
  const cases: readonly (readonly [string, (contents: BundleContents) => BundleContents])[] = [
    [
      'its export is not an entry',
      (contents) => ({ ...contents, export: { ...contents.export, entryId: '0'.repeat(64) } }),
    ],
    ['its signing key is not among its keys', (contents) => ({ ...contents, keys: [] })],
  ]
  test.for(cases)('%s', async ([, change]) => {
    await expect(write(change(made.contents), countingSink())).rejects.toThrow(TypeError)
  })

  test('two files of one name', async () => {
    const twice = { path: 'data/report.html', bytes: () => Buffer.from('x') }
    await expect(write(made.contents, countingSink(), { extraFiles: [twice, twice] })).rejects.toThrow(
      'two files of the bundle',
    )
  })
})

describe('B-1: the archive', () => {
  test('is the same bytes for the same contents, key and time', async () => {
    const [one, other] = [await bundleFile(made), await bundleFile(made)]
    expect(one.sha256).toBe(other.sha256)
  })

  test('progress tells the bytes of evidence, up to all of them', async () => {
    const told: [number, number][] = []
    await bundleFile(made, { onProgress: (done, total) => told.push([done, total]) })
    const total = made.contents.evidence.reduce((sum, { item, bytes }) => sum + (bytes === null ? 0 : item.size), 0)
    expect(told[0]).toEqual([0, total])
    expect(told.at(-1)).toEqual([total, total])
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((a, b) => a - b))
  })

  const pieces = tries('FIELDSEAL_PIECES', { everyday: 60, full: 400 })

  test(`a case with ${pieces} pieces verifies, and memory stays flat while 256 MiB stream through`, async () => {
    const block = Buffer.alloc(1 << 20, 0x5a)
    const blocks = 256
    const hash = createHash('sha256')
    for (let n = 0; n < blocks; n += 1) hash.update(block)
    const small = Array.from({ length: pieces }, (_, n) => ({
      name: `IMG_${n % 50}.jpg`,
      content: Buffer.from(`picture ${n}`),
    }))
    const large = {
      name: 'disk.dd',
      content: async function* () {
        for (let n = 0; n < blocks; n += 1) yield await Promise.resolve(block)
      },
      sealed: { size: blocks << 20, sha256: hash.digest('hex') },
    }
    const many = await madeContents([...small, large])
    const before = process.memoryUsage().rss
    let most = before
    const folder = mkdtempSync(path.join(tmpdir(), 'large-'))
    const file = path.join(folder, 'large.zip')
    const written = await writeBundle(
      many.contents,
      { signer: many.key, onProgress: () => (most = Math.max(most, process.memoryUsage().rss)) },
      createWriteStream(file),
    )
    expect(written).toMatchObject({ ok: true, value: { pieces: pieces + 1 } })
    expect(most - before).toBeLessThan(200 * 1024 * 1024)
    const opened = await openBundle(file)
    if (!opened.ok) throw new Error(opened.error)
    const report = await verifyBundle(opened.value.source, { createHasher: nodeHasher })
    await opened.value.close()
    expect(report).toMatchObject({ verdict: 'intact', counts: { evidence: pieces + 1 } })
    expect(shell(`unzip -tq ${file}`, folder).output).toContain('No errors detected')
    expect(existsSync(path.join(folder, 'large.zip'))).toBe(true)
  }, 600_000)
})
