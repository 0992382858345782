import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldForSearch } from '../../../../shared/text/search-fold.ts'

/** Spellings that whoever searches takes for the same, by what sets them apart. */
const same: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  case: [
    ['İzmir', 'izmir'],
    ['KIZILAY', 'kızılay'],
    ['IŞIK', 'ışık'],
    ['STRASSE', 'Straße'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδός'],
    ['ПЕРЕВОД', 'перевод'],
  ],
  accents: [
    ['Müller', 'muller'],
    ['café', 'CAFE'],
    ['Łódź', 'lodz'],
    ['Nguyễn', 'nguyen'],
    ['Đặng', 'dang'],
    ['Søren', 'soren'],
    ['Þór', 'thor'],
    ['Ásgeirsdóttir', 'asgeirsdottir'],
    ['œuvre', 'oeuvre'],
    ['Ægir', 'aegir'],
    ['Çelik', 'celik'],
    ['Peña', 'pena'],
    ['Ħamrun', 'hamrun'],
    ['Ύποπτη', 'υποπτη'],
    ['Əliyev', 'eliyev'],
  ],
  'composed and decomposed': [
    ['Mu\u0308ller', 'M\u00fcller'],
    ['e\u0301', 'é'],
    ['한', '\u1112\u1161\u11ab'],
    ['ガ', '\u30ab\u3099'],
  ],
  width: [
    ['ＡＢＣ', 'abc'],
    ['１２３', '123'],
    ['ｶﾞ', 'ガ'],
  ],
  'signs that nobody sees': [
    ['Konto\u00adauszug', 'kontoauszug'],
    ['Ac\u200bme', 'acme'],
    ['\u202eabc', 'abc'],
    ['می\u200cشود', 'میشود'],
    ['\ufeffx', 'x'],
  ],
  Arabic: [
    ['أحمد', 'احمد'],
    ['إبراهيم', 'ابراهيم'],
    ['آمنة', 'امنه'],
    ['علی', 'علي'],
    ['على', 'علي'],
    ['کریم', 'كريم'],
    ['مَصْرِف', 'مصرف'],
    ['محـمـد', 'محمد'],
    ['٢٠٢٦', '2026'],
    ['۲۰۲۶', '2026'],
  ],
  Cyrillic: [
    ['Королёв', 'королев'],
    ['за́мок', 'замок'],
  ],
  India: [['१२३', '123']],
}

/** Spellings that are different words, though they look alike. */
const different: readonly (readonly [string, string])[] = [
  ['мой', 'мои'],
  ['ガス', 'カス'],
  ['कमल', 'कमाल'],
  ['ไม่', 'ไม้'],
  ['은행', '언행'],
  ['muller', 'miller'],
  ['של', 'שלי'],
]

describe('L-70: what somebody searches for is found', () => {
  test.each(Object.entries(same))('however it is spelled: %s', (_, pairs) => {
    for (const [one, other] of pairs) expect.soft(foldForSearch(one), `${one} and ${other}`).toBe(foldForSearch(other))
  })

  test('and no other word with it', () => {
    for (const [one, other] of different)
      expect.soft(foldForSearch(one), `${one} and ${other}`).not.toBe(foldForSearch(other))
  })

  test('folded once is folded for good', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => foldForSearch(foldForSearch(text)) === foldForSearch(text),
      ),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => foldForSearch(foldForSearch(text)) === foldForSearch(text)),
    )
  })
})
