import { describe, expect, it } from 'vitest'
import { alternativesOf } from '../../../../main/domain/screening/alternatives.ts'
import { latinSpellings } from '../../../../main/domain/screening/arabic.ts'
import { lookedMax } from '../../../../main/domain/screening/name.ts'
import { createScreener } from '../../../../main/domain/screening/screener.ts'
import { maybe, one, spellingsOf } from '../../../../main/domain/screening/spellings.ts'
import { listedEntry } from '../../../support/listed-person.ts'

describe('spellings', () => {
  const kazim = spellingsOf('k', one('a aa'), maybe('e'), one('s z th'), maybe('h'))
  it.each(['kas', 'kaaz', 'kaeth', 'kaazh'])('%s is one of them', (word) => expect(kazim.test(word)).toBe(true))
  it.each(['', 'k', 'ka', 'kash z', 'kaas-', 'okas', 'kass'])('%j is none', (word) =>
    expect(kazim.test(word)).toBe(false),
  )

  it('hold no word that is longer than a name', () => {
    const any = spellingsOf(...Array.from({ length: 40 }, () => maybe('a')))
    expect(any.test('a'.repeat(30))).toBe(true)
    expect(any.test('a'.repeat(31))).toBe(false)
  })
})

// Whoever writes a list, or asks, chooses the names. Each of these took minutes to years where one way after another
// was tried, and ended no test.
describe('names that can be read in very many ways', () => {
  it.each(['ي', 'و', 'ش', 'ه', 'ة', 'ع'])('are read as soon as others: %s', (letter) => {
    for (const vowel of ['i', 'o', 's', 'h', 'a'])
      expect(latinSpellings(letter.repeat(20)).test(`${vowel.repeat(28)}zz`)).toBe(false)
  })

  it('are screened as soon as others', () => {
    const listed = [`${'يو'.repeat(10)} ${'وي'.repeat(10)}`, `克${'·克'.repeat(12)}`, `${'\ufffd'.repeat(4)}abcdef`]
    const entries = listed.map((text, at) => listedEntry(`E${at}`, text))
    const screener = createScreener([{ key: 'un', version: '1', entries }])
    for (const letter of ['i', 'o', 'k', 'a'])
      expect(
        screener.screen({ kind: 'person', names: [`${letter.repeat(28)}z ${letter.repeat(28)}z`] }, { threshold: 0.9 }),
      ).toEqual([])
  })

  it.each(['a ', ' ', 'a.k.a. ', 'alias '])('are cut as soon as others: %j', (part) => {
    const text = `a${part.repeat(Math.floor((lookedMax - 8) / part.length))}/ b`
    expect(alternativesOf(text, 'person')).toContain(text)
  })
})
