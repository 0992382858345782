import type { SyncStatements } from '../sqlite/statements.ts'

/**
 * SQL for whether an event tells of one of some cases: by its case, its alert, its decision, or the other case of a
 * relation.
 *
 * @param data the column that holds what the event carries
 * @param cases a query for their ids
 */
export const tellsOfAny = (data: string, cases: string, schema = ''): string => `(
  coalesce(json_extract(${data}, '$.case_id') in (${cases}), 0)
  or coalesce(json_extract(${data}, '$.alert_id') in (select id from ${schema}alerts where case_id in (${cases})), 0)
  or coalesce(json_extract(${data}, '$.decision_id') in (select uid from ${schema}case_decisions where case_id in (${cases})), 0)
  or coalesce(json_extract(${data}, '$.other_uid') in (select uid from ${schema}cases where id in (${cases})), 0)
)`

/**
 * L-104: whether an event tells of a restricted case: no webhook gets it, and no count of events has it, for these are
 * everybody's.
 */
export const tellsOfRestricted = (sql: SyncStatements, eventId: number): boolean =>
  sql.get('select 1 from case_access limit 1') !== undefined &&
  sql.get(
    `select 1 from event_log where id = ? and ${tellsOfAny('data', 'select case_id from case_access')}`,
    eventId,
  ) !== undefined
