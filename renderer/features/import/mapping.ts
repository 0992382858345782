import { importFields, type ImportField, type ImportJob, type ImportMapping } from '../../../shared/api/workspace.ts'

/** What each column of the file is to become; null leaves the column out. One element a column. */
export type ColumnChoices = readonly (ImportField | null)[]

/** Reads a mapping (column by field) as choices (field by column); indexes outside the file are dropped. */
export const choicesOf = (mapping: ImportMapping, columns: number): ColumnChoices => {
  const choices: (ImportField | null)[] = Array.from({ length: columns }, () => null)
  for (const field of importFields) {
    const column = mapping[field]
    if (column !== undefined && column < columns) choices[column] = field
  }
  return choices
}

/** Gives a column a field; another column that had the field loses it, since a field is filled from one column. */
export const chooseField = (choices: ColumnChoices, column: number, field: ImportField | null): ColumnChoices =>
  choices.map((current, index) => {
    if (index === column) return field
    return field !== null && current === field ? null : current
  })

/** The mapping that the service takes. */
export const mappingOf = (choices: ColumnChoices): ImportMapping =>
  Object.fromEntries(choices.flatMap((field, column) => (field === null ? [] : [[field, column]])))

/** What still keeps the import from running, or what it will do without. */
export interface MappingCheck {
  readonly missingTitle: boolean
  /** Without a reference rows are told apart by their whole content. */
  readonly noReference: boolean
  readonly leftOut: number
}

export const checkMapping = (choices: ColumnChoices): MappingCheck => ({
  missingTitle: !choices.includes('title'),
  noReference: !choices.includes('reference'),
  leftOut: choices.filter((field) => field === null).length,
})

/** A name for the source, guessed from the file's: without its ending, date and separators. */
export const guessSource = (fileName: string): string => {
  const bare = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')
  const words = bare.replace(/[_\s-]*\d{4}[_-]?\d{2}[_-]?\d{2}.*$/u, '').replace(/[_\s]+/gu, ' ').trim()
  return (words === '' ? bare : words).slice(0, 80)
}

/** Share of an import that is done, 0 to 1; null while the number of rows is not known. */
export const progressOf = (job: Pick<ImportJob, 'rows' | 'created' | 'already_there' | 'duplicates' | 'rejected'>): number | null =>
  job.rows === 0 ? null : Math.min(1, (job.created + job.already_there + job.duplicates + job.rejected) / job.rows)

/** Time zones that this browser knows, with UTC first. */
export const timeZones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** The largest file that the service stages, in bytes. */
export const maxImportBytes = 268_435_456
