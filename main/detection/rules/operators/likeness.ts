import type { JsonValue } from '../../../seal/canonical.ts'
import { operator, takes } from '../operator.ts'
import type { Operator } from '../operator.ts'
import { RuleFault, charge } from '../run.ts'
import type { RuleRun } from '../run.ts'

const group = 'likeness'

/** Longest text that is compared letter by letter. */
const maxCompared = 256

const tooLong = new RuleFault(`compares a text of more than ${maxCompared} characters letter by letter`)

/** Characters of a text as people tell texts apart: without capitals and white space at the ends. */
const lettersOf = (value: JsonValue): readonly string[] | null => {
  if (typeof value !== 'string') return null
  if (value.length > maxCompared) throw tooLong
  const plain = value.normalize('NFKC').toLowerCase().trim()
  return plain === '' ? null : [...plain]
}

const matchesOf = (
  a: readonly string[],
  b: readonly string[],
): { readonly inA: readonly string[]; readonly inB: readonly string[] } => {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Array<boolean>(b.length).fill(false)
  const inA: string[] = []
  for (let i = 0; i < a.length; i += 1) {
    const last = Math.min(b.length - 1, i + reach)
    for (let j = Math.max(0, i - reach); j <= last; j += 1) {
      if (taken[j] === true || a[i] !== b[j]) continue
      taken[j] = true
      inA.push(a[i] ?? '')
      break
    }
  }
  return { inA, inB: b.filter((_letter, index) => taken[index]) }
}

/** Jaro's likeness with Winkler's bonus for a common beginning of up to four letters (weight 0.1), 0 to 1. */
export const winklerLikeness = (a: readonly string[], b: readonly string[]): number => {
  const { inA, inB } = matchesOf(a, b)
  const found = inA.length
  if (found === 0) return 0
  const displaced = inA.filter((letter, index) => letter !== inB[index]).length / 2
  const jaro = (found / a.length + found / b.length + (found - displaced) / found) / 3
  let prefix = 0
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1
  return jaro + prefix * 0.1 * (1 - jaro)
}

/** Levenshtein's distance: the fewest letters to put in, take out or change. */
export const levenshtein = (a: readonly string[], b: readonly string[]): number => {
  let row = Array.from({ length: b.length + 1 }, (_zero, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

const compared = (
  name: string,
  summary: string,
  compare: (a: readonly string[], b: readonly string[]) => number,
): Operator =>
  operator(
    {
      name,
      group,
      arguments: takes(['text', 'text'], ['other', 'text']),
      gives: 'number',
      summary,
      example: { [name]: [{ var: 'metadata.beneficiary_name' }, { var: 'metadata.account_name' }] },
    },
    {
      build: ([first, second]) => {
        if (first === undefined || second === undefined) return null
        return (run: RuleRun, here) => {
          const a = lettersOf(first.node(run, here))
          const b = lettersOf(second.node(run, here))
          if (a === null || b === null) return null
          charge(run, 4 + Math.ceil((a.length * b.length) / 16))
          return compare(a, b)
        }
      },
    },
  )

/** How alike two texts are; capitals and white space at the ends do not count. */
export const likenessOperators: readonly Operator[] = [
  compared(
    'similarity',
    'The Jaro-Winkler similarity of two texts, 0 to 1 (1: the same); null if one is missing.',
    winklerLikeness,
  ),
  compared(
    'edit_distance',
    'The letters that differ between two texts (Levenshtein); null if one is missing.',
    levenshtein,
  ),
]
