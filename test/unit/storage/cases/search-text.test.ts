import { expect, test } from 'vitest'
import { parseQuery, toMatch } from '../../../../main/storage/cases/search-text.ts'

const asked = (query: string): string[] => parseQuery(query).map(toMatch)

test('L-72: a word that is given twice counts once, begun or whole', () => {
  expect(asked('case CASE Case "other words" case x')).toEqual(['"case"', '"other words"', '"x" *'])
})

test('L-72: of more than 16 different words the longest are asked for, in their order', () => {
  const words = Array.from({ length: 40 }, (_, n) => `word${'x'.repeat(n)}`)
  expect(asked(`${words.join(' ')} "a"`)).toEqual(words.slice(-16).map((word) => `"${word}"`))
  expect(asked(words.slice(0, 16).join(' '))).toHaveLength(16)
})
