import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDeceptive, partName, shortName, visibleName } from '../../../../renderer/ui/file-name.ts'

describe('a name that could deceive', () => {
  it.each([
    ['annual\u202Egnp.exe', 'annual\\u202Egnp.exe'],
    ['two\nlines.txt', 'two\\nlines.txt'],
    ['tab\tand\rreturn', 'tab\\tand\\rreturn'],
    ['\u0000\u001b[31m', '\\u0000\\u001B[31m'],
    ['invisible\u200bspace\ufeff', 'invisible\\u200Bspace\\uFEFF'],
    ['isolate\u2066x\u2069', 'isolate\\u2066x\\u2069'],
    ['half\ud800', 'half\\uD800'],
  ])('%j is shown with escapes', (name, shown) => {
    expect(visibleName(name)).toBe(shown)
    expect(isDeceptive(name)).toBe(true)
  })

  it.each(['كشف حساب.pdf', 'می‌خواهم.txt', '👨‍👩‍👧 family.jpg', '取引明細.csv', 'Überweisung (2).pdf', 'a\\b.txt'])(
    '%s is shown as it is: joiners belong to its script',
    (name) => {
      expect(visibleName(name)).toBe(name)
      expect(isDeceptive(name)).toBe(false)
    },
  )

  it('never lets a control or a direction mark through', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (name) => !/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u.test(visibleName(name)),
      ),
    )
  })
})

describe('a long name', () => {
  const long = `${'A very long name '.repeat(18)}final version.tar.gz`

  it('is parted so that the extension and what stands before it stay', () => {
    const { head, tail } = partName(long)
    expect(head + tail).toBe(long)
    expect(tail.endsWith('tar.gz')).toBe(true)
    expect(tail.length).toBeLessThan(20)
  })

  it('is shortened in its middle to what fits', () => {
    const shown = shortName(long, 40)
    expect([...shown].length).toBeLessThanOrEqual(40)
    expect(shown).toMatch(/^A very long.*….*\.gz$/)
  })

  it('is left whole when it is short', () => {
    expect(partName('ledger.xlsx')).toEqual({ head: 'ledger.xlsx', tail: '' })
    expect(shortName('ledger.xlsx', 40)).toBe('ledger.xlsx')
  })

  it('without an extension keeps its end', () => {
    expect(partName('x'.repeat(300)).tail).toBe('x'.repeat(6))
    expect(partName(`.${'hidden'.repeat(20)}`).tail.length).toBe(6)
  })

  it('is never cut within a letter that has several code points', () => {
    const { head, tail } = partName(`${'नमस्ते'.repeat(12)}.txt`)
    expect(head + tail).toBe(`${'नमस्ते'.repeat(12)}.txt`)
    expect(tail).not.toMatch(/^[\u093e-\u094d]/u)
  })
})
