import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { prepareOfac, scorePreparedOfac } from '../../../../main/domain/screening/ofac.ts'
import { createOfacLayout } from '../../../../main/domain/screening/ofac-search.ts'
import { createScreener } from '../../../../main/domain/screening/screener.ts'

const searchOver = (listed: readonly string[]) => {
  const layout = createOfacLayout()
  for (const text of listed) layout.add(prepareOfac(text))
  return layout.search()
}

/** Scores every name. */
const scan = (asked: string, listed: readonly string[], threshold: number) => {
  const searched = prepareOfac(asked)
  return listed
    .map((text, number) => ({ number, score: scorePreparedOfac(searched, prepareOfac(text)) }))
    .filter(({ score }) => score.score / 100 >= threshold)
}

// Few letters make names that are near each other.
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ABEILMNORS'), minLength: 1, maxLength: 9 }),
  fc.constantFrom('PETROV', 'PETROFF', 'PETROVA', 'ALEKSANDR', 'ALEXANDER', 'SASHA', 'AL', 'DE', 'IVANOV', 'IWANOW'),
)
const near = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([words, hasFamily]) =>
    hasFamily && words.length > 1 ? `${words[0] ?? ''}, ${words.slice(1).join(' ')}` : words.join(' '),
  )
const wild = fc.string({ unit: 'binary', maxLength: 40 })
const name = fc.oneof({ weight: 5, arbitrary: near }, { weight: 1, arbitrary: wild })
const threshold = fc.oneof(
  fc.constantFrom(0, 0.5, 0.8, 0.85, 0.855, 0.9, 1),
  fc.double({ min: 0, max: 1, noNaN: true }),
)

describe('a search by bounds', () => {
  test('finds what a scan of all names finds, score by score', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), name, threshold, (listed, asked, from) => {
        expect(searchOver(listed).find(prepareOfac(asked), from, () => true)).toEqual(scan(asked, listed, from))
      }),
      { numRuns: 300 },
    )
  })

  test('does so where a class of letters is too full to be counted', () => {
    const listed = ['A'.repeat(300), `${'A'.repeat(299)}B`, 'Б'.repeat(300)]
    for (const asked of ['A'.repeat(290), 'Б'.repeat(299), 'A'])
      for (const from of [0, 0.85])
        expect(searchOver(listed).find(prepareOfac(asked), from, () => true)).toEqual(scan(asked, listed, from))
  })

  test('leaves out whom nobody wants', () => {
    expect(
      searchOver(['PETROV, Aleksandr', 'PETROV, Aleksandr']).find(
        prepareOfac('Aleksandr Petrov'),
        0.85,
        (number) => number === 1,
      ),
    ).toHaveLength(1)
  })

  test('passes over nothing of a screener’s', () => {
    const names = ['PETROV, Aleksandr', 'PETROFF, Alexander', 'SMITH, John', 'IVANOV, Ivan']
    const entries = names.map((text, n) => ({
      id: String(n),
      kind: 'person' as const,
      names: [{ text, type: 'primary' as const }],
      dates: [],
      countries: [],
      gender: null,
      identifiers: [],
    }))
    const found = createScreener([{ key: 'l', version: '1', entries }]).screen(
      { kind: 'person', names: ['Alexandr Petrov'] },
      { mode: 'ofac' },
    )
    expect(found.map(({ listedName, nameScore }) => [listedName, nameScore])).toEqual(
      scan('Alexandr Petrov', names, 0.85)
        .map(({ number, score }) => [names[number], score.score / 100] as const)
        .sort((a, b) => b[1] - a[1]),
    )
    expect(found.length).toBeGreaterThan(0)
  })
})
