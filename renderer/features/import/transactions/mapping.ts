import type { TransactionField, TransactionMapping } from '../../../../shared/api/transactions.ts'

/** The largest file that the service stages, in bytes. */
export const maxTransactionBytes = 17_179_869_184

/** What each column of the file is to become; null leaves the column out. One element a column. */
export type FieldChoices = readonly (TransactionField | null)[]

/** Without these nothing is taken. */
export const requiredFields = ['transaction_id', 'at'] as const

/** Reads a mapping by column as choices; indexes outside the file are dropped. */
export const choicesFrom = (mapping: TransactionMapping, columns: number): FieldChoices => Array.from({ length: columns }, (_, column) => mapping[String(column)] ?? null)

/** Gives a column a field. Another column that had it loses it; only `metadata` takes several, each under its own name. */
export const chosen = (choices: FieldChoices, column: number, field: TransactionField | null): FieldChoices =>
  choices.map((current, index) => {
    if (index === column) return field
    return field !== null && field !== 'metadata' && current === field ? null : current
  })

/** The mapping that the service takes. */
export const mappingFrom = (choices: FieldChoices): TransactionMapping => Object.fromEntries(choices.flatMap((field, column) => (field === null ? [] : [[String(column), field]])))

/** The required fields that no column fills. */
export const missingFrom = (choices: FieldChoices): readonly (typeof requiredFields)[number][] => requiredFields.filter((field) => !choices.includes(field))

