import { supersededBy } from '../../domain/cases/contest.ts'
import { overtaken } from '../../domain/cases/voided.ts'
import type { Superseded } from '../../domain/cases/contest.ts'
import { apply, holdingOf } from '../../domain/cases/evolve.ts'
import type { CaseFact } from '../../domain/cases/evolve.ts'
import { fitsForm } from '../../domain/cases/forms.ts'
import { parseCaseNumber, slotOf } from '../../domain/cases/numbers.ts'
import type { CaseState } from '../../domain/cases/state.ts'
import { idRange } from '../../platform/ids.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import { keepAccess } from '../need-to-know/access-rows.ts'
import type { Applier, Area, OpenedEntry, ProjectionTx } from '../ledger/ledger.ts'
import { caseProjections, chainValues } from '../projections.ts'
import type { Statements } from '../sqlite/statements.ts'
import { keepConflicts } from './conflicts.ts'
import { isVoided } from './voided-acts.ts'
import { keepRelation } from './keep-relation.ts'
import { insertRow, rowOf, stateOfRow, updateRow } from './rows.ts'
import { indexedText } from './search-text.ts'
import type { CasesTable, CaseLinkKind } from './tables.ts'

const factOf = ({ id, payload, atMs, disclosures }: OpenedEntry): CaseFact => ({
  id,
  refs: payload.refs,
  type: payload.type,
  caseUid: payload.case,
  atMs,
  actor: payload.actor,
  pub: payload.pub,
  disclosures,
})

const addToCount = async (
  sql: Statements,
  row: Pick<CasesTable, 'status' | 'priority' | 'owner_id'>,
  by: 1 | -1,
): Promise<void> => {
  if (by === 1) {
    await sql.run(
      'insert into case_counts (status, priority, owner_id, cases) values (?, ?, ?, 1) on conflict do update set cases = cases + 1',
      row.status,
      row.priority,
      row.owner_id,
    )
    return
  }
  await sql.run(
    'update case_counts set cases = cases - 1 where status = ? and priority = ? and owner_id = ?',
    row.status,
    row.priority,
    row.owner_id,
  )
}

/** A case's row moves between the counts when what they count by changes. */
export const recountCase = async (
  sql: Statements,
  before: CasesTable | null,
  after: CasesTable | null,
): Promise<void> => {
  if (before?.status === after?.status && before?.priority === after?.priority && before?.owner_id === after?.owner_id)
    return
  if (before !== null) await addToCount(sql, before, -1)
  if (after !== null) await addToCount(sql, after, 1)
}

/** The text of an entry's disclosure, or '' where it has none or it was erased. */
const textIn = (entry: OpenedEntry, name: string): string => {
  const value = entry.disclosures[name]?.value
  return typeof value === 'string' ? value : ''
}

const storeDocument = async (sql: Statements, rowid: number, text: string): Promise<void> => {
  await sql.run('insert into search (rowid, text) values (?, ?)', rowid, text)
}

/** The document of a case's head, a line each: the numbers that it bears and bore, the title; then the description. */
const headText = (number: string, title: string, description: string): string =>
  [number, title, description].map(indexedText).join('\n')

const linkKinds: readonly (readonly [CaseLinkKind, string])[] = [
  ['alert', 'alert_ids'],
  ['customer', 'customer_ids'],
  ['account', 'account_ids'],
]

/** The identifiers that an entry names of a kind, and the disclosure that they come from. */
const linksIn = (
  entry: OpenedEntry,
  name: string,
): { readonly targets: readonly number[]; readonly digest: string | null } => {
  const disclosed = entry.disclosures[name]
  const value = disclosed === undefined ? entry.payload.pub[name] : disclosed.value
  const targets = Array.isArray(value)
    ? (value as unknown[]).filter((target): target is number => Number.isSafeInteger(target))
    : []
  return { targets, digest: disclosed?.digest ?? null }
}

const addLinks = async (sql: Statements, caseId: number, entry: OpenedEntry): Promise<void> => {
  const given = entry.payload.type === 'case.opened' ? 1 : 0
  for (const [kind, name] of linkKinds) {
    const { targets, digest } = linksIn(entry, name)
    for (const [place, target] of targets.entries()) {
      await sql.run(
        'insert into case_links (case_id, kind, target, digest, place, given) values (?, ?, ?, ?, ?, ?) on conflict do nothing',
        caseId,
        kind,
        target,
        digest,
        place,
        kind === 'alert' ? 0 : given,
      )
    }
  }
}

