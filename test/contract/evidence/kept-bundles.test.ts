import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { segmentBytes } from '../../../main/blobs/partial-blob.ts'
import type { Actor } from '../../../main/domain/access/actor.ts'
import { createEvidenceService } from '../../../main/server/evidence/evidence-service.ts'
import type { EvidenceService } from '../../../main/server/evidence/evidence-service.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import type { ContentLink } from '../../../shared/schema/evidence.ts'
import { freshWorkspace, granted, refused } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'
import { freshField } from '../storage/sync/replicas.ts'
import { turnedByHand } from '../../support/turned-by-hand.ts'
import type { TurnedByHand } from '../../support/turned-by-hand.ts'

const hourMs = 3_600_000
const secret = 'The informant is Gazelle'

let bench: TestWorkspace
let services: EvidenceService[]
beforeEach(async () => {
  bench = await freshWorkspace()
  services = []
})
afterEach(async () => {
  for (const service of services) await service.close()
  await bench.remove()
})

const start = async (workspace: Workspace, scheduler: TurnedByHand = turnedByHand()): Promise<EvidenceService> => {
  const service = await createEvidenceService(workspace, '1.0.0', scheduler)
  services.push(service)
  return service
}

const stop = async (service: EvidenceService): Promise<void> => {
  services = services.filter((one) => one !== service)
  await service.close()
}

const openCase = async (workspace: Workspace, actor: Actor): Promise<number> => {
  const { id } = granted(
    await workspace.cases.create({ title: 'Payments', description: 'To a shell company.', priority: 'low' }, { actor }),
  )
  granted(await workspace.cases.addNote(id, { text: secret }, { actor }))
  return id
}

/** Erases the note of a case; answers what was told of it. */
const eraseNote = async (workspace: Workspace, actor: Actor, id: number) => {
  const { data } = granted(await workspace.cases.timeline(id, { order: 'oldest', page: 1, size: 100 }))
  const note = data.find(({ type }) => type === 'note.added')
  return granted(
    await workspace.cases.redact(
      id,
      { entry_id: note?.entry_id ?? '', digests: [note?.withheld['text']?.digest ?? ''], legal_basis: 'gdpr_art_17' },
      { actor },
    ),
  )
}

const begin = async (service: EvidenceService, caseId: number): Promise<string> =>
  granted(
    await service.exports.start(
      caseId,
      { evidence: 'all', disclosures: 'all', reason: 'For the court' },
      { actor: bench.admin, name: 'Ana Ruiz' },
    ),
  ).id

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const made = async (service: EvidenceService, caseId: number): Promise<string> => {
  const id = await begin(service, caseId)
  while (granted(await service.exports.read(id)).state === 'running') await turn()
  expect(granted(await service.exports.read(id)).state).toBe('done')
  return id
}

const filesIn = (dir: string): string[] =>
  readdirSync(path.join(dir, 'exports'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

/**
 * Resolves when so many files of bundles lie in the folder; a test that waits for another number runs out of its time.
 */
const untilFiles = async (dir: string, count: number): Promise<void> => {
  while (filesIn(dir).length !== count) await turn()
}

const contentOf = (service: EvidenceService, { url }: ContentLink) => service.links.find(url.split('/').at(-1) ?? '')

describe('finished bundles', () => {
  it('E-31: one that is older than a day is unknown on every way to it, and its link serves nothing', async () => {
    const caseId = await openCase(bench.workspace, bench.admin)
    const service = await start(bench.workspace)
    const id = await made(service, caseId)
    bench.clock.advance(24 * hourMs - 60_000)
    const link = granted(await service.exports.link(id, { ...bench.admin, family: null }))
    expect(contentOf(service, link)?.refused?.() ?? null).toBeNull()
    bench.clock.advance(120_000)
    expect(contentOf(service, link)?.refused?.()).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('older than a day') as string,
    })
    expect(refused(await service.exports.link(id, { ...bench.admin, family: null }))).toBe('not_found')
    expect(refused(await service.exports.read(id))).toBe('not_found')
    expect(await service.exports.list()).toEqual([])
    expect(filesIn(bench.dir)).toEqual([])
  })

  it('E-31: what is old goes by the hour though nobody asks, and at the start of the service', async () => {
    const caseId = await openCase(bench.workspace, bench.admin)
    const scheduler = turnedByHand()
    const service = await start(bench.workspace, scheduler)
    const young = await made(service, caseId)
    scheduler.run()
    await untilFiles(bench.dir, 1)
    while (scheduler.waiting() === 0) await turn()
    bench.clock.advance(25 * hourMs)
    scheduler.run()
    await untilFiles(bench.dir, 0)
    expect(bench.workspace.evidence.exports.read(young)).toBeNull()
    const left = await made(service, caseId)
    await stop(service)
    bench.clock.advance(25 * hourMs)
    expect(filesIn(bench.dir)).toHaveLength(1)
    await start(bench.workspace)
    expect(filesIn(bench.dir)).toEqual([])
    expect(bench.workspace.evidence.exports.read(left)).toBeNull()
  })

  it('E-32: a file that no export names goes at the next start, as after a crash, or where its case left the device', async () => {
    const caseId = await openCase(bench.workspace, bench.admin)
    const service = await start(bench.workspace)
    const [first, second] = [await made(service, caseId), await made(service, caseId)]
    await stop(service)
    granted(await bench.workspace.evidence.exports.forget(first))
    expect(filesIn(bench.dir)).toHaveLength(2)
    const next = await start(bench.workspace)
    expect(filesIn(bench.dir)).toEqual([granted(await next.exports.read(second)).sha256])
  })
})

