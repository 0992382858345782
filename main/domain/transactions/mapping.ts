import { transactionFields } from '../../../shared/api/transactions.ts'
import type { TransactionField, TransactionMapping } from '../../../shared/api/transactions.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { checkFields, guessFields, shownGuess } from '../imports/column-fields.ts'
import { rejectedColumns } from '../imports/rejected.ts'
import { tellsTime, transactionFieldOf } from './headers.ts'
import { areDatesAlone, areTimesOfDay } from './time-of-day.ts'

/** Columns beyond these are left out of the guess; a person can still name them. */
const metadataColumnsMax = 50

/** A name alone does not make a time of day: such a column may hold words. */
const namedFields = transactionFields.filter((field) => field !== 'time_of_day')

/** Where the column taken as the time holds dates alone, or times of day alone, finds its other half by header and values. */
const joinTimeOfDay = (mapping: Map<number, TransactionField>, columns: readonly string[], sample: readonly (readonly string[])[]): void => {
  const at = [...mapping].find(([, field]) => field === 'at')?.[0]
  if (at === undefined) return
  const half = (test: (values: readonly string[]) => boolean): number | undefined => {
    const holds = (column: number): boolean => test(sample.map((row) => row[column] ?? ''))
    return holds(at) ? at : columns.findIndex((header, column) => tellsTime(header) && holds(column))
  }
  const [date = -1, time = -1] = [half(areDatesAlone), half(areTimesOfDay)]
  if (date < 0 || time < 0 || (date !== at && time !== at)) return
  mapping.set(date, 'at')
  mapping.set(time, 'time_of_day')
}

/**
 * Guesses which column is which field: by its own name first, then by its header in many languages, of several with the same meaning the first.
 * A date and a time of day in two columns are joined where the sample rows show both. What has no meaning that is known goes to the metadata, where rules can read it.
 */
export const guessTransactionMapping = (columns: readonly string[], sample: readonly (readonly string[])[] = []): TransactionMapping => {
  const mapping = guessFields<TransactionField>(columns, { fields: namedFields, fieldOf: transactionFieldOf, several: 'metadata' })
  joinTimeOfDay(mapping, columns, sample)
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

/** Under which name each column stands in the metadata: its own; of several with one name the later ones are numbered (note, note_2), so that none overwrites another. */
export const metadataNames = (columns: readonly string[], mapping: ReadonlyMap<number, TransactionField>): ReadonlyMap<number, string> => {
  const own = [...mapping].filter(([, field]) => field === 'metadata').map(([column]) => [column, (columns[column] ?? '').trim()] as const)
  const borne = new Set(own.map(([, name]) => name))
  const names = new Map<number, string>()
  const given = new Set<string>()
  for (const [column, name] of own.toSorted(([one], [other]) => one - other)) {
    let free = name
    for (let number = 2; given.has(free) || (free !== name && borne.has(free)); number += 1) free = `${name}_${number}`
    given.add(free)
    names.set(column, free)
  }
  return names
}
