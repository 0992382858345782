import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { segmentBytes } from '../../../main/blobs/partial-blob.ts'
import { createEvidenceService } from '../../../main/server/evidence/evidence-service.ts'
import type { EvidenceService } from '../../../main/server/evidence/evidence-service.ts'
import { sweepBlobs } from '../../../main/server/evidence/intake.ts'
import { createKeyedLock } from '../../../main/platform/keyed-lock.ts'
import { systemActor } from '../../../main/storage/ledger/ledger.ts'
import type { Workspace, WorkspaceEvidence } from '../../../main/storage/ledger/workspace.ts'
import { freshWorkspace, granted, refused } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'

const bytes = randomBytes(2 * segmentBytes + 70_000)
const acknowledged = 2 * segmentBytes

let bench: TestWorkspace
let caseId: number
let running: EvidenceService[]
let killed: PromiseWithResolvers<never>
beforeEach(async () => {
  bench = await freshWorkspace()
  caseId = granted(
    await bench.workspace.cases.create(
      { title: 'Uploads', description: 'In pieces.', priority: 'low' },
      { actor: bench.admin },
    ),
  ).id
  running = []
  killed = Promise.withResolvers<never>()
  killed.promise.catch(() => undefined)
})
afterEach(async () => {
  killed.reject(new Error('the process is dead'))
  for (const service of running) await service.close()
  await bench.remove()
})

/** A start of the service over the folder as it lies there, of which some calls may be others. */
const start = async (change: Partial<WorkspaceEvidence> = {}): Promise<EvidenceService> => {
  const { workspace } = bench
  const evidence: WorkspaceEvidence = { ...workspace.evidence, ...change }
  const service = await createEvidenceService({ ...workspace, evidence } satisfies Workspace, '1.0.0', bench.scheduler)
  running.push(service)
  return service
}

const send = (service: EvidenceService, id: string, from: number, to = bytes.length) =>
  service.uploads.write(id, from, Readable.from([bytes.subarray(from, to)]))

/** An upload of which all whole segments are acknowledged. */
const begun = async (service: EvidenceService): Promise<string> => {
  const { id } = granted(
    await service.uploads.open(
      caseId,
      { name: 'upload.bin', size: bytes.length, facts: {} },
      { actor: bench.admin, name: 'Ana Ruiz' },
    ),
  )
  expect(granted(await send(service, id, 0, acknowledged + 1)).offset).toBe(acknowledged)
  return id
}

const filesBelow = (folder: string): string[] => {
  const place = path.join(bench.dir, 'blobs', folder)
  return existsSync(place)
    ? readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []
}

const pieces = () => bench.workspace.evidence.store.pieces(caseId)

/** The bytes are one piece more, whole, and nothing else is left of them. */
const expectTaken = async (service: EvidenceService, id: string, count = 1): Promise<void> => {
  expect(granted(service.acquisitions.read(id))).toMatchObject({
    state: 'done',
    files_done: 1,
    bytes_done: bytes.length,
    bytes_total: bytes.length,
    duplicates: count - 1,
    error: null,
  })
  expect(granted(await service.uploads.state(id))).toEqual({ size: bytes.length, offset: bytes.length })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const taken = await pieces()
  expect(taken.map(({ row }) => row.sha256)).toEqual(Array.from({ length: count }, () => sha256))
  for (const { key } of taken)
    expect(key === null ? null : await bench.workspace.evidence.blobs.hashOf(sha256, key)).toBe(sha256)
  expect(filesBelow('sha256')).toEqual([sha256])
  expect(filesBelow('partial')).toEqual([])
}

/**
 * The moments at which the last bytes become evidence: where `stop` is called the process is killed, and nothing after
 * it is made.
 */
const moments: readonly {
  readonly name: string
  readonly change: (evidence: WorkspaceEvidence, stop: () => Promise<never>) => Partial<WorkspaceEvidence>
}[] = [
  { name: 'before the file gets its place', change: ({ blobs }, stop) => ({ blobs: { ...blobs, place: stop } }) },
  { name: 'between its place and its seal', change: ({ store }, stop) => ({ store: { ...store, take: stop } }) },
  {
    name: 'after its seal, before it is answered',
    change: ({ store }, stop) => ({
      store: {
        ...store,
        take: async (...given) => {
          granted(await store.take(...given))
          return await stop()
        },
      },
    }),
  },
]

/** Sends the last bytes of an upload to a service that is killed at a moment; resolves when it is dead. */
const sendUntilKilled = async (id: string, change: (typeof moments)[number]['change']): Promise<void> => {
  const reached = Promise.withResolvers<void>()
  const dying = await start(
    change(bench.workspace.evidence, () => {
      reached.resolve()
      return killed.promise
    }),
  )
  const sent = send(dying, id, acknowledged)
  sent.catch(() => undefined)
  await Promise.race([reached.promise, sent])
}

