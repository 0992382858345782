import { transactionFields } from '../../../shared/api/transactions.ts'
import type { TransactionField, TransactionMapping } from '../../../shared/api/transactions.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { transactionFieldOf } from './headers.ts'

/** Columns beyond these are left out of the guess; a person can still name them. */
const metadataColumnsMax = 50

/**
 * Guesses which column is which field: by its own name first, then by its header in many languages, of several with the same meaning the first.
 * What has no meaning that is known goes to the metadata, where rules can read it.
 */
export const guessTransactionMapping = (columns: readonly string[]): TransactionMapping => {
  const mapping = new Map<number, TransactionField>()
  const taken = new Set<TransactionField>()
  const take = (column: number, field: TransactionField | undefined): void => {
    if (field === undefined || mapping.has(column) || (taken.has(field) && field !== 'metadata')) return
    mapping.set(column, field)
    taken.add(field)
  }
  columns.forEach((header, column) => take(column, transactionFields.find((field) => field === header.trim().toLowerCase())))
  columns.forEach((header, column) => take(column, transactionFieldOf(header)))
  let others = 0
  columns.forEach((header, column) => {
    if (mapping.has(column) || header.trim() === '' || others >= metadataColumnsMax) return
    others += 1
    take(column, 'metadata')
  })
  return Object.fromEntries([...mapping].sort(([one], [other]) => one - other).map(([column, field]) => [String(column), field]))
}

/** Checks a mapping against the columns of a file: all of them there, a field from one column, `transaction_id` and `at` among them. */
export const checkTransactionMapping = (mapping: TransactionMapping, columns: readonly string[]): Result<ReadonlyMap<number, TransactionField>, string> => {
  const fields = new Map<number, TransactionField>()
  const seen = new Map<TransactionField, number>()
  for (const [text, field] of Object.entries(mapping)) {
    const column = Number(text)
    if (column >= columns.length) return fail(`${field} is mapped to column ${column}, but the file has ${columns.length} columns`)
    const other = seen.get(field)
    if (other !== undefined && field !== 'metadata') return fail(`columns ${other} and ${column} are both mapped to ${field}`)
    seen.set(field, column)
    fields.set(column, field)
  }
  for (const field of ['transaction_id', 'at'] as const) if (!seen.has(field)) return fail(`no column is mapped to ${field}`)
  return ok(fields)
}
