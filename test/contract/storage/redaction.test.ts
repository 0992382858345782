import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { searchText, searchWords } from '../../../main/storage/cases/search-text.ts'
import { decryptedPages, openRaw } from '../../support/raw-database.ts'
import { freshWorkspace, granted, listQuery, refused } from './support.ts'
import type { TestWorkspace } from './support.ts'

let t: TestWorkspace
beforeEach(async () => {
  t = await freshWorkspace()
})
afterEach(async () => await t.remove())

const secrets = {
  title: 'Schmuggelware Zollfahndung',
  description: '客户王小明涉嫌洗钱 Максимилиан',
  note: 'ผู้ต้องสงสัยโอนเงิน Παπαδόπουλος',
  rationale: 'تحويل مشبوه إلى عبدالرحمن रामचंद्रन',
} as const

/** Every form in which a text could lie in a file: as it is, as it is indexed, each longer word of both. */
const traces = (text: string): Buffer[] => {
  const words = [text, searchText(text)].flatMap((form) => [
    form,
    ...form.split(/[\s]+/u).filter((word) => [...word].length >= 6),
  ])
  return [...new Set(words)].flatMap((word) => [Buffer.from(word, 'utf8'), Buffer.from(word, 'utf16le')])
}

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(dir, name))
    .filter((file) => statSync(file).isFile())

const holders = (dir: string, text: string): string[] =>
  filesIn(dir).filter((file) => {
    const bytes =
      file.endsWith('.db') && !file.endsWith('lock.db')
        ? decryptedPages(file, t.workspace.keys.database)
        : readFileSync(file)
    return traces(text).some((trace) => bytes.includes(trace))
  })

/** The terms that the full-text index still knows, whatever form its pages have. */
const indexTerms = (dir: string): Set<string> => {
  const db = openRaw(dir)
  db.exec('create virtual table temp.terms using fts5vocab(main, search, row)')
  const terms = db.prepare<[], { term: string }>('select term from temp.terms').all()
  db.close()
  return new Set(terms.map(({ term }) => term))
}

const withheld = async (id: number) => {
  const { data } = granted(await t.workspace.cases.timeline(id, { order: 'oldest', page: 1, size: 100 }))
  return data.flatMap((entry) =>
    Object.entries(entry.withheld).map(([name, value]) => ({ entryId: entry.entry_id, name, ...value })),
  )
}