describe('a part of an upload', () => {
  it('E-11: that brings no whole segment is refused with the least that is kept, and the upload goes on from where it stands', async () => {
    const service = await start()
    const id = await begun(service)
    for (const size of [1, 65_536, 70_000 - 1]) {
      const { error } = (await send(service, id, acknowledged, acknowledged + size)) as {
        readonly error: { readonly code: string; readonly message: string }
      }
      expect(error.code).toBe('invalid_request')
      expect(error.message).toContain(`at least ${segmentBytes} bytes`)
      expect(error.message).toContain(`stands at ${acknowledged}`)
    }
    expect(granted(await service.uploads.state(id)).offset).toBe(acknowledged)
    granted(await send(service, id, acknowledged))
    await expectTaken(service, id)
  })

  it('E-11: whose connection broke is no fault of the sender: the answer says where it stands', async () => {
    const service = await start()
    const id = await begun(service)
    const broken = Readable.from(
      (async function* () {
        yield bytes.subarray(acknowledged, acknowledged + 10)
        await Promise.reject(new Error('the connection broke'))
      })(),
    )
    expect(granted(await service.uploads.write(id, acknowledged, broken)).offset).toBe(acknowledged)
  })

  it('E-11: of a file whose length nobody knows is gone on with from what the answer says', async () => {
    const service = await start()
    const { id } = granted(
      await service.uploads.open(
        caseId,
        { name: 'stream.bin', size: null, facts: {} },
        { actor: bench.admin, name: 'Ana Ruiz' },
      ),
    )
    const broken = Readable.from(
      (async function* () {
        yield bytes.subarray(0, acknowledged)
        await Promise.reject(new Error('the connection broke'))
      })(),
    )
    const { offset } = granted(await service.uploads.write(id, 0, broken))
    expect(offset).toBeLessThanOrEqual(acknowledged)
    granted(await send(service, id, offset))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect((await pieces()).map(({ row }) => row.sha256)).toEqual([sha256])
  })
})

describe('an upload that rests', () => {
  it('lets its file go after a while; where that fails it is logged, and nothing is left unhandled', async () => {
    const { env, evidence } = bench.workspace
    const broken = new Error('the disk is away')
    const logged: unknown[] = []
    let closed = 0
    const service = await createEvidenceService(
      {
        ...bench.workspace,
        env: { ...env, log: { ...env.log, error: (fields: unknown) => void logged.push(fields) } as typeof env.log },
        evidence: {
          ...evidence,
          blobs: {
            ...evidence.blobs,
            begin: async (...given) => {
              const partial = await evidence.blobs.begin(...given)
              const close = async (): Promise<void> => {
                closed += 1
                await partial.close()
                throw broken
              }
              return { ...partial, close }
            },
          },
        },
      },
      '1.0.0',
      bench.scheduler,
    )
    running.push(service)
    await begun(service)
    bench.scheduler.run()
    expect(closed).toBe(0)
    bench.clock.advance(120_001)
    bench.scheduler.run()
    await expect.poll(() => logged.length).toBeGreaterThan(0)
    expect([closed, logged]).toEqual([1, [{ err: broken }]])
  })
})

describe('E-36: the stored bytes that a start removes', () => {
  /** What a start does beside its work, waited for. */
  const swept = async (): Promise<void> => {
    await sweepBlobs({ ...bench.workspace.evidence, locks: createKeyedLock() }, () => false)
  }

  /** A file of the store that nothing in the database speaks of. */
  const placed = async (): Promise<string> => {
    const { blobs, keys } = bench.workspace.evidence
    const id = randomUUID()
    const partial = await blobs.begin(id, keys.newFileKey())
    await partial.append(randomBytes(500))
    const { sha256 } = await partial.finish()
    await partial.close()
    await blobs.place([{ id, sha256 }])
    return sha256
  }

  it('are those whose placing was announced and that got no key', async () => {
    const sha256 = await placed()
    granted(await bench.workspace.evidence.unsettled.announce([sha256]))
    await swept()
    expect(filesBelow('sha256')).toEqual([])
    expect(bench.workspace.evidence.unsettled.list()).toEqual([])
  })

  it('are not those that this database does not know, and no foreign file beside partial ones', async () => {
    const sha256 = await placed()
    const foreign = path.join(bench.dir, 'blobs/partial/notes.docx')
    writeFileSync(foreign, 'mine')
    await start()
    await swept()
    expect([filesBelow('sha256'), filesBelow('partial')]).toEqual([[sha256], ['notes.docx']])
  })

  it('a short file that a kill leaves in its place is announced, one that was sealed is not', async () => {
    const source = path.join(bench.dir, 'short.txt')
    writeFileSync(source, 'short')
    const reached = Promise.withResolvers<void>()
    const dying = await start({
      store: {
        ...bench.workspace.evidence.store,
        take: () => {
          reached.resolve()
          return killed.promise
        },
      },
    })
    granted(await dying.acquisitions.start(caseId, source, {}, { actor: bench.admin, name: 'Ana Ruiz' }))
    await reached.promise
    expect([filesBelow('sha256').length, bench.workspace.evidence.unsettled.list().length]).toEqual([1, 1])
    await swept()
    expect(filesBelow('sha256')).toEqual([])
    const service = await start()
    const id = await begun(service)
    granted(await send(service, id, acknowledged))
    expect(bench.workspace.evidence.unsettled.list()).toEqual([])
  })

  it('are those whose last key went, as it does with a case that is given back', async () => {
    const service = await start()
    granted(await send(service, await begun(service), acknowledged))
    await service.close()
    expect(filesBelow('sha256')).toHaveLength(1)
    granted(
      await bench.workspace.ledger.write(systemActor, async ({ sql }) => {
        await sql.run('delete from blob_keys')
        return ok(undefined)
      }),
    )
    await swept()
    expect(filesBelow('sha256')).toEqual([])
  })
})

