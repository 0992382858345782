import { canonicalJson } from '../../seal/canonical.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'

type Row = Record<string, SqlValue>

const entryOf = (column: string): string => `(select lower(hex(id)) from entries where entries.n = ${column})`

/**
 * The projection tables and what of each is the same on every replica: an arrival number, which is local, stands as the id of its entry. Counts that
 * have come down to nothing are no rows. How far a device's numbers are used is its own matter, for what was given back stays used.
 */
const tables: Readonly<Record<string, string>> = {
  workspace: 'select * from workspace',
  keys: 'select * from keys where enrolled_at >= 0',
  users: 'select * from users',
  api_keys: 'select * from api_keys',
  policy: 'select * from policy',
  rules: 'select * from rules',
  lists: 'select * from lists',
  list_values: 'select * from list_values',
  cases: 'select * from cases',
  case_links: 'select * from case_links',
  case_numbers: 'select * from case_numbers',
  case_counts: 'select * from case_counts where cases <> 0',
  conflicts: 'select * from conflicts',
  notes: `select ${entryOf('notes.n')} as entry, case_id, digest, at, author, type from notes`,
  search: `select iif(rowid < 0, rowid, ${entryOf('search.rowid')}) as document, text from search`,
  case_alerts: `select case_alerts.*, ${entryOf('case_alerts.n')} as entry from case_alerts`,
  alert_steps: 'select * from alert_steps',
  case_alert_steps: 'select * from case_alert_steps',
  decisions: 'select uid, entry, subject, alert_uid, alert_id, assessment_id, transaction_id, outcome, state, score, level, decided_by, decided_at, second_by, second_at from decisions',
  case_decisions:
    'select uid, entry, case_id, subject, alert_uid, alert_id, assessment_id, transaction_id, outcome, state, score, level, decided_by, decided_at, second_by, second_at from case_decisions',
  detection_policy: 'select * from detection_policy',
  detection_policy_changes: 'select * from detection_policy_changes',
  evidence: `select evidence.*, ${entryOf('evidence.n')} as entry from evidence`,
  evidence_tags: 'select * from evidence_tags',
  evidence_relations: `select evidence_relations.*, ${entryOf('evidence_relations.n')} as entry from evidence_relations`,
  evidence_custody: `select evidence_id, case_id, ${entryOf('evidence_custody.n')} as entry from evidence_custody`,
}

const plain = (value: SqlValue): JsonValue => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'bigint' ? value.toString() : value
}

const canonical = ({ n: _local, ...row }: Row): string => canonicalJson(Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(value)])))

/** All projection tables as texts that are equal, byte for byte, on replicas that hold the same entries in the same order: each table's rows, sorted, a line each. */
export const projectionOf = (sql: SyncStatements): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(tables).map(([table, text]) => [table, sql.all<Row>(text).map(canonical).sort().join('\n')]))
