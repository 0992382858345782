import { importedAlertFields } from '../../../../shared/api/alert-imports.ts'
import type { AlertMapping, ImportedAlertField } from '../../../../shared/api/alert-imports.ts'
import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import { readDecimal } from '../../imports/cells.ts'
import { checkFields, guessFields, shownGuess } from '../../imports/column-fields.ts'
import { alertFieldOf } from './headers.ts'

/** Guesses which column is which field of an alert: by its own name first, then by its header in many languages. */
export const guessAlertMapping = (columns: readonly string[]): AlertMapping =>
  shownGuess(guessFields(columns, { fields: importedAlertFields, fieldOf: alertFieldOf }))

/**
 * Checks a mapping against the columns of a file: all of them there, a field from one column, `external_id`, `at`, and
 * `score` or `severity` among them.
 */
export const checkAlertMapping = (
  mapping: AlertMapping,
  columns: readonly string[],
): Result<ReadonlyMap<number, ImportedAlertField>, string> => {
  const fields = checkFields<ImportedAlertField>(mapping, columns, { needed: ['external_id', 'at'] })
  if (!fields.ok) return fields
  const mapped = [...fields.value.values()]
  return mapped.includes('score') || mapped.includes('severity')
    ? ok(fields.value)
    : fail('no column is mapped to score, and none to severity')
}

const scales = [1, 10, 100] as const
const widest = 1_000

/**
 * The highest score that the other system seems to give, by a sample of rows: the least usual scale that holds all of
 * them.
 */
export const guessScoreMax = (guess: AlertMapping, sample: readonly (readonly string[])[]): number => {
  const column = Object.entries(guess).find(([, field]) => field === 'score')?.[0]
  if (column === undefined) return 1
  const scores = sample.flatMap((row) => {
    const read = readDecimal(row[Number(column)] ?? '')
    return read.ok ? [read.value] : []
  })
  const highest = Math.max(0, ...scores)
  return scales.find((scale) => highest <= scale) ?? widest
}
