import { expect, test } from 'vitest'
import { listAlertRows } from '../../../main/storage/alerts/list.ts'
import { migrate } from '../../../main/storage/migrations/migrate.ts'
import { openMemory } from '../../../main/storage/sqlite/connection.ts'
import { statementsOf, type SqlValue, type SyncStatements } from '../../../main/storage/sqlite/statements.ts'

/** Of a list of alerts, by which indexes SQLite finds its page. */
const indexesOf = (query: Parameters<typeof listAlertRows>[1]): string => {
  const db = openMemory()
  expect(migrate(db).ok).toBe(true)
  const told: string[] = []
  const statements = statementsOf(db)
  const explaining: SyncStatements = {
    ...statements,
    all: <T>(text: string, ...values: readonly SqlValue[]): T[] => {
      told.push(
        ...statements.all<{ detail: string }>(`explain query plan ${text}`, ...values).map(({ detail }) => detail),
      )
      return statements.all<T>(text, ...values)
    },
  }
  expect(listAlertRows(explaining, query, 0).ok).toBe(true)
  return told.join('; ')
}

test.each([
  ['score', 'alerts_by_score'],
  ['newest', 'alerts_by_age'],
  ['oldest', 'alerts_by_age'],
  ['due', 'alerts_by_deadline'],
] as const)('open alerts by %s come in the order of an index, however many there are', (sort, index) => {
  expect(indexesOf({ sort, size: 50 })).toMatch(
    new RegExp(`SEARCH a USING (COVERING )?INDEX ${index} \\(open=\\?\\)`, 'u'),
  )
})

test('what is overdue is found by its deadline', () => {
  expect(indexesOf({ sort: 'due', overdue: true, size: 50 })).toContain(
    'INDEX alerts_by_deadline (open=? AND <expr><?)',
  )
})
