import { describe, expect, it } from 'vitest'
import { ageOfList } from '../../../../main/domain/lists/age.ts'
import { draftEntry, mergeEntries } from '../../../../main/domain/lists/draft.ts'
import { changedFields } from '../../../../main/domain/lists/entry.ts'
import { createNotes } from '../../../../main/domain/lists/notes.ts'
import { recogniseList } from '../../../../main/domain/lists/recognise.ts'
import { countryCode } from '../../../../main/domain/lists/text/countries.ts'
import { readDate, readPublished } from '../../../../main/domain/lists/text/dates.ts'

describe('countries', () => {
  it.each([
    ['Russian Federation', 'RU'],
    ['Korea, North', 'KP'],
    ["Democratic People's Republic of Korea", 'KP'],
    ['Korea, South', 'KR'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Syrian Arab Republic', 'SY'],
    ['Congo, Democratic Republic of the', 'CD'],
    ["Cote d'Ivoire", 'CI'],
    ['Côte d’Ivoire', 'CI'],
    ['Burma', 'MM'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['UNITED KINGDOM', 'GB'],
    ['The Netherlands', 'NL'],
    ['Germany (since 2003)', 'DE'],
    ['Saint Kitts and Nevis', 'KN'],
    ['Viet Nam', 'VN'],
    ['ru', 'RU'],
    ['GB', 'GB'],
    ['West Bank', 'PS'],
    ['Kosovo', 'XK'],
    ['Bahamas, The', 'BS'],
  ])('%s is %s', (name, code) => expect(countryCode(name)).toBe(code))

  it.each(['', 'Atlantis', 'ZZ', 'XX', 'SU', 'former Soviet Union', 'EU', '__proto__', 'constructor'])(
    '%j is none',
    (name) => expect(countryCode(name)).toBeNull(),
  )
})

describe('dates', () => {
  it.each([
    ['1971', { year: 1971 }],
    ['1971-03', { year: 1971, month: 3 }],
    ['1971-03-02', { year: 1971, month: 3, day: 2 }],
    ['19 Jun 1951', { year: 1951, month: 6, day: 19 }],
    ['Jun 1951', { year: 1951, month: 6 }],
    ['3 Mar. 1970', { year: 1970, month: 3, day: 3 }],
    ['02-Oct-2026', { year: 2026, month: 10, day: 2 }],
    ['dd/mm/1943', { year: 1943 }],
    ['00/00/1975', { year: 1975 }],
    ['25/12/1963', { year: 1963, month: 12, day: 25 }],
    ['March 5, 1960', { year: 1960, month: 3, day: 5 }],
    ['circa 1960', { year: 1960, circa: true }],
    ['Approximately 1960', { year: 1960, circa: true }],
    ['1958 to 1960', { year: 1958, toYear: 1960 }],
    ['Between 1958 and 1960', { year: 1958, toYear: 1960 }],
    ['circa 1979-1982', { year: 1979, toYear: 1982, circa: true }],
    ['31/04/1970', { year: 1970, month: 4 }],
    ['29 Feb 1971', { year: 1971, month: 2 }],
  ])('%s', (text, date) => expect(readDate(text)).toEqual(date))

  it.each(['', 'unknown', '71', '0000', '99999', 'Jun', '1/2/3', 'in the 1970s'])('%j is none', (text) =>
    expect(readDate(text)).toBeNull(),
  )

  it('of publication are times, or days from their beginning', () => {
    expect(readPublished('2026-02-27T00:00:09.554Z')).toBe(Date.parse('2026-02-27T00:00:09.554Z'))
    expect(readPublished('2026-02-27T01:00:09')).toBe(Date.parse('2026-02-27T01:00:09Z'))
    expect(readPublished('24/11/2025')).toBe(Date.parse('2025-11-24T00:00:00Z'))
    expect(readPublished('soon')).toBeNull()
  })
})

describe('what a file is', () => {
  it.each([
    ['<?xml version="1.0"?><!-- x --><CONSOLIDATED_LIST a="b">', 'un_xml'],
    ['<Sanctions xmlns="http://www.un.org/sanctions/1.0">', 'ofac_advanced_xml'],
    ['<export xmlns="http://eu.europa.ec/fpi/fsd/export">', 'eu_xml'],
    ['\ufeff<Designations>', 'uk_xml'],
    ['<ArrayOfFinancialSanctionsTarget>', 'ofsi_xml'],
    ['{"id":"Q1","caption":"x","schema":"Person","properties":{}}\n', 'ftm_json'],
    ['Report Date: 02-Oct-2026\nLast Updated,Unique ID,OFSI Group ID,Name 6,Name type\n', 'uk_csv'],
    ['Last Updated,24/11/2025\nName 6,Name 1,Alias Type,Group ID\n', 'ofsi_csv'],
    ['"id","schema","name","aliases","birth_date"\n', 'targets_csv'],
    ['36,"AEROCARIBBEAN AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n', 'ofac_csv'],
    ['ref;full name;dob\n1;Anton;1971\n', 'plain_csv'],
  ])('%s', (head, format) => expect(recogniseList(head)).toEqual({ format }))

  it.each([
    ['', /is empty/],
    ['<html>', /is XML of no list that is known: its root is <html>/],
    ['<!DOCTYPE html><html>', /declares a document type/],
    ['<sdnList>', /sdn\.xml; take sdn_advanced\.xml/],
    ['<__proto__>', /is XML of no list/],
    ['{"a":1}', /is JSON, but no FollowTheMoney/],
    ['36,12,"aka","X",-0- \n', /is OFAC’s alt\.csv; import sdn\.csv/],
    ['colour,size\n', /names no column of names/],
  ])('%s is told apart with why', (head, why) => {
    const found = recogniseList(head)
    expect(found.format).toBeNull()
    expect('why' in found ? found.why : '').toMatch(why)
  })
})

describe('an entry', () => {
  const entry = (name: string, more: Readonly<{ country?: string; address?: string; remark?: string }> = {}) => {
    const draft = draftEntry('X-1', 'person', createNotes())
    draft.name(name, 'primary')
    draft.country(more.country)
    draft.address([more.address], 'Iraq')
    draft.remark(more.remark)
    const made = draft.finish()
    if (made === null) throw new Error('no entry')
    return made
  }

  it('keeps each name once, by the best that the list calls it', () => {
    const draft = draftEntry('X-1', 'person', createNotes())
    draft.name(' The  Wire ', 'weak')
    draft.name('The Wire', 'alias')
    draft.name('Anton\u00a0Draht', 'primary')
    draft.name('e\u0301', 'alias')
    expect(draft.finish()?.names).toEqual([
      { text: 'Anton Draht', type: 'primary' },
      { text: 'The Wire', type: 'alias' },
      { text: 'é', type: 'alias' },
    ])
  })

  it('without a primary name is filed under its first', () => {
    const draft = draftEntry('X-1', 'person', createNotes())
    draft.name('The Wire', 'weak')
    expect(draft.finish()?.names).toEqual([{ text: 'The Wire', type: 'primary' }])
  })

  it('that a list names twice is one: nothing of either is lost', () => {
    const joined = mergeEntries(
      entry('Anton', { country: 'Iraq', remark: 'a' }),
      entry('Toni', { country: 'Iran', address: 'Road 1', remark: 'b' }),
      createNotes(),
    )
    expect(joined).toMatchObject({
      names: [
        { text: 'Anton', type: 'primary' },
        { text: 'Toni', type: 'alias' },
      ],
      countries: ['IQ', 'IR'],
      remarks: 'a\nb',
      addresses: [
        { text: 'Iraq', country: 'IQ' },
        { text: 'Road 1, Iraq', country: 'IQ' },
      ],
    })
  })

  it('says which of its fields a new version changed', () => {
    expect(changedFields(entry('Anton'), entry('Anton'))).toEqual([])
    expect(changedFields(entry('Anton', { country: 'Iraq' }), entry('Toni', { remark: 'x' }))).toEqual([
      'names',
      'countries',
      'remarks',
    ])
  })
})

describe('the age of a list', () => {
  const day = 86_400_000
  const limits = { warnDays: 7, staleDays: 30 }
  it('counts from its publication, else from its import', () => {
    expect(ageOfList({ publishedAtMs: 0, importedAtMs: 50 * day }, limits, 50 * day)).toEqual({
      days: 50,
      since: 'published',
      state: 'stale',
    })
    expect(ageOfList({ publishedAtMs: null, importedAtMs: 50 * day }, limits, 50 * day)).toEqual({
      days: 0,
      since: 'imported',
      state: 'current',
    })
    expect(ageOfList({ publishedAtMs: null, importedAtMs: 0 }, limits, 7 * day - 1).state).toBe('current')
    expect(ageOfList({ publishedAtMs: null, importedAtMs: 0 }, limits, 7 * day).state).toBe('ageing')
    expect(ageOfList({ publishedAtMs: null, importedAtMs: 0 }, limits, 30 * day).state).toBe('stale')
    expect(ageOfList({ publishedAtMs: null, importedAtMs: 9 * day }, limits, 0)).toEqual({
      days: 0,
      since: 'imported',
      state: 'current',
    })
    expect(ageOfList(null, limits, 0).state).toBe('missing')
  })
})
