import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isForeign, toLatin } from '../../../../main/domain/screening/latin.ts'
import { skeletonOf, soundOf } from '../../../../main/domain/screening/sound.ts'
import { soundex } from '../../../../main/domain/screening/soundex.ts'

describe('Soundex', () => {
  // US National Archives, "The Soundex Indexing System", its own examples.
  test.each([
    ['Washington', 'W252'],
    ['Lee', 'L000'],
    ['Gutierrez', 'G362'],
    ['Pfister', 'P236'],
    ['Jackson', 'J250'],
    ['Tymczak', 'T522'],
    ['VanDeusen', 'V532'],
    ['Ashcraft', 'A261'],
  ])('%s is %s', (word, code) => {
    expect(soundex(word).toUpperCase()).toBe(code)
  })
  test('a word of no Latin letters has no code', () => {
    expect(soundex('')).toBe('')
    expect(soundex('北京 42')).toBe('')
  })
  test('is a letter and three digits for any word of letters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{1,30}$/u), (word) => {
        expect(soundex(word)).toMatch(/^[a-z]\d{3}$/iu)
      }),
    )
  })
})

describe('Latin letters', () => {
  test.each([
    ['Александр', 'aleksandr'],
    ['Хрущев', 'khrushchev'],
    ['Müller', 'muller'],
    ['Łódź', 'lodz'],
    ['Øystein', 'oeystein'],
    ['Þór', 'thor'],
    ["O'Brien", 'obrien'],
    ['ÇELİK', 'celik'],
  ])('%s is %s', (token, latin) => {
    expect(toLatin(token)).toBe(latin)
  })
  test('a text of another script is foreign, one with marks is not', () => {
    expect(['محمد', '金正恩', 'Ольга', 'אברהם'].every(isForeign)).toBe(true)
    expect(['Müller', "O'Brien", 'Jean-Luc', '42', '', 'Nguyễn'].some(isForeign)).toBe(false)
  })
  test('whatever comes, lower-case Latin letters and digits are left', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        expect(toLatin(text)).toMatch(/^[a-z0-9]*$/u)
      }),
    )
  })
  test('composed and decomposed letters are the same', () => {
    fc.assert(
      fc.property(fc.constantFrom('Müller', 'Đặng', 'Ångström', 'Çelik', 'Žižek'), (name) => {
        expect(toLatin(name.normalize('NFD'))).toBe(toLatin(name.normalize('NFC')))
      }),
    )
  })
})

describe('sounds', () => {
  test.each([
    ['mohammed', 'muhamed'],
    ['kaddafi', 'qadhafi'],
    ['yusuf', 'yousuf'],
    ['philip', 'filip'],
    ['sergey', 'sergei'],
    ['hussein', 'husin'],
  ])('%s sounds like %s', (a, b) => {
    expect(soundOf(a)).toBe(soundOf(b))
  })
  test.each([
    ['peter', 'paul'],
    ['ivan', 'igor'],
    ['omar', 'amir'],
  ])('%s does not sound like %s', (a, b) => {
    expect(soundOf(a)).not.toBe(soundOf(b))
  })
  test('a skeleton is what is left without vowels', () => {
    expect(skeletonOf(soundOf('mohammed'))).toBe(skeletonOf(soundOf('mhmd')))
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{0,20}$/u), (word) => {
        expect(skeletonOf(soundOf(word))).not.toMatch(/[aiu]/u)
      }),
    )
  })
})
