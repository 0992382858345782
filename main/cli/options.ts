import { naCountries } from '../domain/transactions/row.ts'
import { InvalidArgumentError, Option } from 'commander'
import type { EncodingName } from '../../shared/text/encoding-names.ts'
import { importField, type ImportField } from '../../shared/api/workspace.ts'
import { bothSidesMeanings } from '../../shared/schema/counterparty.ts'
import { negativeMeanings } from '../../shared/schema/money.ts'
import { encodingNames } from '../../shared/text/encoding-names.ts'
import { roles } from '../../shared/schema/user.ts'
import { openZone } from '../domain/imports/zones.ts'

/** `--data DIR`, which nearly every command takes. */
export const dataOption = (): Option => new Option('--data <dir>', 'the data folder').makeOptionMandatory()

/** `--role ROLE` of a user or a token. */
export const roleOption = (text: string): Option => new Option('--role <role>', text).choices([...roles])

/** `--negative MEANING` of files of activities. */
export const negativeOption = (): Option =>
  new Option(
    '--negative <meaning>',
    'what a minus before an amount means: a refund or reversal, or that money went out',
  )
    .choices([...negativeMeanings])
    .default('refund')

/** `--both-sides MEANING` of a file whose payers are payees too. */
export const bothSidesOption = (): Option =>
  new Option(
    '--both-sides <meaning>',
    'what identifiers are that stand as customer and as counterparty: the same, or two that are kept apart',
  ).choices([...bothSidesMeanings])

/** `--na-country MEANING` of a file whose countries say NA. */
export const naCountryOption = (): Option =>
  new Option('--na-country <meaning>', 'what NA means as a country: Namibia, or nothing').choices([...naCountries])

/** `--encoding NAME` of a file that is no UTF-8. */
export const encodingOption = (): Option =>
  new Option('--encoding <name>', 'encoding of the file; without it, it is found from the bytes').choices([
    ...encodingNames,
  ])

/** `--header-line N` of tables with other lines above their header. */
export const headerLineOption = (): Option =>
  new Option(
    '--header-line <line>',
    'line of the header, from 1; without it, a header below other lines is found by what it names',
  ).argParser(asHeaderLine)

/** `--sheet NAME` of a workbook. */
export const sheetOption = (): Option => new Option('--sheet <sheet>', 'sheet of a workbook, by name or number from 1')

/** `--date-order ORDER` of dates with slashes or hyphens. */
export const dateOrderOption = (): Option =>
  new Option(
    '--date-order <order>',
    'how dates with slashes or hyphens are written, if the column does not show it',
  ).choices(['day_first', 'month_first', 'year_first'])

/** `--decimal SIGN` of amounts that can be read two ways. */
export const decimalOption = (): Option =>
  new Option('--decimal <sign>', 'the decimal sign, if the column does not show it').choices(['point', 'comma'])

/** The line of a header. */
const asHeaderLine = (value: string): string => {
  const line = Number(value)
  if (!/^\d{1,5}$/.test(value) || line < 1 || line > 10_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 10000.')
  return String(line)
}

/** A whole number from 1 on, as an id of the interface. */
export const asId = (value: string): number => {
  const id = Number(value)
  if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(id) || id < 1)
    throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return id
}

/** A port: 0 lets the system choose a free one. */
export const asPort = (value: string): number => {
  const port = Number(value)
  if (!/^\d{1,5}$/.test(value) || port > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
  return port
}

/** An IANA time zone that the runtime knows. */
export const asZone = (value: string): string => {
  if (openZone(value) === undefined)
    throw new InvalidArgumentError('It must be an IANA time zone, for example Europe/Berlin.')
  return value
}

/** One `--mapping` value: columns (by header, or by number from 1) and the field that each is. */
export type NamedMapping = readonly { readonly column: string; readonly field: ImportField }[]

/** Cuts `column=field,column=field`; a comma or an equals sign in a header is written with a backslash before it. */
const mappedPairs = (value: string): { readonly column: string; readonly field: string }[] =>
  value.split(/(?<!\\),/u).map((pair) => {
    const at = pair.search(/(?<!\\)=[^=]*$/u)
    return {
      column:
        at < 1
          ? ''
          : pair
              .slice(0, at)
              .replaceAll(/\\([,=\\])/gu, '$1')
              .trim(),
      field: pair.slice(at + 1).trim(),
    }
  })

/** Reads `column=field,column=field` for cases. */
export const asMapping = (value: string, earlier: NamedMapping = []): NamedMapping => [
  ...earlier,
  ...mappedPairs(value).map(({ column, field }) => {
    const known = importField.safeParse(field)
    if (column === '' || !known.success)
      throw new InvalidArgumentError(`Write column=field; fields are ${importField.options.join(', ')}.`)
    return { column, field: known.data }
  }),
]

/** Columns that a person named, by header or by number from 1, and the field that each is; null: it is left out. */
export type NamedFields<Field extends string> = readonly { readonly column: string; readonly field: Field | null }[]

/** How a file of a table is to be read, as the options say. */
export interface ReadAs {
  readonly encoding?: EncodingName
  readonly headerLine?: string
  readonly sheet?: string
  readonly member?: string
}

/** The same as the interface is asked. */
export const tableQuery = (name: string, { encoding, headerLine, sheet, member }: ReadAs) => ({
  file_name: name,
  encoding,
  header_line: headerLine,
  sheet,
  member,
})

/** Reads `column=field,column=field` for rows of these fields; `column=` leaves a column out. */
export const asFields =
  <Field extends string>(fields: readonly Field[]) =>
  (value: string, earlier: NamedFields<Field> = []): NamedFields<Field> => [
    ...earlier,
    ...mappedPairs(value).map(({ column, field }) => {
      const known = fields.find((one) => one === field)
      if (column === '' || (known === undefined && field !== ''))
        throw new InvalidArgumentError(
          `Write column=field, or column= to leave it out; fields are ${fields.join(', ')}.`,
        )
      return { column, field: known ?? null }
    }),
  ]

/** Index of the column that is named by its header, or by its number from 1. */
export const columnOf = (columns: readonly string[], named: string): number | undefined => {
  const byHeader = columns.findIndex((header) => header.trim().toLowerCase() === named.toLowerCase())
  const index = byHeader >= 0 ? byHeader : /^\d+$/u.test(named) ? Number(named) - 1 : -1
  return index >= 0 && index < columns.length ? index : undefined
}
