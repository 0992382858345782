import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyedLock } from '../../../main/platform/keyed-lock.ts'
import { createAcquisitions } from '../../../main/server/evidence/acquisitions.ts'
import type { Acquisitions } from '../../../main/server/evidence/acquisitions.ts'
import type { ShortOutcome } from '../../../main/server/evidence/reading/messages.ts'
import { createReadingThread } from '../../../main/server/evidence/reading/reading-thread.ts'
import type { ReadingThread } from '../../../main/server/evidence/reading/reading-thread.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import type { Acquisition } from '../../../shared/schema/evidence.ts'
import { freshWorkspace, granted } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'

/** More than a batch holds. */
const files = 300

let bench: TestWorkspace
let sources: string
let caseId: number
let contents: ReadonlyMap<string, Buffer>
beforeEach(async () => {
  bench = await freshWorkspace()
  sources = mkdtempSync(path.join(tmpdir(), 'fieldseal-batches-'))
  caseId = granted(
    await bench.workspace.cases.create(
      { title: 'Batches', description: 'Of files.', priority: 'low' },
      { actor: bench.admin },
    ),
  ).id
  contents = new Map(
    Array.from({ length: files }, (_, n) => [n % 2 === 0 ? `${n}.bin` : `deep/${n}.bin`, randomBytes(200 + n)]),
  )
  mkdirSync(path.join(sources, 'deep'))
  for (const [name, bytes] of contents) writeFileSync(path.join(sources, name), bytes)
})
afterEach(async () => {
  await bench.remove()
  rmSync(sources, { recursive: true, force: true })
})

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const service = (thread: ReadingThread, change: Partial<Workspace> = {}): Promise<Acquisitions> => {
  const { env, evidence } = { ...bench.workspace, ...change }
  return createAcquisitions(
    { ...evidence, env, scheduler: bench.scheduler, locks: createKeyedLock(), version: '1.0.0' },
    thread,
  )
}

/** The real thread, of which some answers never come as they were. */
const disturbed = (
  change: (outcomes: readonly ShortOutcome[], batch: number) => readonly ShortOutcome[],
): ReadingThread => {
  const real = createReadingThread()
  let batch = 0
  return {
    ...real,
    takeShort: async (batchFiles, stop) => {
      const outcomes = await real.takeShort(batchFiles, stop)
      batch += 1
      const changed = change(outcomes, batch)
      for (const [at, { kind }] of changed.entries())
        if (kind !== 'written') rmSync(batchFiles[at]?.partial ?? '', { force: true })
      return changed
    },
  }
}

