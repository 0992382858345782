import { beforeAll, describe, expect, it } from 'vitest'
import type { ListedEntry } from '../../main/domain/lists/entry.ts'
import { recogniseList } from '../../main/domain/lists/recognise.ts'
import { readText } from '../unit/domain/lists/reading.ts'
import { haveScreeningLists, readScreeningList } from './screening-lists.ts'

/** What stands in the elements of a name, as the text has it. */
const written = (text: string, element: string): string[] =>
  [...text.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'gu'))]
    .map(([, content = '']) => content.trim())
    .filter((content) => content !== '')

const sum = (entries: readonly ListedEntry[], count: (entry: ListedEntry) => number): number =>
  entries.reduce((total, entry) => total + count(entry), 0)

describe.skipIf(!haveScreeningLists())('the UN list of February 2026', () => {
  let text = ''
  let entries: readonly ListedEntry[] = []
  let publishedAtMs: number | null = null
  beforeAll(() => {
    text = readScreeningList('un-consolidated.xml.gz')
    const read = readText('un_xml', text)
    ;({ entries } = read)
    ;({ publishedAtMs } = read.notes)
    expect([read.notes.skipped, read.notes.texts]).toEqual([0, []])
  })

  it('is recognised, and says when it was published', () => {
    expect(recogniseList(text.slice(0, 2_000))).toEqual({ format: 'un_xml' })
    expect(publishedAtMs).toBe(Date.parse('2026-02-27T00:00:09.554Z'))
  })

  it('names 730 people and 273 entities, each under its own reference number', () => {
    expect([
      entries.filter(({ kind }) => kind === 'person').length,
      entries.filter(({ kind }) => kind === 'organisation').length,
    ]).toEqual([730, 273])
    expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(written(text, 'REFERENCE_NUMBER')))
  })

  it('loses no name: each that the text has is one of its entry’s', () => {
    const known = new Set(entries.flatMap(({ names }) => names.map((name) => name.text)))
    const clean = (name: string): string =>
      name
        .replaceAll('&amp;', '&')
        .replaceAll('&apos;', "'")
        .replaceAll('&quot;', '"')
        .normalize('NFC')
        .replace(/[\u200b-\u200f\u061c\u00ad\ufeff\u202a-\u202e]/gu, '')
        .replace(/\s+/gu, ' ')
        .trim()
    for (const element of ['ALIAS_NAME', 'NAME_ORIGINAL_SCRIPT']) {
      const missing = written(text, element)
        .map(clean)
        .filter((name) => /[\p{L}\p{N}]/u.test(name) && !known.has(name))
      expect(missing, element).toEqual([])
    }
    expect(
      entries.every(
        ({ names }) => names[0]?.type === 'primary' && names.filter(({ type }) => type === 'primary').length === 1,
      ),
    ).toBe(true)
    expect(sum(entries, ({ names }) => names.filter(({ type }) => type === 'weak').length)).toBe(615)
  })

  it('gives each entry its day, programme, documents and gender', () => {
    expect(entries.every(({ listedOn, programmes }) => listedOn !== null && programmes.length === 1)).toBe(true)
    expect(sum(entries, ({ identifiers }) => identifiers.length)).toBe(written(text, 'NUMBER').length)
    expect(sum(entries, ({ gender }) => (gender === null ? 0 : 1))).toBe(written(text, 'GENDER').length)
  })

  it('knows every nationality but one state that is no more, and the country of nearly every address', () => {
    const nationalities = text
      .split('<NATIONALITY>')
      .slice(1)
      .flatMap((part) => written(part.split('</NATIONALITY>')[0] ?? '', 'VALUE'))
    expect(nationalities.length).toBeGreaterThan(600)
    expect(
      entries.flatMap(({ remarks }) => remarks?.split('\n').filter((line) => line.startsWith('Country: ')) ?? []),
    ).toEqual(['Country: former Soviet Union'])
    const addresses = entries.flatMap(({ addresses: all }) => all)
    expect(addresses.filter(({ country }) => country !== null).length / addresses.length).toBeGreaterThan(0.98)
  })

  it('reads dates as far as they are known', () => {
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    expect(byId.get('CDi.001')?.dates).toEqual([{ year: 1971 }])
    expect(byId.get('CDi.008')?.dates).toEqual([{ year: 1973, month: 12, day: 25 }])
    expect(sum(entries, ({ dates }) => dates.filter(({ toYear }) => toYear !== undefined).length)).toBe(
      written(text, 'TO_YEAR').length,
    )
    expect(
      entries.flatMap(({ remarks }) => remarks?.split('\n').filter((line) => line.startsWith('Date: ')) ?? []),
    ).toEqual([])
  })
})