describe('L-56: an erasure', () => {
  it('discards the bundles of its case and no others, tells how many, and ends their links', async () => {
    const [caseId, other] = [await openCase(bench.workspace, bench.admin), await openCase(bench.workspace, bench.admin)]
    const service = await start(bench.workspace)
    const [first, second, stays] = [
      await made(service, caseId),
      await made(service, caseId),
      await made(service, other),
    ]
    const link = granted(await service.exports.link(first, { ...bench.admin, family: null }))
    expect(await eraseNote(bench.workspace, bench.admin, caseId)).toMatchObject({ erased: 1, exports_discarded: 2 })
    for (const id of [first, second]) {
      expect(await bench.workspace.evidence.exports.key(id), 'the key went in the transaction').toBeNull()
      expect(refused(await service.exports.read(id))).toBe('not_found')
      expect(refused(await service.exports.link(id, { ...bench.admin, family: null }))).toBe('not_found')
    }
    expect(contentOf(service, link)?.refused?.()).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('a value of its case was erased') as string,
    })
    await untilFiles(bench.dir, 1)
    expect((await service.exports.list()).map(({ id }) => id)).toEqual([stays])
    const again = granted(await service.exports.read(await made(service, caseId)))
    expect(filesIn(bench.dir).sort()).toEqual([granted(await service.exports.read(stays)).sha256, again.sha256].sort())
  })

  it('ends a bundle that is being made and holds the value already', async () => {
    const caseId = await openCase(bench.workspace, bench.admin)
    const [hasRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const service = await start({
      ...bench.workspace,
      readMoment: async (read) => {
        const contents = await bench.workspace.readMoment(read)
        hasRead.resolve()
        await mayGoOn.promise
        return contents
      },
    })
    const id = await begin(service, caseId)
    await hasRead.promise
    expect(await eraseNote(bench.workspace, bench.admin, caseId)).toMatchObject({ exports_discarded: 1 })
    expect(refused(await service.exports.read(id))).toBe('not_found')
    mayGoOn.resolve()
    await stop(service)
    expect(bench.workspace.evidence.exports.list()).toEqual([])
    expect(filesIn(bench.dir)).toEqual([])
  })

  it('breaks off a bundle that is being handed out', async () => {
    const caseId = await openCase(bench.workspace, bench.admin)
    const service = await start(bench.workspace)
    const bytes = randomBytes(3 * segmentBytes)
    const { id: upload } = granted(
      await service.uploads.open(
        caseId,
        { name: 'disk.img', size: bytes.length, facts: {} },
        { actor: bench.admin, name: 'Ana Ruiz' },
      ),
    )
    granted(await service.uploads.write(upload, 0, Readable.from([bytes])))
    const link = granted(await service.exports.link(await made(service, caseId), { ...bench.admin, family: null }))
    const opened = granted(
      (await contentOf(service, link)?.open(0, link.size)) ?? {
        ok: false,
        error: { code: 'not_found', message: 'no link' },
      },
    )
    const parts = opened[Symbol.asyncIterator]()
    expect((await parts.next()).done).toBe(false)
    await eraseNote(bench.workspace, bench.admin, caseId)
    await expect(parts.next()).rejects.toThrow('discarded on the way')
  })

  it('that came by sync discards the bundles of this device too (L-55)', async () => {
    const field = await freshField()
    try {
      const device = await field.enrol()
      const caseId = await openCase(field.root.workspace, field.admin)
      await field.order.push(field.root)
      await field.order.pull(device)
      const { workspace } = device
      const service = await start(workspace)
      const id = workspace.env.random.uuidv7(workspace.env.clock.nowMs())
      granted(
        await workspace.evidence.exports.create(
          {
            id,
            case_id: caseId,
            case_number: 'CASE',
            state: 'done',
            pieces: 0,
            disclosures: 'all',
            encrypted: 0,
            bytes_total: 0,
            bytes_done: 0,
            started_at: 1,
            finished_at: workspace.env.clock.nowMs(),
            file_name: 'CASE.zip',
            size: 1,
            sha256: 'ab'.repeat(32),
            requested_by: '{"id":null,"name":"Ana Ruiz"}',
            entry_id: 'cd'.repeat(32),
            error: null,
          },
          randomBytes(32),
        ),
      )
      expect(granted(await service.exports.read(id)).state).toBe('done')
      await eraseNote(field.root.workspace, field.admin, caseId)
      await field.order.push(field.root)
      await field.order.pull(device)
      expect(await workspace.evidence.exports.key(id)).toBeNull()
      expect(refused(await service.exports.read(id))).toBe('not_found')
      await stop(service)
    } finally {
      await field.remove()
    }
  })

  const uploaded = async (service: EvidenceService, caseId: number): Promise<string> => {
    const { id } = granted(
      await service.uploads.open(
        caseId,
        { name: 'a.txt', size: 3, facts: { source: secret } },
        { actor: bench.admin, name: 'Ana Ruiz' },
      ),
    )
    granted(await service.uploads.write(id, 0, Readable.from([Buffer.from('abc')])))
    return id
  }

  const eraseSource = async (caseId: number): Promise<void> => {
    const { data } = granted(await bench.workspace.cases.timeline(caseId, { order: 'oldest', page: 1, size: 100 }))
    const piece = data.find(({ type }) => type === 'evidence.acquired')
    granted(
      await bench.workspace.cases.redact(
        caseId,
        {
          entry_id: piece?.entry_id ?? '',
          digests: [piece?.withheld['source']?.digest ?? ''],
          legal_basis: 'gdpr_art_17',
        },
        { actor: bench.admin },
      ),
    )
  }

  it('of a fact of a piece forgets the acquisition that took it, and one of a note does not', async () => {
    const caseId = await openCase(bench.workspace, bench.admin)
    const service = await start(bench.workspace)
    const upload = await uploaded(service, caseId)
    await eraseNote(bench.workspace, bench.admin, caseId)
    expect(bench.workspace.evidence.acquisitions.read(upload)?.facts).toEqual({ source: secret })
    await eraseSource(caseId)
    expect(bench.workspace.evidence.acquisitions.read(upload)).toBeNull()
    expect(bench.workspace.evidence.acquisitions.taken(upload).paths.size).toBe(0)
    expect(refused(service.acquisitions.read(upload))).toBe('not_found')
  })

  it('of a fact of a piece forgets an acquisition that can be gone on with as soon as it has ended', async () => {
    const caseId = await openCase(bench.workspace, bench.admin)
    const { acquisitions } = bench.workspace.evidence
    const upload = await uploaded(await start(bench.workspace), caseId)
    const kept = acquisitions.read(upload)
    if (kept === null) throw new Error('the upload is not remembered')
    granted(await acquisitions.save({ ...kept, state: 'paused' }))
    await eraseSource(caseId)
    expect(acquisitions.read(upload)?.state).toBe('paused')
    granted(await acquisitions.save({ ...kept, state: 'done' }))
    expect(acquisitions.read(upload)).toBeNull()
    expect(acquisitions.taken(upload).paths.size).toBe(0)
  })
})
