import type { AccessRow } from '../../../shared/schema/access-log.ts'
import { csvLine, harmlessText } from '../../../shared/text/csv.ts'

const columns = [
  'n',
  'at',
  'kind',
  'result',
  'person',
  'person_uid',
  'via',
  'operation',
  'case_number',
  'case_uid',
  'relation',
  'terms',
  'cases_in_hour',
  'hash',
] as const

const termsText = ({ terms, terms_erased: erased }: AccessRow): string =>
  erased
    ? '[erased]'
    : Object.entries(terms ?? {})
        .map(([name, value]) => `${name}: ${value}`)
        .join('; ')

const cellsOf = (row: AccessRow): readonly string[] => {
  const cells: Record<(typeof columns)[number], string> = {
    n: String(row.n),
    at: row.at,
    kind: row.kind,
    result: row.result,
    person: row.person?.name ?? '',
    person_uid: row.person?.uid ?? '',
    via: row.via,
    operation: row.operation,
    case_number: row.case?.number ?? '',
    case_uid: row.case?.uid ?? '',
    relation: row.relation ?? '',
    terms: termsText(row),
    cases_in_hour: row.cases_in_hour === null ? '' : String(row.cases_in_hour),
    hash: row.hash,
  }
  return columns.map((column) => harmlessText(cells[column]))
}

/** The access log as CSV for a spreadsheet. */
export async function* accessLogCsv(rows: AsyncIterable<AccessRow>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const row of rows) yield csvLine(cellsOf(row))
}
