import { describe, expect, test } from 'vitest'
import { createScreener, hitFrom } from '../../../../main/domain/screening/screener.ts'
import type { ScreenedEntry } from '../../../../main/domain/screening/screener.ts'
import { listedEntry } from '../../../support/listed-person.ts'

const score = (searched: string, listed: string): number =>
  createScreener([
    { key: 'un', version: '1', entries: [listedEntry('1', listed), listedEntry('2', 'Ottokar Wendelin')] },
  ]).screen({ kind: 'person', names: [searched] }, { threshold: 0.05, limit: 1 })[0]?.score ?? 0

describe('what people leave out of a name leaves a hit', () => {
  test.each([
    ['a middle name', 'Signe Torvik', 'TORVIK, Signe Alma'],
    ['a middle name that the list leaves out', 'Signe Alma Torvik', 'Signe Torvik'],
    ['a patronymic', 'Timur Beldyaev', 'BELDYAEV, Timur Olegovich'],
    ['a patronymic behind both names', 'Timur Beldyaev', 'Beldyaev Timur Olegovich'],
    ['a daughter’s patronymic', 'Lada Beldyaeva', 'Lada Olegovna Beldyaeva'],
    ['a patronymic of another script', 'Тимур Бельдяев', 'Timur Olegovich Beldyaev'],
    ['a second family name', 'Inés Cardozo', 'CARDOZO BRIONES, Inés'],
    ['the father behind bin', 'Tariq Muhanna', 'Tariq bin Salim Muhanna'],
    ['two middle names', 'Signe Torvik', 'Signe Alma Berit Torvik'],
    ['nothing, but a word stands twice', 'Torvik Torvik Signe', 'TORVIK, Signe'],
    ['given names but for their letters', 'JP Lacombe', 'LACOMBE, Jean Pierre'],
  ])('%s', (_what, searched, listed) => {
    expect(score(searched, listed)).toBeGreaterThanOrEqual(hitFrom)
    expect(score(searched, listed)).toBeLessThan(1)
  })
  test.each([
    ['the family name', 'Signe Alma', 'Signe Alma Torvik'],
    ['the given name', 'Alma Torvik', 'Signe Alma Torvik'],
    ['a syllable of a name of syllables', 'Kim Su', 'Kim Jong Su'],
    ['a middle name between two that many bear', 'Mohammed Ali', 'Mohammed Basil Ali'],
    ['three names', 'Signe Torvik', 'Signe Alma Berit Dagny Torvik'],
  ])('%s is not left out so', (_what, searched, listed) => {
    expect(score(searched, listed)).toBeLessThan(hitFrom)
  })
  test('a crowd of such names hides nobody who bears the name', () => {
    const crowd = Array.from({ length: 200 }, (_, n) =>
      listedEntry(`L${n}`, `Tariq Muhanna ${'bdfgk'[n % 5]}${n % 7}rim`),
    )
    const lists = createScreener([
      {
        key: 'un',
        version: '1',
        entries: [...crowd, listedEntry('W', 'Muhanna, Tariq'), listedEntry('S', 'Sheikh Tareq Muhanna')],
      },
    ])
    const found = lists.screen({ kind: 'person', names: ['Tariq Muhanna'] }).map(({ entry: { id } }) => id)
    expect(found).toEqual(expect.arrayContaining(['W', 'S']))
  })
})

describe('words that may be titles or names', () => {
  test.each([
    ['Ilka Lord', 'Ilka Bishop'],
    ['Amir Kolb', 'Hafiz Kolb'],
    ['Edda King', 'Edda Prince'],
    ['KING, Edda', 'PRINCE, Edda'],
    ['彬 周', 'Zhou'],
    ['Ben Carver', 'Carver'],
  ])('%s is not %s', (searched, listed) => {
    expect(score(searched, listed)).toBeLessThan(hitFrom)
  })
  test.each([
    ['General Kolb', 'Kolb'],
    ['Dr. Edda Kolb', 'KOLB, Edda'],
    ['Hafiz Rustam Kolb', 'Rustam Kolb'],
    ['Edda Kolb Jr.', 'Edda Kolb'],
    ['Edda van den Kolb', 'KOLB, Edda van den'],
  ])('%s is %s', (searched, listed) => {
    expect(score(searched, listed)).toBeGreaterThanOrEqual(hitFrom)
  })
})

describe('father and son turned round', () => {
  test.each([
    ['Tariq bin Salim Al-Hadi', 'Salim bin Tariq Al-Hadi'],
    ['Tariq ibn Salim', 'Salim bin Tariq'],
  ])('%s is not %s', (searched, listed) => {
    expect(score(searched, listed)).toBeLessThan(hitFrom)
  })
  test('each is himself', () => {
    expect(score('Tariq bin Salim Al-Hadi', 'AL-HADI, Tariq ibn Salim')).toBeGreaterThanOrEqual(hitFrom)
  })
})

describe('a year of birth that a slip of the hand explains', () => {
  const born = (searched: string, listed: number, more: Partial<ScreenedEntry> = {}): number =>
    createScreener([
      {
        key: 'un',
        version: '1',
        entries: [listedEntry('1', 'Signe Alma Torvik', { dates: [{ year: listed }], ...more })],
      },
    ]).screen(
      {
        kind: 'person',
        names: ['Signe Alma Torvik'],
        dates: [{ year: Number(searched.slice(0, 4)) }],
        countries: ['NO'],
      },
      { threshold: 0.05 },
    )[0]?.score ?? 0
  test.each([
    ['1968', 1986],
    ['1957', 1975],
    ['1948', 1958],
  ])('%s for %i keeps the whole name a hit, also beside another country', (searched, listed) => {
    expect(born(searched, listed)).toBeGreaterThanOrEqual(hitFrom)
    expect(born(searched, listed, { countries: ['SE'] })).toBeGreaterThanOrEqual(hitFrom)
    expect(born(searched, listed)).toBeLessThan(1)
  })
  test('others speak against it as before', () => {
    expect(born('1931', 1986)).toBeLessThan(hitFrom)
    expect(born('1950', 1990)).toBeLessThan(hitFrom)
  })
})
