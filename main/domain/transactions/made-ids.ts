import { createHash } from 'node:crypto'
import type { RowValue } from '../imports/cells.ts'
import { rejectedColumns } from '../imports/rejected.ts'

/** What every made identifier begins with: a person sees that no bank has given it. */
export const madePrefix = 'made-'

/** So many rows at most are given identifiers: of each the content is remembered as long as the file is read. */
export const madeIdsMax = 2_000_000

const textOf = (value: RowValue): string =>
  typeof value === 'string' ? value.trim() : value === undefined ? '' : JSON.stringify(value)

/**
 * Makes identifiers for the rows of one reading of a file: each from what stands in all cells of the row, the account
 * that was named for the file, and how many equal rows came before it. Two equal rows are two, and the same rows read
 * again, also from a statement that overlaps, are given the same. What a file of rejected rows put before them does not
 * count.
 */
export const createMadeIds = (
  columns: readonly string[],
  account: string | undefined,
): ((values: readonly RowValue[]) => string) => {
  const rejected = rejectedColumns(columns)
  const seen = new Map<string, number>()
  return (values) => {
    const cells = columns.flatMap((_, column) => (rejected.has(column) ? [] : [textOf(values[column])]))
    const content = createHash('sha256')
      .update(JSON.stringify([account ?? '', cells]))
      .digest()
    const key = content.toString('latin1', 0, 16)
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    const id = createHash('sha256').update(content).update(String(before)).digest('hex')
    return madePrefix + id.slice(0, 32)
  }
}