describe.skipIf(!haveScreeningLists())('an OFAC list of specially designated nationals', () => {
  let text = ''
  let entries: readonly ListedEntry[] = []
  let lines: readonly string[] = []
  beforeAll(() => {
    text = readScreeningList('ofac-sdn.csv.gz')
    const read = readText('ofac_csv', text)
    ;({ entries } = read)
    expect([read.notes.skipped, read.notes.texts]).toEqual([0, []])
    lines = text.split('\r\n').filter((line) => /^\d/u.test(line))
  })
  const remarks = (pattern: RegExp): number =>
    lines.reduce((total, line) => total + [...line.matchAll(pattern)].length, 0)

  it('is recognised, and has an entry a row, by its number', () => {
    expect(recogniseList(text.slice(0, 2_000))).toEqual({ format: 'ofac_csv' })
    expect(lines).toHaveLength(8_976)
    expect(entries.map(({ id }) => id)).toEqual(lines.map((line) => line.slice(0, line.indexOf(','))))
  })

  it('has people, vessels, aircraft and organisations as its third column says', () => {
    const count = (kind: ListedEntry['kind']): number => entries.filter((entry) => entry.kind === kind).length
    expect([count('person'), count('organisation'), count('vessel'), count('aircraft'), count('other')]).toEqual([
      4_620, 3_673, 406, 277, 0,
    ])
  })

  it('carries every date of birth, nationality, gender and weak alias of its remarks', () => {
    expect(entries.filter(({ kind }) => kind === 'person').flatMap(({ dates }) => dates).length).toBeGreaterThanOrEqual(
      0.995 * remarks(/(?:"|; )(?:alt\. )?DOB /gu),
    )
    expect(sum(entries, ({ gender }) => (gender === null ? 0 : 1))).toBe(remarks(/(?:"|; )Gender (?:Male|Female)/gu))
    expect(sum(entries, ({ names }) => names.filter(({ type }) => type === 'weak').length)).toBeGreaterThanOrEqual(
      0.99 * remarks(/a\.k\.a\. '/gu),
    )
    expect(
      entries.flatMap(({ remarks: told }) => told?.split('\n').filter((line) => line.startsWith('Country: ')) ?? []),
    ).toEqual(Array.from({ length: 3 }, () => 'Country: possibly Palestinian'))
    expect(
      entries.flatMap(({ remarks: told }) => told?.split('\n').filter((line) => line.startsWith('Date: ')) ?? []),
    ).toEqual([])
  })

  it('carries passports, tax numbers and IMO numbers with their countries', () => {
    const identifiers = entries.flatMap(({ identifiers: all }) => all)
    const numbers = (type: RegExp): number => identifiers.filter((identifier) => type.test(identifier.type)).length
    expect(numbers(/^passport/u)).toBeGreaterThanOrEqual(0.99 * remarks(/(?:"|; )(?:alt\. )?Passport [A-Z0-9]/gu))
    expect(numbers(/^imo number$/u)).toBeGreaterThanOrEqual(406)
    expect(numbers(/^nit/u)).toBe(remarks(/(?:"|; )(?:alt\. )?NIT # \d/gu))
    expect(identifiers.every(({ value }) => /^[\p{Lu}\p{Lo}\p{N}]+$/u.test(value))).toBe(true)
    expect(identifiers.filter(({ country }) => country !== null).length).toBeGreaterThan(5_000)
  })
})