/** Withheld identifiers are removed by where they were sealed, so that a removal still works once they are erased. */
const removeLinks = async (sql: Statements, caseId: number, entry: OpenedEntry): Promise<void> => {
  for (const target of linksIn(entry, 'alert_ids').targets) {
    await sql.run("delete from case_links where case_id = ? and kind = 'alert' and target = ?", caseId, target)
  }
  const removed = entry.payload.pub['removed']
  for (const { digest, place } of Array.isArray(removed) ? (removed as { digest: string; place: number }[]) : []) {
    await sql.run('delete from case_links where case_id = ? and digest = ? and place = ?', caseId, digest, place)
  }
}

const countAlerts = async (sql: Statements, caseId: number): Promise<number> =>
  (
    await sql.get<{ alerts: number }>(
      "select count(*) as alerts from case_links where case_id = ? and kind = 'alert'",
      caseId,
    )
  )?.alerts ?? 0

/** Which withheld value of each type is a note or rationale. */
const noteNames: Readonly<Record<string, string>> = {
  'status.changed': 'notes',
  'priority.changed': 'notes',
  'owner.assigned': 'notes',
  'note.added': 'text',
  'hold.placed': 'reason',
  'hold.released': 'reason',
  'access.set': 'notes',
  'glass.broken': 'reason',
  'conflict.settled': 'notes',
  'case.related': 'notes',
  'case.unrelated': 'notes',
  'evidence.noted': 'text',
  'task.done': 'note',
  'task.reopened': 'reason',
}

/** Files the note or rationale of an entry, and makes it searchable. */
export const addNote = async (sql: Statements, caseId: number, entry: OpenedEntry): Promise<void> => {
  const name = noteNames[entry.payload.type]
  const disclosed = name === undefined ? undefined : entry.disclosures[name]
  if (name === undefined || disclosed === undefined) return
  await sql.run(
    'insert into notes (n, case_id, digest, at, author, type) values (?, ?, ?, ?, ?, ?)',
    entry.n,
    caseId,
    disclosed.digest,
    entry.atMs,
    entry.payload.actor,
    entry.payload.type,
  )
  const text = indexedText(textIn(entry, name))
  if (text !== '') await storeDocument(sql, entry.n, text)
}

const useNumber = async (sql: Statements, state: CaseState): Promise<void> => {
  await sql.run(
    'insert into case_numbers (number, case_id, current) values (?, ?, 1) on conflict do update set current = 1',
    state.number,
    state.id,
  )
  const parts = parseCaseNumber(state.number)
  if (parts === null) return
  const { slot, place } = slotOf(parts.sequence)
  await sql.run(
    'insert into number_slots (segment, day, slot, device_number, last) values (?, ?, ?, ?, ?) on conflict do update set last = max(last, excluded.last)',
    parts.institution,
    parts.day,
    slot,
    Math.floor(state.id / (idRange(0).last + 1)),
    place,
  )
}

/**
 * Y-46: an opening takes effect where its id is one that its device may give out, and neither it nor the case is there
 * already.
 */
const opened: Applier = async ({ sql }, entry) => {
  const { pub, case: uid } = entry.payload
  if (!fitsForm('case.opened', pub)) return
  const ids = await deviceIdsOf(sql, entry.payload)
  const stated = pub['case_id'] as number
  const id = ids.read(stated)
  if (!ids.mayGive(id) || (await sql.get('select id from cases where id = ? or uid = ?', id, uid)) !== undefined) return
  const state = apply(null, {
    ...factOf(entry),
    pub: { ...pub, case_id: id, owner_id: ids.read(pub['owner_id'] as number) },
  })
  await addLinks(sql, state.id, entry)
  const row = rowOf(state, await countAlerts(sql, state.id))
  await insertRow(sql, row)
  await useNumber(sql, state)
  await recountCase(sql, null, row)
  await keepAccess(sql, state.id, entry)
  // Whoever knows the case by the id that it had before its folder joined finds it by that.
  const numbers = id === stated ? state.number : `${state.number} ${stated}`
  await storeDocument(sql, -state.id, headText(numbers, textIn(entry, 'title'), textIn(entry, 'description')))
}

interface Step {
  readonly before: CasesTable
  readonly state: CaseState
  readonly superseded: Superseded | null
}

/**
 * The row after an entry; every type but `case.opened`. Null where the entry has no effect: it is not of its form, or
 * the case is not there.
 */
const advance = async (sql: Statements, entry: OpenedEntry): Promise<Step | null> => {
  const { type, pub } = entry.payload
  if (!fitsForm(type, pub)) return null
  const before = await sql.get<CasesTable>('select * from cases where uid = ?', entry.payload.case)
  if (before === undefined) return null
  // Y-95: without effect it is overtaken by what holds.
  const isVoid = type === 'status.changed' && (await isVoided(sql, entry))
  const fact = isVoid ? overtaken(factOf(entry)) : factOf(entry)
  const read =
    type === 'owner.assigned'
      ? { ...fact, pub: { ...pub, to_id: (await deviceIdsOf(sql, entry.payload)).read(pub['to_id'] as number) } }
      : fact
  const present = stateOfRow(before)
  return { before, state: apply(present, read), superseded: supersededBy(holdingOf(present), read) }
}

