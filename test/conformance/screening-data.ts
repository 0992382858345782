import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { NameQuality, ScreenedEntry } from '../../main/domain/screening/screener.ts'

/** The folder of published lists and name pairs, which the repository does not carry. */
const root = join(process.env['FIELDSEAL_SHARED'] ?? join(import.meta.dirname, '../../../shared'), 'data', 'screening')

/**
 * Whether lists and pairs are at hand. Absent ones are announced and skipped on a developer's machine, and are an error
 * in CI.
 */
export const haveScreeningData = (): boolean => {
  if (existsSync(root)) return true
  if (process.env['CI'] === 'true') throw new Error(`the screening data is missing at ${root}`)
  console.warn(`SKIPPED: the screening data is not at ${root}; set FIELDSEAL_SHARED to test on it`)
  return false
}

/** The rows of a CSV file with a header. */
export const rowsOf = (file: string): Record<string, string>[] =>
  parse(readFileSync(join(root, file)), { columns: true })

const zipped = (file: string, encoding: BufferEncoding): string =>
  gunzipSync(readFileSync(join(root, file))).toString(encoding)

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
const texts = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'gu'))]
    .map(([, text = '']) => unescaped(text))
    .filter((text) => text !== '')

const named = (text: string, type: NameQuality): ScreenedEntry['names'] => (text === '' ? [] : [{ text, type }])

const unEntry = (xml: string, kind: 'person' | 'organisation', place: number): ScreenedEntry => {
  const [alias, nameTags] =
    kind === 'person'
      ? ['INDIVIDUAL_ALIAS', ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']]
      : ['ENTITY_ALIAS', ['FIRST_NAME']]
  const aliases = [...xml.matchAll(new RegExp(`<${alias}>([\\s\\S]*?)</${alias}>`, 'gu'))].flatMap(([, one = '']) =>
    texts(one, 'ALIAS_NAME')
      .flatMap((name) => name.split(';'))
      .flatMap((name) => named(name.trim(), texts(one, 'QUALITY')[0] === 'Low' ? 'weak' : 'alias')),
  )
  const years = [...texts(xml, 'YEAR'), ...texts(xml, 'DATE')]
    .map((text) => Number(text.slice(0, 4)))
    .filter((year) => year > 1000)
  return {
    id: `${kind} ${place}`,
    kind,
    names: [
      ...named(
        nameTags
          .map((tag) => texts(xml, tag)[0] ?? '')
          .join(' ')
          .trim(),
        'primary',
      ),
      ...texts(xml, 'NAME_ORIGINAL_SCRIPT').flatMap((name) => named(name, 'alias')),
      ...aliases,
    ],
    dates: years.map((year) => ({ year })),
    countries: [],
    gender: null,
    identifiers: [],
  }
}

/**
 * The UN Security Council's consolidated list, read plainly: what the product's own reader makes of it is that reader's
 * test.
 */
export const readUn = (): ScreenedEntry[] => {
  const xml = zipped('un-consolidated.xml.gz', 'utf8')
  const all = (tag: string): string[] =>
    [...xml.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'gu'))].map(([, one = '']) => one)
  return [
    ...all('INDIVIDUAL').map((one, place) => unEntry(one, 'person', place)),
    ...all('ENTITY').map((one, place) => unEntry(one, 'organisation', place)),
  ]
}

const kinds = new Map<string, ScreenedEntry['kind']>([
  ['individual', 'person'],
  ['vessel', 'vessel'],
  ['aircraft', 'aircraft'],
])

/** OFAC's list of specially designated nationals: names and the aliases that its remarks tell. */
export const readOfac = (): ScreenedEntry[] => {
  const rows: string[][] = parse(zipped('ofac-sdn.csv.gz', 'latin1'), { relax_quotes: true, relax_column_count: true })
  return rows.flatMap(([id = '', name = '', type = '', , , , , , , , , remarks = '']): ScreenedEntry[] => {
    if (name === '') return []
    const kind = kinds.get(type.trim()) ?? 'organisation'
    const aliases = [...remarks.matchAll(/a\.k\.a\. '([^']+)'/gu)].flatMap(([, alias = '']) => named(alias, 'alias'))
    return [
      {
        id,
        kind,
        names: [...named(name, 'primary'), ...aliases],
        dates: [],
        countries: [],
        gender: null,
        identifiers: [],
      },
    ]
  })
}
