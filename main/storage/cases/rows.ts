import { casePriorities } from '../../../shared/schema/case.ts'
import { queueRank, slaKind } from '../../domain/cases/sla.ts'
import type { CaseState } from '../../domain/cases/state.ts'
import type { Statements } from '../sqlite/statements.ts'
import type { CasesTable } from './tables.ts'

/** The state that a row holds. */
export const stateOfRow = (row: CasesTable): CaseState => ({
  id: row.id,
  uid: row.uid,
  number: row.number,
  title: row.title,
  titleDigest: row.title_digest,
  descriptionDigest: row.description_digest,
  priority: row.priority,
  status: row.status,
  outcome: row.outcome,
  statusBy: row.status_by,
  statusEntry: row.status_entry,
  ownerEntry: row.owner_entry,
  ownerId: row.owner_id,
  ownerUid: row.owner_uid,
  slaHours: row.sla_hours,
  slaDueAtMs: row.sla_due_at,
  pausedAtMs: row.paused_at,
  pausedMs: row.paused_ms,
  createdAtMs: row.created_at,
  createdBy: row.created_by,
  updatedAtMs: row.updated_at,
  finishedAtMs: row.finished_at,
  hold: row.hold_at === null ? null : { atMs: row.hold_at, by: row.hold_by ?? '', digest: row.hold_digest ?? '' },
  source: row.source_system === null ? null : { system: row.source_system, reference: row.source_reference ?? '' },
  revision: row.revision,
})

/** The row of a state; the number of alerts is counted from the links. */
export const rowOf = (state: CaseState, alertCount: number): CasesTable => ({
  id: state.id,
  uid: state.uid,
  number: state.number,
  title: state.title,
  title_digest: state.titleDigest,
  description_digest: state.descriptionDigest,
  priority: state.priority,
  priority_rank: casePriorities.indexOf(state.priority) + 1,
  status: state.status,
  status_by: state.statusBy,
  status_entry: state.statusEntry,
  owner_entry: state.ownerEntry,
  owner_id: state.ownerId,
  owner_uid: state.ownerUid,
  sla_hours: state.slaHours,
  sla_due_at: state.slaDueAtMs,
  sla_kind: slaKind(state),
  paused_at: state.pausedAtMs,
  paused_ms: state.pausedMs,
  queue_rank: queueRank(state),
  created_at: state.createdAtMs,
  created_by: state.createdBy,
  updated_at: state.updatedAtMs,
  finished_at: state.finishedAtMs,
  hold_at: state.hold?.atMs ?? null,
  hold_by: state.hold?.by ?? null,
  hold_digest: state.hold?.digest ?? null,
  source_system: state.source?.system ?? null,
  source_reference: state.source?.reference ?? null,
  alert_count: alertCount,
  outcome: state.outcome,
  revision: state.revision,
})

const columns = [
  'id',
  'uid',
  'number',
  'title',
  'title_digest',
  'description_digest',
  'priority',
  'priority_rank',
  'status',
  'status_by',
  'status_entry',
  'owner_entry',
  'owner_id',
  'owner_uid',
  'sla_hours',
  'sla_due_at',
  'sla_kind',
  'paused_at',
  'paused_ms',
  'queue_rank',
  'created_at',
  'created_by',
  'updated_at',
  'finished_at',
  'hold_at',
  'hold_by',
  'hold_digest',
  'source_system',
  'source_reference',
  'alert_count',
  'outcome',
  'revision',
] as const satisfies readonly (keyof CasesTable)[]

const insertCase = `insert into cases (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`

/** Stores the row of a new case. */
export const insertRow = async (sql: Statements, row: CasesTable): Promise<void> => {
  await sql.run(insertCase, ...columns.map((column) => row[column]))
}

/**
 * Stores what differs between two rows of a case: a column that is named touches its indices even where it stays the
 * same.
 */
export const updateRow = async (sql: Statements, before: CasesTable, after: CasesTable): Promise<void> => {
  const changed = columns.filter((column) => before[column] !== after[column])
  if (changed.length === 0) return
  await sql.run(
    `update cases set ${changed.map((column) => `${column} = ?`).join(', ')} where id = ?`,
    ...changed.map((column) => after[column]),
    after.id,
  )
}
