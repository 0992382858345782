import type { ListFormat } from '../../../shared/schema/lists.ts'
import { createCsvReader, type Delimiter } from '../../../shared/text/csv.ts'
import { delimiterOf } from '../imports/layout.ts'
import { hasNames } from './formats/table-csv.ts'

/** What the beginning of a file tells. */
export type Recognised = { readonly format: ListFormat } | { readonly format: null; readonly why: string }

const roots: Readonly<Record<string, ListFormat>> = {
  CONSOLIDATED_LIST: 'un_xml',
  Sanctions: 'ofac_advanced_xml',
  export: 'eu_xml',
  Designations: 'uk_xml',
  ArrayOfFinancialSanctionsTarget: 'ofsi_xml',
  'swiss-sanctions-list': 'seco_xml',
  sanctionsData: 'ofac_enhanced_xml',
}

const unknown = (why: string): Recognised => ({ format: null, why })

const inXml = (head: string): Recognised => {
  const text = head.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->/gu, '')
  if (/<!DOCTYPE/iu.test(text.slice(0, 2_000).split(/<[A-Za-z]/u)[0] ?? ''))
    return unknown(
      'declares a document type (DOCTYPE); no list does, and entities that a file declares are not resolved',
    )
  const root = /<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/u.exec(text)?.[1] ?? ''
  const format = Object.hasOwn(roots, root) ? roots[root] : undefined
  if (format !== undefined) return { format }
  if (root === 'sdnList')
    return unknown(
      'is OFAC’s sdn.xml; take sdn_advanced.xml, or sdn.csv with alt.csv and add.csv: they hold the same entries and more',
    )
  return unknown(`is XML of no list that is known: its root is <${root.slice(0, 60)}>`)
}

const inJson = (head: string): Recognised => {
  const line = head.trimStart().split('\n')[0] ?? ''
  return /"schema"\s*:/u.test(line) && /"properties"\s*:/u.test(line)
    ? { format: 'ftm_json' }
    : unknown('is JSON, but no FollowTheMoney entities, one a line with id, schema and properties')
}

const rowsOf = (head: string, delimiter: Delimiter): readonly (readonly string[])[] =>
  createCsvReader(delimiter)
    .push(`${head}\n`)
    .slice(0, 6)
    .map(({ cells }) => cells.map((cell) => cell.trim()))

/** Programmes whose people and companies are not blocked: those of OFAC's lists beside the SDN list. */
const nonSdnProgramme = /^(?:FSE-(?:IR|SY)|NS-[A-Z]+|561-?(?:RELATED|LIST)|CMIC-EO13959|CAPTA|HKAA|MBS|PLC)$/iu
const sectoral = /^UKRAINE-EO13662$/iu

/** Whether a row of OFAC's columns is of the lists beside the SDN list (`cons_prim.csv`). */
const isNonSdn = (row: readonly string[]): boolean => {
  const programmes = (row[3] ?? '').split(/[\][;\s]+/u).filter((programme) => programme !== '')
  const isDirective = /\bdirective\b/iu.test(row[11] ?? '')
  return (
    programmes.length > 0 &&
    programmes.every((programme) => nonSdnProgramme.test(programme) || (isDirective && sectoral.test(programme)))
  )
}

const euColumns = ['entity_logicalid', 'entity_eu_referencenumber', 'namealias_wholename']

const inCsv = (head: string): Recognised => {
  const rows = rowsOf(head, ',')
  const [first = []] = rows
  const has = (...names: readonly string[]): boolean =>
    rows.some((row) => names.every((name) => row.some((cell) => cell.toLowerCase() === name)))
  if (has('unique id', 'name 6', 'name type')) return { format: 'uk_csv' }
  if (has('group id', 'name 6', 'alias type')) return { format: 'ofsi_csv' }
  if (first.slice(0, 4).join(',').toLowerCase() === 'id,schema,name,aliases') return { format: 'targets_csv' }
  if (/^\d+$/u.test(first[0] ?? '') && first.length === 12)
    return { format: rows.filter((row) => row.length === 12).every(isNonSdn) ? 'ofac_cons_csv' : 'ofac_csv' }
  if (/^\d+$/u.test(first[0] ?? '') && first.length === 5 && /^[afn]ka$/iu.test(first[2] ?? ''))
    return unknown('is OFAC’s alt.csv; import sdn.csv, and give this file beside it')
  const table = rowsOf(head, delimiterOf(head))[0] ?? []
  if (euColumns.every((name) => table.some((cell) => cell.toLowerCase() === name))) return { format: 'eu_csv' }
  return hasNames(table)
    ? { format: 'plain_csv' }
    : unknown(
        `is no list that is known, and as a table it names no column of names (name, full name, last name). Its first line has: ${table.slice(0, 20).join(', ').slice(0, 200)}`,
      )
}

/** Which list a file is, from the first characters of its text (64 KiB are plenty). */
export const recogniseList = (head: string): Recognised => {
  const text = head.replace(/^\ufeff/u, '').trimStart()
  if (text === '') return unknown('is empty')
  if (text.startsWith('<')) return inXml(text)
  return text.startsWith('{') ? inJson(text) : inCsv(text)
}

/** The list that a format is of, where it tells; null of tables that can be anything. */
const listOfFormat: Readonly<Record<ListFormat, { readonly key: string; readonly title: string } | null>> = {
  un_xml: { key: 'un', title: 'UN Security Council consolidated list' },
  ofac_csv: { key: 'ofac-sdn', title: 'OFAC specially designated nationals' },
  ofac_advanced_xml: { key: 'ofac-sdn', title: 'OFAC specially designated nationals' },
  ofac_cons_csv: { key: 'ofac-cons', title: 'OFAC consolidated list beside the SDN list' },
  ofac_enhanced_xml: { key: 'ofac-sdn', title: 'OFAC specially designated nationals' },
  eu_xml: { key: 'eu', title: 'EU consolidated financial sanctions' },
  eu_csv: { key: 'eu', title: 'EU consolidated financial sanctions' },
  seco_xml: { key: 'seco', title: 'Swiss sanctions list (SECO)' },
  uk_csv: { key: 'uk', title: 'UK sanctions list' },
  uk_xml: { key: 'uk', title: 'UK sanctions list' },
  ofsi_csv: { key: 'uk', title: 'UK consolidated list of financial sanctions' },
  ofsi_xml: { key: 'uk', title: 'UK consolidated list of financial sanctions' },
  ftm_json: { key: 'opensanctions', title: 'OpenSanctions' },
  targets_csv: { key: 'opensanctions', title: 'OpenSanctions' },
  plain_csv: null,
}

/** OFAC's forms in which either of its lists comes; the file's name tells which (`cons_advanced.xml`). */
const ofEither: ReadonlySet<ListFormat> = new Set(['ofac_csv', 'ofac_advanced_xml', 'ofac_enhanced_xml'])

/** The list that a file of a format is of, where these tell. */
export const listOf = (format: ListFormat, fileName: string): { readonly key: string; readonly title: string } | null =>
  ofEither.has(format) && /^cons(?:olidated)?[_.-]/iu.test(fileName) ? listOfFormat.ofac_cons_csv : listOfFormat[format]