const settled = async (acquisitions: Acquisitions, id: string): Promise<Acquisition> => {
  for (;;) {
    const told = granted(acquisitions.read(id))
    if (told.state !== 'running') return told
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const acquired = async (acquisitions: Acquisitions): Promise<Acquisition> => {
  const started = granted(await acquisitions.start(caseId, sources, {}, { actor: bench.admin, name: 'Ana Ruiz' }))
  return await settled(acquisitions, started.id)
}

const recorded = async (): Promise<Map<string, string>> =>
  new Map((await bench.workspace.evidence.store.pieces(caseId)).map(({ row }) => [row.path ?? row.name, row.sha256]))

const expected = (): Map<string, string> => new Map([...contents].map(([name, bytes]) => [name, sha256(bytes)]))

const inOrder = (pairs: ReadonlyMap<string, string>): [string, string][] =>
  [...pairs].sort(([a], [b]) => (a < b ? -1 : 1))

const partials = (): string[] => {
  const folder = path.join(bench.dir, 'blobs/partial')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Every stored file, by its hash. */
const blobs = (): string[] =>
  readdirSync(path.join(bench.dir, 'blobs/sha256'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

describe('how far an acquisition is', () => {
  it('is kept again and again while it runs; where that fails once it is logged, and tried again', async () => {
    const { env, evidence } = bench.workspace
    const broken = new Error('the disk is away')
    const logged: unknown[] = []
    const saved: string[] = []
    const held = Promise.withResolvers<void>()
    const real = createReadingThread()
    const thread: ReadingThread = {
      ...real,
      takeShort: async (batch, stop) => {
        await held.promise
        return await real.takeShort(batch, stop)
      },
    }
    const acquisitions = await service(thread, {
      env: { ...env, log: { ...env.log, error: (fields: unknown) => void logged.push(fields) } as typeof env.log },
      evidence: {
        ...evidence,
        acquisitions: {
          ...evidence.acquisitions,
          save: async (kept) => {
            saved.push(kept.state)
            if (saved.length === 1) throw broken
            return await evidence.acquisitions.save(kept)
          },
        },
      },
    })
    const { id } = granted(await acquisitions.start(caseId, sources, {}, { actor: bench.admin, name: 'Ana Ruiz' }))
    for (const seen of [1, 2]) {
      bench.scheduler.run()
      expect(saved).toHaveLength(seen)
      await new Promise((resolve) => setImmediate(resolve))
      while (bench.scheduler.waiting() === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(logged).toEqual([{ err: broken }])
    held.resolve()
    expect(await settled(acquisitions, id)).toMatchObject({ state: 'done', files_done: files })
    await acquisitions.close()
    const after = saved.length
    bench.scheduler.run()
    expect(saved).toHaveLength(after)
  })
})

describe('files that are taken in batches', () => {
  it('each is a piece with an entry of its own, in a chain that verifies; what is counted is what is there', async () => {
    const acquisitions = await service(createReadingThread())
    const bytes = [...contents.values()].reduce((sum, content) => sum + content.length, 0)
    expect(await acquired(acquisitions)).toMatchObject({
      state: 'done',
      files_done: files,
      files_total: files,
      bytes_done: bytes,
      bytes_total: bytes,
      duplicates: 0,
      problems: [],
    })
    expect(inOrder(await recorded())).toEqual(inOrder(expected()))
    expect(partials()).toEqual([])
    await acquisitions.close()
    const report = granted(await bench.workspace.verification.verifyCase(caseId))
    expect(report.verdict).toBe('intact')
  })

  it('the same bytes within a batch, and again in a later one, are stored once and said each time', async () => {
    for (const name of ['copy-1', 'copy-2', 'deep/copy-3'])
      writeFileSync(path.join(sources, name), contents.get('0.bin') ?? '')
    const acquisitions = await service(createReadingThread())
    expect(await acquired(acquisitions)).toMatchObject({ state: 'done', files_done: files + 3, duplicates: 3 })
    expect(await acquired(acquisitions)).toMatchObject({ state: 'done', files_done: files + 3, duplicates: files + 3 })
    expect(blobs().sort()).toEqual([...new Set(expected().values())].sort())
    expect(partials()).toEqual([])
    for (const { row, key } of await bench.workspace.evidence.store.pieces(caseId)) {
      expect(key === null ? null : await bench.workspace.evidence.blobs.hashOf(row.sha256, key)).toBe(row.sha256)
    }
    await acquisitions.close()
  })

  it('a file that cannot be taken is named, and keeps none of its batch from being taken', async () => {
    const acquisitions = await service(
      disturbed((outcomes, batch) =>
        batch === 1
          ? outcomes.map((outcome, at) =>
              at === 5 ? { kind: 'refused', message: 'The medium could not be read here.' } : outcome,
            )
          : outcomes,
      ),
    )
    const done = await acquired(acquisitions)
    expect(done).toMatchObject({ state: 'done', files_done: files - 1, problems_total: 1 })
    expect(done.problems[0]?.message).toBe('The medium could not be read here.')
    expect(contents.has(done.problems[0]?.path ?? '')).toBe(true)
    expect((await recorded()).has(done.problems[0]?.path ?? '')).toBe(false)
    expect(partials()).toEqual([])
    await acquisitions.close()
  })

  it('E-10: a disk that fills up within a batch: a clear message, what was whole is evidence, nothing else is left, and it goes on later', async () => {
    const error = { code: 'ENOSPC', message: 'no space left on device', stack: null }
    const acquisitions = await service(
      disturbed((outcomes, batch) =>
        batch === 2
          ? outcomes.map((outcome, at) =>
              at < 10 ? outcome : at === 10 ? { kind: 'failed', error } : { kind: 'left' },
            )
          : outcomes,
      ),
    )
    const failed = await acquired(acquisitions)
    expect(failed).toMatchObject({
      state: 'failed',
      error: 'The disk is full. What was taken before is safe; free space and resume.',
    })
    const taken = await recorded()
    expect(failed.files_done).toBe(taken.size)
    expect(taken.size).toBeGreaterThanOrEqual(10)
    expect(taken.size).toBeLessThan(files)
    expect(partials()).toEqual([])
    expect(blobs().sort()).toEqual([...taken.values()].sort())
    granted(await acquisitions.steer(failed.id, 'resume'))
    expect(await settled(acquisitions, failed.id)).toMatchObject({
      state: 'done',
      files_done: files,
      duplicates: 0,
      error: null,
    })
    expect(inOrder(await recorded())).toEqual(inOrder(expected()))
    await acquisitions.close()
  })

  it('a thread that dies in the middle: the acquisition fails, nothing is half there, and a new thread goes on', async () => {
    const real = createReadingThread()
    let batch = 0
    const dying: ReadingThread = {
      ...real,
      takeShort: async (batchFiles, stop) => {
        batch += 1
        if (batch !== 2) return await real.takeShort(batchFiles, stop)
        const answer = real.takeShort(batchFiles, stop)
        await real.close()
        return await answer
      },
    }
    const acquisitions = await service(dying)
    const failed = await acquired(acquisitions)
    expect(failed).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('What was taken before is safe') as string,
    })
    expect(partials()).toEqual([])
    granted(await acquisitions.steer(failed.id, 'resume'))
    expect(await settled(acquisitions, failed.id)).toMatchObject({ state: 'done', files_done: files })
    expect(inOrder(await recorded())).toEqual(inOrder(expected()))
    await acquisitions.close()
  })

  it('a pause keeps what is evidence and leaves nothing else; resuming takes the rest once', async () => {
    const acquisitions = await service(createReadingThread())
    const { id } = granted(await acquisitions.start(caseId, sources, {}, { actor: bench.admin, name: 'Ana Ruiz' }))
    const paused = granted(await acquisitions.steer(id, 'pause'))
    expect(paused).toMatchObject({ state: 'paused', files_done: (await recorded()).size })
    expect(partials()).toEqual([])
    granted(await acquisitions.steer(id, 'resume'))
    expect(await settled(acquisitions, id)).toMatchObject({ state: 'done', files_done: files, duplicates: 0 })
    expect(inOrder(await recorded())).toEqual(inOrder(expected()))
    await acquisitions.close()
  })
})
