import type { RowSet } from './compare-rows.ts'

/** The rows that are projected from a case's entries. */
export const caseRowSets = (caseId: number): RowSet[] => [
  { table: 'cases', key: ['id'], where: ['id = ?', caseId] },
  { table: 'case_links', key: ['kind', 'target'], where: ['case_id = ?', caseId] },
  { table: 'case_numbers', key: ['number'], where: ['case_id = ?', caseId] },
  { table: 'notes', key: ['n'], where: ['case_id = ?', caseId] },
  { table: 'evidence', key: ['id'], where: ['case_id = ?', caseId] },
  { table: 'evidence_tags', key: ['evidence_id', 'tag'], where: ['case_id = ?', caseId] },
  { table: 'evidence_relations', key: ['from_id', 'to_id', 'kind'], where: ['case_id = ?', caseId] },
  { table: 'evidence_custody', key: ['evidence_id', 'n'], where: ['case_id = ?', caseId] },
  { table: 'conflicts', key: ['loser'], where: ['case_id = ?', caseId] },
  { table: 'case_alerts', key: ['alert_uid'], where: ['case_id = ?', caseId] },
  { table: 'case_alert_steps', key: ['entry'], where: ['case_id = ?', caseId] },
  { table: 'case_decisions', key: ['uid'], where: ['case_id = ?', caseId] },
  { table: 'search', key: ['rowid'], where: ['rowid in (select -? union all select n from notes where case_id = ? union all select n from evidence where case_id = ?)', caseId, caseId, caseId] },
]

/** The rows that are projected from the workspace's chain. */
export const workspaceRowSets = (tables: ReadonlyMap<string, readonly string[]>): RowSet[] => [...tables].map(([table, key]) => ({ table, key }))