describe('an upload that a stop cuts short', () => {
  it.each(moments)('E-11: $name: nothing that was acknowledged is asked for again', async ({ change }) => {
    const id = await begun(await start())
    await sendUntilKilled(id, change)
    const service = await start()
    const { offset } = granted(await service.uploads.state(id))
    expect(offset).toBeGreaterThanOrEqual(acknowledged)
    if (offset < bytes.length) granted(await send(service, id, offset))
    await expectTaken(service, id)
  })

  it.each(moments)('$name, of bytes that are stored already: the same', async ({ change }) => {
    const first = await start()
    const before = await begun(first)
    granted(await send(first, before, acknowledged))
    const id = await begun(first)
    await sendUntilKilled(id, change)
    const service = await start()
    const { offset } = granted(await service.uploads.state(id))
    expect(offset).toBeGreaterThanOrEqual(acknowledged)
    if (offset < bytes.length) granted(await send(service, id, offset))
    await expectTaken(service, id, 2)
  })

  it('by a disk that is full when its entry is to be sealed: it goes on from what was acknowledged once there is room', async () => {
    const { store } = bench.workspace.evidence
    const full = await start({
      store: { ...store, take: () => Promise.resolve(fail(refusal('storage_full', 'The disk is full.'))) },
    })
    const id = await begun(full)
    expect(refused(await send(full, id, acknowledged))).toBe('storage_full')
    expect(filesBelow('sha256')).toEqual([])
    expect(granted(await full.uploads.state(id)).offset).toBe(acknowledged)
    await full.uploads.close()
    const service = await start()
    granted(await send(service, id, acknowledged))
    await expectTaken(service, id)
  })

  it('and that is cancelled after it leaves nothing', async () => {
    const id = await begun(await start())
    await sendUntilKilled(id, ({ store }, stop) => ({ store: { ...store, take: stop } }))
    const service = await start()
    expect(granted(await service.uploads.steer(id, 'cancel'))).toMatchObject({ state: 'cancelled' })
    await service.close()
    expect(filesBelow('partial')).toEqual([])
    expect(filesBelow('sha256')).toEqual([])
    expect(await pieces()).toEqual([])
  })
})

describe('a long file that a stop cuts short between its place and its seal', () => {
  it('is gone on with from its partial file', async () => {
    const source = path.join(bench.dir, '..', 'long.img')
    const long = randomBytes(17 * 1_048_576)
    writeFileSync(source, long)
    const reached = Promise.withResolvers<void>()
    const dying = await start({
      store: {
        ...bench.workspace.evidence.store,
        take: () => {
          reached.resolve()
          return killed.promise
        },
      },
    })
    const { id } = granted(await dying.acquisitions.start(caseId, source, {}, { actor: bench.admin, name: 'Ana Ruiz' }))
    await reached.promise
    const before = filesBelow('partial')
    expect(before).toHaveLength(1)
    const service = await start()
    expect(filesBelow('partial')).toEqual(before)
    granted(await service.acquisitions.steer(id, 'resume'))
    await expect.poll(() => granted(service.acquisitions.read(id)).state, { timeout: 50_000 }).toBe('done')
    expect((await pieces()).map(({ row }) => row.sha256)).toEqual([createHash('sha256').update(long).digest('hex')])
    expect(filesBelow('partial')).toEqual([])
    expect(filesBelow('sha256')).toHaveLength(1)
  })
})
