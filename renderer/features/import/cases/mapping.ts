import { importFields, type ImportField, type ImportMapping } from '../../../../shared/api/workspace.ts'
import type { ColumnChoices } from '../choices.ts'

/** Reads a mapping (column by field) as choices (field by column); indexes outside the file are dropped. */
export const choicesOf = (mapping: ImportMapping, columns: number): ColumnChoices<ImportField> => {
  const choices: (ImportField | null)[] = Array.from({ length: columns }, () => null)
  for (const field of importFields) {
    const column = mapping[field]
    if (column !== undefined && column < columns) choices[column] = field
  }
  return choices
}

/** The mapping that the service takes. */
export const mappingOf = (choices: ColumnChoices<ImportField>): ImportMapping =>
  Object.fromEntries(choices.flatMap((field, column) => (field === null ? [] : [[field, column]])))
