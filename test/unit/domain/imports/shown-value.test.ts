import { describe, expect, it } from 'vitest'
import { problemText } from '../../../../main/domain/imports/cells.ts'
import { shownValue } from '../../../../main/domain/imports/shown-value.ts'

describe('the value that a problem shows', () => {
  it.each([
    [' 31.02.2026 ', '31.02.2026'],
    ['عميل', 'عميل'],
    [17.5, '17.5'],
    [9_007_199_254_740_991, '9007199254740991'],
    [JSON.parse('98765432109876543211') as number, null],
    [true, 'true'],
    [{ a: 1 }, '{"a":1}'],
    ['', null],
    ['  ', null],
    [null, null],
    [undefined, null],
  ])('%j is shown as %j', (value, shown) => {
    expect(shownValue(value)).toBe(shown)
  })

  it('lets nothing through that could deceive a reader or a terminal', () => {
    expect(shownValue('a\u001b[2Jb\nc\u202ed\u200be')).toBe('a\\u001b[2Jb\\u000ac\\u202ed\\u200be')
    expect(shownValue('\ud800')).toBe('\\ud800')
  })

  it('is bounded, and no escape and no pair of a character is cut in half', () => {
    expect(shownValue('x'.repeat(60))).toBe('x'.repeat(60))
    expect(shownValue('x'.repeat(10_000))).toBe(`${'x'.repeat(59)}…`)
    for (let before = 0; before < 70; before += 1) {
      const shown = shownValue(`${'x'.repeat(before)}\u0007😀\u0007😀${'y'.repeat(100)}`) ?? ''
      expect(shown.length).toBeLessThanOrEqual(60)
      expect(shown).toMatch(/^x*(?:\\u0007|😀)*y*…$/u)
    }
  })

  it('stands in the sentence of a side file between column and reason', () => {
    expect(problemText({ column: 'Booked', value: '31.02.2026', reason: 'is no date of the calendar' })).toBe(
      'Booked: “31.02.2026” is no date of the calendar',
    )
    expect(problemText({ column: null, value: null, reason: 'has 3 cells where the header has 4' })).toBe(
      'has 3 cells where the header has 4',
    )
  })
})
