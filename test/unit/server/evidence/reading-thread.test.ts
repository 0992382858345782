import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReadingThread, stopFlag } from '../../../../main/server/evidence/reading/reading-thread.ts'
import type { ReadingThread } from '../../../../main/server/evidence/reading/reading-thread.ts'
import { openSource } from '../../../../main/server/evidence/open-source.ts'

let folder: string
let thread: ReadingThread
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-thread-'))
  thread = createReadingThread()
})
afterAll(async () => {
  await thread.close()
  rmSync(folder, { recursive: true, force: true })
})

const key = randomBytes(32)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const untold = { onBytes: () => undefined, onDurable: () => undefined }

const source = (name: string, content: Uint8Array): string => {
  const place = path.join(folder, name)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, content)
  return place
}

const versionOf = async (place: string): Promise<string> => {
  const opened = await openSource(Buffer.from(place))
  if (!opened.ok) throw new Error(opened.error)
  await opened.value.handle.close()
  return opened.value.version
}

const longFile = async (place: string, partial: string, resumes = false) => ({
  location: Buffer.from(place),
  version: await versionOf(place),
  partial: path.join(folder, partial),
  key,
  resumes,
})

describe('the thread that reads sources', () => {
  it('answers several at once, each with its own', async () => {
    const short = source('tree/short', randomBytes(100))
    const bytes = randomBytes(9 * 1_048_576)
    const long = source('tree/long', bytes)
    const told: number[] = []
    const [measured, [taken], outcome] = await Promise.all([
      thread.measure(path.join(folder, 'tree'), stopFlag()),
      thread.takeShort([{ location: Buffer.from(short), partial: path.join(folder, 'short.part'), key }], stopFlag()),
      thread.takeLong(await longFile(long, 'long.part'), stopFlag(), {
        onBytes: (count) => void told.push(count),
        onDurable: () => undefined,
      }),
    ])
    expect(measured).toEqual({ files: 2, bytes: 100 + bytes.length })
    expect(taken).toMatchObject({ kind: 'written', size: 100 })
    expect(outcome).toEqual({ ok: true, value: { sha256: sha256(bytes), size: bytes.length } })
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(bytes.length)
  })

  it('a long file that was stopped is gone on with, and is the same', async () => {
    const bytes = randomBytes(12 * 1_048_576)
    const place = source('stopped', bytes)
    const stop = stopFlag()
    const first = await thread.takeLong(await longFile(place, 'stopped.part'), stop, {
      onBytes: (count) => void (count > 0 && Atomics.store(stop, 0, 1)),
      onDurable: () => undefined,
    })
    expect(first).toEqual({ ok: true, value: 'interrupted' })
    let resumedAt = -1
    const onBytes = (count: number): void => {
      if (resumedAt < 0) resumedAt = count
    }
    const second = await thread.takeLong(await longFile(place, 'stopped.part', true), stopFlag(), {
      onBytes,
      onDurable: () => undefined,
    })
    expect(second).toEqual({ ok: true, value: { sha256: sha256(bytes), size: bytes.length } })
    expect(resumedAt).toBeGreaterThan(0)
  })

  it('one whose beginning is lost or not ours is taken anew', async () => {
    const bytes = randomBytes(5 * 1_048_576)
    const place = source('lost', bytes)
    writeFileSync(path.join(folder, 'lost.part'), 'not what was written')
    expect(await thread.takeLong(await longFile(place, 'lost.part', true), stopFlag(), untold)).toEqual({
      ok: true,
      value: { sha256: sha256(bytes), size: bytes.length },
    })
  })

  it('one that is another than was chosen is refused', async () => {
    const place = source('other', randomBytes(5 * 1_048_576))
    const outcome = await thread.takeLong(
      { ...(await longFile(place, 'other.part')), version: 'as it was' },
      stopFlag(),
      untold,
    )
    expect(outcome).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('changed while it was read') as string },
    })
    expect(readdirSync(folder)).not.toContain('other.part')
  })

  it('what fails there fails here, with its code', async () => {
    await expect(thread.measure(path.join(folder, 'nowhere'), stopFlag())).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('a thread that ends rejects whoever waits, and the next call has a new one', async () => {
    const dying = createReadingThread()
    const waiting = dying.measure('/', stopFlag())
    const rejected = expect(waiting).rejects.toThrow('has ended')
    await dying.close()
    await rejected
    expect(await dying.measure(source('alone', randomBytes(3)), stopFlag())).toEqual({ files: 1, bytes: 3 })
    await dying.close()
  })
})
