import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inRoot, root } from '../../../scripts/lib/paths.ts'

/** The numbered rules, as the documents give them out: a number in bold. */
const given = ['docs/spec/*.md', 'docs/detection/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }).flatMap((file) =>
    [...readFileSync(inRoot(file), 'utf8').matchAll(/\*\*([A-Z]-\d+)\*\*/gu)].map((rule) => rule[1] ?? ''),
  ),
)

/** `S-90` alone, or `S-90 to S-93`. */
const named = (text: string): string[] =>
  [...text.matchAll(/\b([A-Z])-(\d+)(?: to \1-(\d+))?\b/gu)].flatMap(([, letter = '', from = '', to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, place) => `${letter}-${Number(from) + place}`),
  )

const own = 'test/unit/architecture/rule-numbers.test.ts'
const tests = globSync(['test/**/*.ts', 'test/**/*.tsx'], { cwd: root }).filter((file) => file !== own)
const inTests = new Set(tests.flatMap((file) => named(readFileSync(inRoot(file), 'utf8'))))

/** Rules that no test names yet. The list may only shrink: a new rule comes with its test. */
const unnamed: readonly string[] = ['E-3', 'E-21', 'E-24', 'I-7', 'M-10', 'S-26', 'S-63', 'Y-4', 'Y-45']

describe('the numbers of the rules', () => {
  it('are there', () => {
    expect(given.length).toBeGreaterThan(300)
  })

  it('are given out once each: a number names one rule wherever it is read', () => {
    expect(given.filter((rule, place) => given.indexOf(rule) !== place)).toEqual([])
  })

  it('are each named by a test, but for those that were without one when this was first asked', () => {
    expect(given.filter((rule) => !inTests.has(rule)).toSorted()).toEqual(unnamed.toSorted())
  })
})