const store = async (
  sql: Statements,
  before: CasesTable,
  state: CaseState,
  alertCount = before.alert_count,
): Promise<void> => {
  const after = rowOf(state, alertCount)
  await updateRow(sql, before, after)
  await recountCase(sql, before, after)
}

/**
 * What happens to the evidence of a case moves its time of change; its own fields, and so its revision, stay as they
 * are.
 */
export const touchCase = async (sql: Statements, caseId: number, atMs: number): Promise<void> => {
  const before = await sql.get<CasesTable>('select * from cases where id = ?', caseId)
  if (before === undefined) return
  await store(sql, before, { ...stateOfRow(before), updatedAtMs: atMs })
}

const changed: Applier = async ({ sql }, entry) => {
  const step = await advance(sql, entry)
  if (step === null) return
  const { before, state, superseded } = step
  await store(sql, before, state)
  await addNote(sql, state.id, entry)
  await keepConflicts(sql, state.id, entry, superseded)
}

/**
 * Title and description are the first lines of the head's document, so an edit of one keeps the rest of it as it is.
 */
const edited: Applier = async ({ sql }, entry) => {
  const step = await advance(sql, entry)
  if (step === null) return
  await store(sql, step.before, step.state)
  await rewriteHead(sql, step.state.id, (numbers, title, description) => [
    numbers,
    entry.disclosures['title'] === undefined ? title : indexedText(textIn(entry, 'title')),
    entry.disclosures['description'] === undefined ? description : indexedText(textIn(entry, 'description')),
  ])
}

const renumbered: Applier = async ({ sql }, entry) => {
  const step = await advance(sql, entry)
  if (step === null) return
  const { before, state } = step
  await sql.run('update case_numbers set current = 0 where case_id = ?', state.id)
  await useNumber(sql, state)
  await store(sql, before, state)
  await rewriteHead(sql, state.id, (numbers, title, description) => [
    `${indexedText(state.number)} ${numbers}`,
    title,
    description,
  ])
}

type HeadParts = [numbers: string, title: string, description: string]

const rewriteHead = async (
  sql: Statements,
  caseId: number,
  change: (...parts: HeadParts) => HeadParts,
): Promise<void> => {
  const row = await sql.get<{ text: string }>('select text from search where rowid = ?', -caseId)
  const [numbers = '', title = '', ...description] = (row?.text ?? '').split('\n')
  const text = change(numbers, title, description.join('\n')).join('\n')
  await sql.run('delete from search where rowid = ?', -caseId)
  await storeDocument(sql, -caseId, text)
}

const accessSet: Applier = async ({ sql }, entry) => {
  const step = await advance(sql, entry)
  if (step === null) return
  await store(sql, step.before, step.state)
  await addNote(sql, step.state.id, entry)
  await keepAccess(sql, step.state.id, entry)
}

const linked: Applier = async ({ sql }, entry) => {
  const step = await advance(sql, entry)
  if (step === null) return
  const { before, state } = step
  await (entry.payload.type === 'links.added' ? addLinks(sql, state.id, entry) : removeLinks(sql, state.id, entry))
  await store(sql, before, state, await countAlerts(sql, state.id))
}

const related: Applier = async ({ sql }, entry) => {
  const step = await advance(sql, entry)
  if (step === null) return
  await store(sql, step.before, step.state)
  await addNote(sql, step.state.id, entry)
  await keepRelation(sql, step.state.id, entry)
}

/** Takes everything that was projected of a case out of the tables, so that its entries can be projected again. */
export const clearCase = async ({ sql }: ProjectionTx, caseId: number): Promise<void> => {
  const row = await sql.get<CasesTable>('select * from cases where id = ?', caseId)
  if (row === undefined) return
  for (const projection of caseProjections)
    await sql.run(`delete from ${projection.table} where ${projection.ofChain}`, ...chainValues(projection, caseId))
  await recountCase(sql, row, null)
}

/** Cases as the ledger takes them in. */
export const casesArea: Area = {
  appliers: {
    'case.opened': opened,
    'status.changed': changed,
    'case.edited': edited,
    'case.renumbered': renumbered,
    'priority.changed': changed,
    'owner.assigned': changed,
    'note.added': changed,
    'hold.placed': changed,
    'hold.released': changed,
    'access.set': accessSet,
    'glass.broken': accessSet,
    'links.added': linked,
    'links.removed': linked,
    'case.related': related,
    'case.unrelated': related,
    'redaction.applied': changed,
    'transition.superseded': changed,
    'assignment.superseded': changed,
    'conflict.settled': changed,
  },
}
