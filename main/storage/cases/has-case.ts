import type { SyncStatements } from '../sqlite/statements.ts'

/** Whether the case is on this device, and people see it. */
export const hasCase = (sql: Pick<SyncStatements, 'get'>, caseId: number): boolean =>
  sql.get('select id from cases where id = ?', caseId) !== undefined
