import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../main/platform/clock.ts'
import { takeFolderLock } from '../../../main/platform/folder-lock.ts'
import { idAfter, idRange } from '../../../main/platform/ids.ts'
import { createLog } from '../../../main/platform/log.ts'
import { formatUuidv7, systemRandom } from '../../../main/platform/random.ts'
import { version } from '../../../main/platform/version.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-platform-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('random values', () => {
  test('bytes are as many as asked for and never the same', () => {
    const random = systemRandom()
    const seen = new Set<string>()
    for (let n = 0; n < 5_000; n += 1) seen.add(Buffer.from(random.bytes(16)).toString('hex'))
    expect(seen.size).toBe(5_000)
    expect([0, 1, 2_048, 2_049, 100_000].map((count) => random.bytes(count).length)).toEqual([
      0, 1, 2_048, 2_049, 100_000,
    ])
  })

  test('what was given out does not change when more is drawn', () => {
    const random = systemRandom()
    const first = random.bytes(32)
    const copy = Buffer.from(first)
    for (let n = 0; n < 1_000; n += 1) random.bytes(64)
    expect(Buffer.compare(first, copy)).toBe(0)
  })

  test('a UUIDv7 has the form and the time of RFC 9562', () => {
    const at = Date.parse('2022-02-22T19:22:22.000Z')
    // RFC 9562 appendix A.6
    const random = Buffer.from('0cc3' + '18c4dc0c0c07398f', 'hex')
    expect(formatUuidv7(at, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })
})

describe('integer ids', () => {
  test('two devices never give out the same one', () => {
    expect(idAfter(0, null)).toBe(1)
    expect(idAfter(0, 41)).toBe(42)
    expect(idAfter(3, null)).toBe(3 * 2 ** 32 + 1)
    expect(idRange(1).first).toBeGreaterThan(idRange(0).last)
    expect(() => idAfter(0, idRange(0).last)).toThrow(RangeError)
  })
})

test('L-3: a folder is held once, and again after it was given free', () => {
  const file = path.join(dir, 'lock.db')
  const lock = takeFolderLock(file)
  expect(lock).not.toBeNull()
  expect(takeFolderLock(file)).toBeNull()
  lock?.release()
  lock?.release()
  const again = takeFolderLock(file)
  expect(again).not.toBeNull()
  again?.release()
})

test('the log holds neither secrets nor personal data, whatever it is given', () => {
  const lines: string[] = []
  const log = createLog(
    'info',
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  log.info(
    {
      password: 'hunter22',
      req: { headers: { authorization: 'Bearer abc', 'x-api-key': 'fsi_1' } },
      body: { title: 'Mr X' },
      notes: 'told me',
      code: 'kept',
    },
    'done',
  )
  const text = lines.join('')
  for (const secret of ['hunter22', 'Bearer abc', 'fsi_1', 'Mr X', 'told me']) expect(text).not.toContain(secret)
  expect(text).toContain('kept')
})

test('monotonic time does not go back', () => {
  const clock = systemClock('fallback')
  const readings = Array.from({ length: 100 }, () => clock.monoMs())
  expect(readings).toEqual([...readings].sort((a, b) => a - b))
  expect(clock.bootId.length).toBeGreaterThan(0)
})

test('the version is that of the package', () => {
  expect(version).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version)
})
