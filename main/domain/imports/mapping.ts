import { importFields, type ImportField, type ImportMapping } from '../../../shared/api/workspace.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { fieldOfHeader } from './headers.ts'
import { rejectedColumns } from './rejected.ts'
import { outcomeOf, priorityOf, statusOf } from './synonyms.ts'
import { readIds } from './values.ts'

const share = (values: readonly string[], test: (value: string) => boolean): number => {
  const filled = values.filter((value) => value.trim() !== '')
  return filled.length === 0 ? 0 : filled.filter(test).length / filled.length
}

const looksLikeIso = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}([T ]|$)|^\d{1,2}[./]\d{1,2}[./]\d{4}/u.test(value.trim())

const idFields: readonly ImportField[] = ['customer_id', 'account_id', 'alert_ids']

const isIdList = (value: string): boolean => readIds(value, 1_000).ok
const isOutcome = (value: string): boolean => outcomeOf(value) !== undefined

/**
 * Identifiers of this interface are numbers: a column of IBANs under "Account" would only have every row refused, and
 * so would one of free words under "Outcome".
 */
const fits = (field: ImportField, values: readonly string[]): boolean => {
  const test = field === 'outcome' ? isOutcome : idFields.includes(field) ? isIdList : null
  return test === null || values.every((value) => value.trim() === '') || share(values, test) >= 0.5
}

const averageLength = (values: readonly string[]): number =>
  values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, values.length)

/** Shorter texts are codes, states and grades: as the title of a case they would say nothing, and be sealed. */
const shortestTitle = 9

/**
 * Guesses which column is which field: by its header (in the languages of `headers.ts`; of several columns with the
 * same meaning the first), then, for priority, status, creation time, title and description, by what the sample rows
 * hold.
 */
export function guessMapping(columns: readonly string[], sample: readonly (readonly string[])[]): ImportMapping {
  const mapping: ImportMapping = {}
  const taken = new Set<number>(rejectedColumns(columns))
  const valuesOf = (column: number): string[] => sample.map((row) => row[column] ?? '')
  const take = (field: ImportField, column: number): void => {
    if (mapping[field] !== undefined || taken.has(column)) return
    mapping[field] = column
    taken.add(column)
  }
  // A header that is the field's own name wins over a synonym to its left.
  columns.forEach((header, column) => {
    const own = importFields.find((field) => field === header.trim().toLowerCase())
    if (own !== undefined && (own !== 'outcome' || fits(own, valuesOf(column)))) take(own, column)
  })
  columns.forEach((header, column) => {
    const field = fieldOfHeader(header)
    if (field !== undefined && fits(field, valuesOf(column))) take(field, column)
  })
  const free = (): number[] => columns.map((_, column) => column).filter((column) => !taken.has(column))
  const sniff = (field: ImportField, test: (value: string) => boolean): void => {
    if (mapping[field] !== undefined) return
    const found = free().find((column) => share(valuesOf(column), test) >= 0.9)
    if (found !== undefined) take(field, found)
  }
  sniff('priority', (value) => priorityOf(value) !== undefined)
  sniff('status', (value) => statusOf(value) !== undefined)
  sniff('created_at', looksLikeIso)
  const texts = free().filter(
    (column) =>
      share(valuesOf(column), (value) => /\p{L}/u.test(value)) >= 0.9 &&
      averageLength(valuesOf(column)) >= shortestTitle,
  )
  const byLength = texts.toSorted((left, right) => averageLength(valuesOf(right)) - averageLength(valuesOf(left)))
  if (mapping.title === undefined) {
    const longest = byLength[0]
    const title =
      mapping.description === undefined && byLength.length > 1 ? texts.find((column) => column !== longest) : texts[0]
    if (title !== undefined) take('title', title)
  }
  return mapping
}

/** Checks a mapping against the columns of a file: each column at most once, all of them there, `title` among them. */
export function checkMapping(mapping: ImportMapping, columns: readonly string[]): Result<ImportMapping, string> {
  if (mapping.title === undefined) return fail('no column is mapped to title')
  const seen = new Map<number, string>()
  for (const field of importFields) {
    const column = mapping[field]
    if (column === undefined) continue
    if (column >= columns.length)
      return fail(`${field} is mapped to column ${column}, but the file has ${columns.length} columns`)
    const other = seen.get(column)
    if (other !== undefined) return fail(`column ${column} is mapped to both ${other} and ${field}`)
    seen.set(column, field)
  }
  return ok(mapping)
}
