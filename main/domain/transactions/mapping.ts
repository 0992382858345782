import { transactionFields } from '../../../shared/api/transactions.ts'
import type { TransactionField, TransactionMapping } from '../../../shared/api/transactions.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { checkFields, guessFields, shownGuess } from '../imports/column-fields.ts'
import { rejectedColumns } from '../imports/rejected.ts'
import { transactionFieldOf } from './headers.ts'

/** Columns beyond these are left out of the guess; a person can still name them. */
const metadataColumnsMax = 50

/**
 * Guesses which column is which field: by its own name first, then by its header in many languages, of several with the same meaning the first.
 * What has no meaning that is known goes to the metadata, where rules can read it.
 */
export const guessTransactionMapping = (columns: readonly string[]): TransactionMapping => {
  const mapping = guessFields<TransactionField>(columns, { fields: transactionFields, fieldOf: transactionFieldOf, several: 'metadata' })
  const rejected = rejectedColumns(columns)
  let others = 0
  columns.forEach((header, column) => {
    if (mapping.has(column) || rejected.has(column) || header.trim() === '' || others >= metadataColumnsMax) return
    others += 1
    mapping.set(column, 'metadata')
  })
  return shownGuess(mapping)
}

/** Checks a mapping against the columns of a file: all of them there, a field from one column, `transaction_id` and `at` among them. */
export const checkTransactionMapping = (mapping: TransactionMapping, columns: readonly string[]): Result<ReadonlyMap<number, TransactionField>, string> =>
  checkFields<TransactionField>(mapping, columns, { several: 'metadata', needed: ['transaction_id', 'at'] })
