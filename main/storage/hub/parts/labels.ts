import type { HubSql } from '../statements.ts'

/** The number by which entries name a case or a device; null where none was given. */
export const labelOf = async (sql: HubSql, label: string): Promise<number | null> =>
  (await sql.get<{ n: number }>('select n from labels where label = ?', label))?.n ?? null

/** The same, given where there is none yet. Only within a transaction that writes. */
export const ensureLabel = async (sql: HubSql, label: string): Promise<number> => {
  const known = await labelOf(sql, label)
  if (known !== null) return known
  const made = await sql.get<{ n: number }>(
    'insert into labels (n, label) select coalesce(max(n), 0) + 1, ? from labels returning n',
    label,
  )
  if (made === undefined) throw new Error('a label was not stored')
  return made.n
}
