import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { rejectedColumns } from './rejected.ts'

/** Fields of a kind of row, and what the headers of columns say of them. */
export interface ColumnFields<Field extends string> {
  readonly fields: readonly Field[]
  /** The field that the header of a column names; undefined where it names none that is known. */
  readonly fieldOf: (header: string, column: number) => Field | undefined
  /** One that several columns can fill. */
  readonly several?: Field
}

/**
 * Guesses which column is which field: by its own name first, then by its header; of several with the same meaning the
 * first. What a file of rejected rows put before them is none.
 */
export const guessFields = <Field extends string>(
  columns: readonly string[],
  { fields, fieldOf, several }: ColumnFields<Field>,
): Map<number, Field> => {
  const mapping = new Map<number, Field>()
  const taken = new Set<Field>()
  const rejected = rejectedColumns(columns)
  const take = (column: number, field: Field | undefined): void => {
    if (field === undefined || rejected.has(column) || mapping.has(column) || (taken.has(field) && field !== several))
      return
    mapping.set(column, field)
    taken.add(field)
  }
  columns.forEach((header, column) =>
    take(
      column,
      fields.find((field) => field === header.trim().toLowerCase()),
    ),
  )
  columns.forEach((header, column) => take(column, fieldOf(header, column)))
  return mapping
}

/** A guess as the interface shows it: field by column index, in the order of the columns. */
export const shownGuess = <Field extends string>(mapping: ReadonlyMap<number, Field>): Record<string, Field> =>
  Object.fromEntries(
    [...mapping].sort(([one], [other]) => one - other).map(([column, field]) => [String(column), field]),
  )

/**
 * Checks a mapping against the columns of a file: all of them there, a field from one column, those that are needed
 * among them.
 */
export const checkFields = <Field extends string>(
  mapping: Readonly<Record<string, Field>>,
  columns: readonly string[],
  { several, needed }: { readonly several?: Field; readonly needed: readonly Field[] },
): Result<ReadonlyMap<number, Field>, string> => {
  const fields = new Map<number, Field>()
  const seen = new Map<Field, number>()
  for (const [text, field] of Object.entries(mapping)) {
    const column = Number(text)
    if (column >= columns.length)
      return fail(`${field} is mapped to column ${column}, but the file has ${columns.length} columns`)
    const other = seen.get(field)
    if (other !== undefined && field !== several)
      return fail(`columns ${other} and ${column} are both mapped to ${field}`)
    seen.set(field, column)
    fields.set(column, field)
  }
  for (const field of needed) if (!seen.has(field)) return fail(`no column is mapped to ${field}`)
  return ok(fields)
}