test('S-44: a redacted text is gone from the database, its log, every index and a later backup; every seal holds', async () => {
  const { cases } = t.workspace
  const actor = t.admin
  const made = granted(
    await cases.create(
      { title: secrets.title, description: secrets.description, priority: 'high', related_customer_id: 987_654_321 },
      { actor },
    ),
  )
  granted(await cases.addNote(made.id, { text: secrets.note }, { actor }))
  granted(await cases.changeStatus(made.id, { status: 'escalated', notes: secrets.rationale }, { actor }))
  granted(await cases.create({ title: 'Another case', description: 'that stays', priority: 'low' }, { actor }))
  for (const text of Object.values(secrets))
    expect(holders(t.dir, text).length, 'the text lies in the folder before').toBeGreaterThan(0)

  for (const value of await withheld(made.id)) {
    if (value.name === 'owner_name') continue
    granted(
      await cases.redact(
        made.id,
        { entry_id: value.entryId, digests: [value.digest], legal_basis: 'gdpr_art_17', reference: 'File 12/26' },
        { actor },
      ),
    )
  }

  const known = indexTerms(t.dir)
  expect(known).toContain('another')
  expect(
    Object.values(secrets)
      .flatMap(searchWords)
      .filter((word) => known.has(word)),
  ).toEqual([])
  const backupDir = mkdtempSync(path.join(tmpdir(), 'fieldseal-backup-'))
  t.workspace.backup(path.join(backupDir, 'backup.db'))
  // What the log held before is encrypted under a key that lives on: it must be gone, not only unreadable.
  expect(statSync(`${t.workspace.folder.database}-wal`).size).toBe(0)
  for (const text of Object.values(secrets)) {
    expect(holders(t.dir, text)).toEqual([])
    expect(holders(backupDir, text)).toEqual([])
  }
  expect(granted(await cases.read(made.id))).toMatchObject({
    title: '[redacted]',
    description: '[redacted]',
    customer_ids: [],
    related_customer_id: null,
  })
  for (const q of ['schmuggelware', '洗钱', 'โอนเงิน', 'عبدالرحمن', 'рамилиан', 'παπαδόπουλος']) {
    expect((await cases.list(listQuery({ q }))).pagination.total, q).toBe(0)
  }
  expect((await cases.list(listQuery({ customer_id: 987_654_321 }))).pagination.total).toBe(0)
  const report = await t.workspace.verification.verifyWorkspace()
  expect(report?.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
  expect(report?.findings.filter(({ code }) => code === 'redacted')).toHaveLength(5)
})

test('L-54: a legal hold refuses a redaction, and its release permits it', async () => {
  const { cases } = t.workspace
  const actor = t.admin
  const made = granted(await cases.create({ title: 'Held', description: 'text', priority: 'low' }, { actor }))
  granted(await cases.placeHold(made.id, { reason: 'Court order 7' }, { actor }))
  expect(granted(await cases.read(made.id)).hold).toMatchObject({ reason: 'Court order 7', placed_by: actor.userId })
  expect(refused(await cases.placeHold(made.id, { reason: 'again' }, { actor }))).toBe('already_done')
  const [first] = await withheld(made.id)
  const redact = () =>
    cases.redact(
      made.id,
      { entry_id: first?.entryId ?? '', digests: [first?.digest ?? ''], legal_basis: 'court_order' },
      { actor },
    )
  expect(refused(await redact())).toBe('legal_hold')
  granted(await cases.releaseHold(made.id, { reason: 'Lifted' }, { actor }))
  expect(granted(await redact()).erased).toBe(1)
  expect(refused(await redact())).toBe('already_done')
})

test('a redaction names only what its entry withholds', async () => {
  const { cases } = t.workspace
  const actor = t.admin
  const made = granted(await cases.create({ title: 'One', description: 'text', priority: 'low' }, { actor }))
  const other = granted(await cases.create({ title: 'Two', description: 'text', priority: 'low' }, { actor }))
  const [mine] = await withheld(made.id)
  const [theirs] = await withheld(other.id)
  const redact = (id: number, entryId: string, digest: string) =>
    cases.redact(id, { entry_id: entryId, digests: [digest], legal_basis: 'other_law' }, { actor })
  expect(refused(await redact(made.id, mine?.entryId ?? '', theirs?.digest ?? ''))).toBe('unknown_reference')
  expect(refused(await redact(made.id, theirs?.entryId ?? '', theirs?.digest ?? ''))).toBe('unknown_reference')
  expect(refused(await redact(made.id, 'ab'.repeat(32), mine?.digest ?? ''))).toBe('unknown_reference')
})

test('L-52: links that were removed stay removed when their identifiers are erased', async () => {
  const { cases } = t.workspace
  const actor = t.admin
  const made = granted(await cases.create({ title: 'Links', description: 'text', priority: 'low' }, { actor }))
  granted(await cases.link(made.id, { customer_ids: [41, 42] }, { actor }))
  granted(await cases.unlink(made.id, { customer_ids: [41] }, { actor }))
  const removal = (await withheld(made.id)).filter(({ name }) => name === 'customer_ids').at(-1)
  granted(
    await cases.redact(
      made.id,
      { entry_id: removal?.entryId ?? '', digests: [removal?.digest ?? ''], legal_basis: 'other_law' },
      { actor },
    ),
  )
  expect(granted(await cases.read(made.id)).customer_ids).toEqual([42])
})
