/** What each column of a file is to become; null leaves the column out. One element a column. */
export type ColumnChoices<Field extends string> = readonly (Field | null)[]

/** Reads a mapping by column as choices; indexes outside the file are dropped. */
export const choicesFrom = <Field extends string>(
  mapping: Readonly<Record<string, Field>>,
  columns: number,
): ColumnChoices<Field> => Array.from({ length: columns }, (_, column) => mapping[String(column)] ?? null)

/**
 * Gives a column a field. Another column that had it loses it, since a field is filled from one column; only `several`
 * can be many.
 */
export const chosen = <Field extends string>(
  choices: ColumnChoices<Field>,
  column: number,
  field: Field | null,
  several?: Field,
): ColumnChoices<Field> =>
  choices.map((current, index) => {
    if (index === column) return field
    return field !== null && field !== several && current === field ? null : current
  })

/** The mapping by column that the service takes. */
export const mappingFrom = <Field extends string>(choices: ColumnChoices<Field>): Record<string, Field> =>
  Object.fromEntries(choices.flatMap((field, column) => (field === null ? [] : [[String(column), field]])))

/** The required fields that no column fills. */
export const missingFrom = <Field extends string, Required extends Field>(
  choices: ColumnChoices<Field>,
  required: readonly Required[],
): readonly Required[] => required.filter((field) => !choices.includes(field))

/** How many columns are left out. */
export const columnsLeftOut = (choices: ColumnChoices<string>): number =>
  choices.filter((field) => field === null).length
