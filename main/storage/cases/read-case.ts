import type { Refusal } from '../../../shared/api/errors.ts'
import { redactedText } from '../../../shared/schema/case.ts'
import type { CaseFull } from '../../../shared/schema/case.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { slaState } from '../../domain/cases/sla.ts'
import { caseOrigin } from '../../seal/case-origin.ts'
import { frontierRoot, decodeFrontier } from '../../seal/frontier.ts'
import { findDisclosure, readDisclosure } from '../ledger/open-entry.ts'
import { orderOf } from '../ledger/order.ts'
import type { ChainsTable, DisclosuresTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { CaseStore, ExportedCase, NotePage } from './case-store.ts'
import { notFound } from './change-case.ts'
import { hasCase } from './has-case.ts'
import { readOverview } from './overview/read-overview.ts'
import { readLinks } from './links.ts'
import { exportSql } from './list-sql.ts'
import type { CaseReadParts } from './parts.ts'
import { readPeople } from './people.ts'
import type { People } from './people.ts'
import { uppersOf } from './relation-lines.ts'
import type { CasesTable, NotesTable } from './tables.ts'

const textOf = (vault: Vault, row: Parameters<typeof readDisclosure>[1] | undefined): string => {
  const reading = row === undefined ? null : readDisclosure(vault, row)
  return reading?.state === 'present' && typeof reading.value === 'string' ? reading.value : redactedText
}

/** The text that a digest of a case stands for, as far as it can still be read. */
export const disclosedText = (sql: SyncStatements, vault: Vault, caseId: number, digest: string | null): string =>
  digest === null ? '' : textOf(vault, findDisclosure(sql, caseId, digest))

/** The last checkpoint of a hub that this device verified: what the owner of the device cannot rewrite unnoticed. */
const lastWitnessed = (sql: SyncStatements, uid: string): CaseFull['seal']['last_witnessed'] => {
  const row = sql.get<{ origin: string; anchor_size: number; anchor_at: number }>(
    'select h.origin, s.anchor_size, s.anchor_at from standings s join hub h where s.uid = ? and s.anchor_size is not null',
    uid,
  )
  return row === undefined
    ? null
    : { origin: caseOrigin(row.origin, uid), size: row.anchor_size, at: toTimestamp(row.anchor_at) }
}

const sealOf = (sql: SyncStatements, { id, uid }: CasesTable): CaseFull['seal'] => {
  const chain = sql.get<ChainsTable>('select * from chains where id = ?', id)
  const last = sql.get<{ id: Buffer }>(
    `select id from entries where chain = ? order by ${orderOf(sql, id).backwards} limit 1`,
    id,
  )
  return {
    entries: chain?.size ?? 0,
    root: chain === undefined ? '' : Buffer.from(frontierRoot(decodeFrontier(chain.frontier))).toString('hex'),
    head: last?.id.toString('hex') ?? '',
    checkpoint_size: chain?.checkpoint_size ?? 0,
    last_witnessed: lastWitnessed(sql, uid),
  }
}

const formerNumbers = (sql: SyncStatements, id: number): string[] =>
  sql
    .all<{ number: string }>('select number from case_numbers where case_id = ? and current = 0 order by number', id)
    .map(({ number }) => number)

const holdOf = ({ sql, vault }: CaseReadParts, row: CasesTable, people: People): CaseFull['hold'] =>
  row.hold_at === null
    ? null
    : {
        placed_at: toTimestamp(row.hold_at),
        placed_by: people.get(row.hold_by ?? '')?.id ?? 1,
        reason: disclosedText(sql, vault, row.id, row.hold_digest),
      }

const fullCase = async (parts: CaseReadParts, row: CasesTable): Promise<CaseFull> => {
  const { sql, vault, env } = parts
  const people = await readPeople(sql)
  const links = await readLinks(sql, row.id)
  return {
    id: row.id,
    uid: row.uid,
    case_number: row.number,
    former_numbers: formerNumbers(sql, row.id),
    title: row.title,
    description: disclosedText(sql, vault, row.id, row.description_digest),
    priority: row.priority,
    status: row.status,
    sla_due_at: toTimestamp(row.sla_due_at),
    sla_state: slaState(row.sla_kind, row.sla_due_at, env.clock.nowMs()),
    sla_hours: row.sla_hours,
    owner_id: row.owner_id,
    owner_name: people.get(row.owner_uid)?.name ?? '',
    alert_count: row.alert_count,
    legal_hold: row.hold_at !== null,
    outcome: row.outcome,
    ...uppersOf(sql, row.uid),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    related_customer_id: links.givenCustomer,
    related_account_id: links.givenAccount,
    customer_ids: [...links.customerIds],
    account_ids: [...links.accountIds],
    alert_ids: [...links.alertIds],
    open_alert_count:
      sql.get<{ alerts: number }>('select count(*) as alerts from alerts where case_id = ? and open = 1', row.id)
        ?.alerts ?? 0,
    created_by: people.get(row.created_by)?.id ?? 1,
    created_by_name: people.get(row.created_by)?.name ?? '',
    finished_at: row.finished_at === null ? null : toTimestamp(row.finished_at),
    hold: holdOf(parts, row, people),
    source: row.source_system === null ? null : { system: row.source_system, reference: row.source_reference ?? '' },
    revision: row.revision,
    seal: sealOf(sql, row),
  }
}

/** The last first; without a hub's order an index has it by arrival. */
const notesOrder = (sql: SyncStatements, caseId: number): string => {
  const { backwards } = orderOf(sql, caseId)
  return backwards === 'pos desc' ? 'notes.n desc' : backwards
}

const readNotes =
  ({ sql, vault }: CaseReadParts): CaseStore['notes'] =>
  async (id, { page, size }): Promise<Result<NotePage, Refusal>> => {
    if (!hasCase(sql, id)) return fail(notFound)
    const total = sql.get<{ total: number }>('select count(*) as total from notes where case_id = ?', id)?.total ?? 0
    const rows = sql.all<NotesTable & { id: Buffer } & Pick<DisclosuresTable, 'name' | 'sealed' | 'wrapped_key'>>(
      `select notes.*, entries.id, d.name, d.sealed, d.wrapped_key from notes join entries on entries.n = notes.n
       left join disclosures d on d.entry = notes.n and d.digest = notes.digest where case_id = ? order by ${notesOrder(sql, id)} limit ? offset ?`,
      id,
      size,
      (page - 1) * size,
    )
    const people = await readPeople(sql)
    const data = rows.map((row) => ({
      entry_id: row.id.toString('hex'),
      at: toTimestamp(row.at),
      author_id: people.get(row.author)?.id ?? 1,
      author_name: people.get(row.author)?.name ?? '',
      about: row.type,
      text: textOf(vault, row),
    }))
    return ok({ data, pagination: { total, page, size, total_pages: Math.ceil(total / size) } })
  }

const exportedCase = (full: CaseFull): ExportedCase => ({
  id: full.id,
  case_number: full.case_number,
  title: full.title,
  description: full.description,
  priority: full.priority,
  status: full.status,
  owner_id: full.owner_id,
  owner_name: full.owner_name,
  sla_due_at: full.sla_due_at,
  sla_state: full.sla_state,
  related_customer_id: full.related_customer_id,
  related_account_id: full.related_account_id,
  customer_ids: full.customer_ids,
  account_ids: full.account_ids,
  alert_ids: full.alert_ids,
  parent_case_number: full.parent_case_number,
  duplicate_of_case_number: full.duplicate_of_case_number,
  created_at: full.created_at,
  updated_at: full.updated_at,
  finished_at: full.finished_at,
  outcome: full.outcome,
  source_system: full.source?.system ?? null,
  source_reference: full.source?.reference ?? null,
})

const exportBatch = 200

const exportRows = (parts: CaseReadParts): CaseStore['exportRows'] =>
  async function* (filters) {
    let after = 0
    for (;;) {
      const next = exportSql(filters, after, exportBatch, parts.env.clock.nowMs())
      const rows = parts.sql.all<CasesTable>(next.text, ...next.values)
      for (const row of rows) yield exportedCase(await fullCase(parts, row))
      const last = rows.at(-1)
      if (last === undefined || rows.length < exportBatch) return
      after = last.id
    }
  }

const knownReferences =
  ({ sql }: CaseReadParts): CaseStore['knownReferences'] =>
  (system, references) => {
    const known = references.filter(
      (reference) =>
        sql.get('select id from cases where source_system = ? and source_reference = ?', system, reference) !==
          undefined || sql.get('select case_id from case_numbers where number = ?', reference) !== undefined,
    )
    return Promise.resolve(new Set(known))
  }

type Reads = Pick<CaseStore, 'read' | 'readByNumber' | 'overview' | 'notes' | 'exportRows' | 'knownReferences'>

/** Single cases, their overviews and notes, and all of them as an export. */
export const createReads = (parts: CaseReadParts): Reads => {
  const read = async (row: CasesTable | undefined): Promise<Result<CaseFull, Refusal>> =>
    row === undefined ? fail(notFound) : ok(await fullCase(parts, row))
  return {
    read: (id) => read(parts.sql.get<CasesTable>('select * from cases where id = ?', id)),
    readByNumber: (number) =>
      read(
        parts.sql.get<CasesTable>(
          'select cases.* from case_numbers join cases on cases.id = case_id where case_numbers.number = ?',
          number,
        ),
      ),
    overview: readOverview(parts),
    notes: readNotes(parts),
    exportRows: exportRows(parts),
    knownReferences: knownReferences(parts),
  }
}
