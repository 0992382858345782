import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../main/domain/access/actor.ts'
import type { TextPassage, TextRead } from '../../../main/domain/evidence/passage.ts'
import { createEvidenceService } from '../../../main/server/evidence/evidence-service.ts'
import { createEvidenceTexts } from '../../../main/server/evidence/evidence-texts.ts'
import type { EvidenceTexts } from '../../../main/server/evidence/evidence-texts.ts'
import type { ReadText } from '../../../main/server/evidence/read-due-text.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import type { TextSearch } from '../../../main/storage/evidence-text/search-texts.ts'
import { granted } from '../storage/support.ts'
import { freshField } from '../storage/sync/replicas.ts'
import type { Replica } from '../storage/sync/replicas.ts'
import { turnedByHand } from '../../support/turned-by-hand.ts'

let field: Awaited<ReturnType<typeof freshField>>
let device: Replica
let admin: Actor
let opened: EvidenceTexts[]
beforeEach(async () => {
  field = await freshField()
  device = await field.enrol()
  ;({ admin } = field)
  opened = []
})
afterEach(async () => {
  for (const texts of opened) await texts.close()
  await field.remove()
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const openCase = async ({ cases }: Workspace): Promise<number> =>
  granted(await cases.create({ title: 'Payments', description: 'To a shell.', priority: 'low' }, { actor: admin })).id

/** Takes files in; what their text is, the reader of each test says. */
const take = async (workspace: Workspace, caseId: number, ...names: readonly string[]): Promise<void> => {
  const service = await createEvidenceService(workspace, '1.0.0', turnedByHand())
  for (const name of names) {
    const bytes = Buffer.from(`content of ${name}`)
    const by = { actor: admin, name: 'Ana Ruiz' }
    const { id } = granted(await service.uploads.open(caseId, { name, size: bytes.length, facts: {} }, by))
    granted(await service.uploads.write(id, 0, Readable.from([bytes])))
  }
  await service.close()
  granted(await workspace.evidence.texts.states.renew(caseId))
}

const start = async ({ evidence, ledger, env }: Workspace, readText: ReadText): Promise<EvidenceTexts> => {
  const texts = await createEvidenceTexts({
    texts: evidence.texts,
    readText,
    blobs: evidence.blobs,
    blobKey: evidence.store.blobKey,
    ledger,
    scheduler: turnedByHand(),
    log: env.log,
    quietMs: 0,
  })
  opened.push(texts)
  return texts
}

const page = (number: number): TextPassage => ({
  way: [{ kind: 'page', number }],
  text: `Page ${number} speaks of a courier. ${'It is a long page of a long book. '.repeat(50)}`,
})

const pages = (count: number): TextPassage[] => Array.from({ length: count }, (_, n) => page(n + 1))

const whole = (count: number): TextRead => ({ format: 'book', passages: count, lacks: [] })

async function* waitsForTheEnd(_: unknown, signal: AbortSignal): AsyncGenerator<readonly TextPassage[], TextRead> {
  while (!signal.aborted) await turn()
  throw signal.reason
}

async function* reads(): AsyncGenerator<readonly TextPassage[], TextRead> {
  for (const one of pages(300)) yield await Promise.resolve([one])
  return whole(300)
}

async function* readsSomeAndWaits(
  piece: unknown,
  signal: AbortSignal,
): AsyncGenerator<readonly TextPassage[], TextRead> {
  yield pages(200)
  return yield* waitsForTheEnd(piece, signal)
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await turn()
}

const counts = (texts: EvidenceTexts, caseId: number) => granted(texts.reads.ofCase(caseId)).pieces

const settled = (texts: EvidenceTexts, caseId: number) => until(() => counts(texts, caseId).waiting === 0)

const find = async (texts: EvidenceTexts, caseId: number, search: TextSearch) =>
  granted(await texts.search(caseId, search, admin))

/** The pages in which a piece has a word. */
const pagesWith = async (texts: EvidenceTexts, caseId: number, q: string): Promise<number[]> => {
  const found: number[] = []
  const [piece] = (await find(texts, caseId, { q })).data
  let after: string | undefined
  do {
    const told = await find(texts, caseId, { q, evidence_id: piece?.evidence_id, after })
    found.push(
      ...told.data.flatMap(({ passages }) =>
        passages.flatMap(({ way }) => way.map((step) => ('number' in step ? step.number : 0))),
      ),
    )
    after = told.next ?? undefined
  } while (after !== undefined)
  return found
}

const textFiles = (): string[] => readdirSync(path.join(device.dir, 'texts'))

it(
  'E-40: a reading that a stop interrupts is begun again, and leaves no passage twice',
  { timeout: 60_000 },
  async () => {
    const { workspace } = device
    const caseId = await openCase(workspace)
    await take(workspace, caseId, 'book.txt')
    const first = await start(workspace, readsSomeAndWaits)
    while ((await find(first, caseId, { q: 'courier' })).data.length === 0) await turn()
    expect(counts(first, caseId)).toMatchObject({ waiting: 1, read: 0 })
    await first.close()
    expect(counts(first, caseId)).toMatchObject({ waiting: 1, read: 0 })

    const second = await start(workspace, reads)
    await settled(second, caseId)
    expect(counts(second, caseId)).toMatchObject({ waiting: 0, read: 1 })
    expect(await pagesWith(second, caseId, 'courier')).toEqual(pages(300).map((_, n) => n + 1))
  },
)

it('a piece that ended the service three times is not read again by itself', async () => {
  const { workspace } = device
  const caseId = await openCase(workspace)
  await take(workspace, caseId, 'bomb.txt')
  const { states } = workspace.evidence.texts
  for (let n = 0; n < 3; n++) {
    const due = states.next()
    expect(due).not.toBeNull()
    // The service ends here, and nothing is noted.
    if (due !== null) expect(granted(await states.begin(due))).toBe(true)
  }
  const texts = await start(workspace, reads)
  await settled(texts, caseId)
  expect(granted(texts.reads.ofCase(caseId)).lacking).toMatchObject([
    { state: 'unreadable', lacks: [{ kind: 'damaged', message: 'reading it failed three times' }] },
  ])
})

it('a reader that fails is said of its piece, and the others are read', async () => {
  const { workspace } = device
  const caseId = await openCase(workspace)
  await take(workspace, caseId, 'bad.txt', 'good.txt')
  const texts = await start(workspace, async function* (piece) {
    await turn()
    if (piece.name === 'bad.txt') throw new Error('the reader broke')
    yield pages(1)
    return whole(1)
  })
  await settled(texts, caseId)
  expect(counts(texts, caseId)).toMatchObject({ total: 2, read: 1, unreadable: 1 })
})

it('E-40: bytes that are not as they were sealed are not read as if they were', async () => {
  const { workspace } = device
  const caseId = await openCase(workspace)
  await take(workspace, caseId, 'letter.txt')
  const texts = await start(workspace, async function* (piece) {
    const parts: Uint8Array[] = []
    for await (const part of piece.read(0, piece.size)) parts.push(part)
    yield [{ way: [], text: Buffer.concat(parts).toString('utf8') }]
    return whole(1)
  })
  await settled(texts, caseId)
  expect((await find(texts, caseId, { q: '"content of letter"' })).data).toHaveLength(1)
  for (const name of readdirSync(path.join(device.dir, 'blobs/sha256'), { recursive: true, withFileTypes: true }))
    if (name.isFile()) writeFileSync(path.join(name.parentPath, name.name), Buffer.alloc(200, 7))
  granted(await texts.renew(caseId))
  await settled(texts, caseId)
  expect(granted(texts.reads.ofCase(caseId)).lacking[0]?.lacks).toMatchObject([
    { kind: 'damaged', message: 'its stored bytes cannot be read; verify the case' },
  ])
})

it('a file of texts that is damaged or gone is made anew', async () => {
  const { workspace } = device
  const caseId = await openCase(workspace)
  await take(workspace, caseId, 'book.txt')
  const first = await start(workspace, reads)
  await settled(first, caseId)
  await first.close()
  workspace.evidence.texts.files.close()
  for (const spoil of [
    (file: string): void => writeFileSync(file, Buffer.alloc(8_192, 7)),
    (file: string): void => rmSync(file),
  ]) {
    const [file] = textFiles().filter((name) => !/-(?:wal|shm)$/u.test(name))
    spoil(path.join(device.dir, 'texts', file ?? ''))
    const texts = await start(workspace, reads)
    while ((await find(texts, caseId, { q: 'courier' })).data.length === 0) await turn()
    await settled(texts, caseId)
    expect(textFiles()).not.toContain(file)
    await texts.close()
    workspace.evidence.texts.files.close()
  }
})

it('E-42: an erasure in the middle of a reading ends it', async () => {
  const { workspace } = device
  const caseId = await openCase(workspace)
  granted(await workspace.cases.addNote(caseId, { text: 'The informant is Gazelle' }, { actor: admin }))
  await take(workspace, caseId, 'book.txt')
  let went = 0
  const texts = await start(workspace, async function* () {
    for (;;) {
      await turn()
      went += 1
      yield pages(40)
    }
  })
  await until(() => went > 2)
  const { data } = granted(await workspace.cases.timeline(caseId, { order: 'oldest', page: 1, size: 100 }))
  const note = data.find(({ type }) => type === 'note.added')
  granted(
    await workspace.cases.redact(
      caseId,
      { entry_id: note?.entry_id ?? '', digests: [note?.withheld['text']?.digest ?? ''], legal_basis: 'gdpr_art_17' },
      { actor: admin },
    ),
  )
  await until(() => textFiles().length === 0)
  expect(counts(texts, caseId)).toMatchObject({ dropped: 1, waiting: 0, read: 0 })
  await texts.close()
  expect(textFiles()).toEqual([])
})

it('E-41: the text goes with its case; bytes that stay behind wait, and are not read without it', async () => {
  const { workspace } = device
  const caseId = await openCase(workspace)
  const { uid } = granted(await workspace.cases.read(caseId))
  await take(workspace, caseId, 'book.txt')
  const texts = await start(workspace, reads)
  await settled(texts, caseId)
  await workspace.sync.replica.take({ cases: [], granted: [], dropped: [uid], lease: null, since: null })
  const rows = (table: string) => workspace.network.sql.all(`select * from ${table}`)
  expect(rows('evidence_text_files')).toEqual([])
  expect(rows('evidence_texts')).toMatchObject([{ state: 'waiting', passages: 0, lacks: '[]' }])
  expect(workspace.evidence.texts.states.next()).toBeNull()
  expect((await texts.search(caseId, { q: 'courier' }, admin)).ok).toBe(false)
  await texts.close()
  await start(workspace, reads)
  expect(textFiles()).toEqual([])
})
