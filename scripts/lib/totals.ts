import { stripVTControlCharacters } from 'node:util'

/** How many tests of a report ended in which way. */
export type Count = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** A file of tests, and how long its tests took together. */
export type FileTime = { readonly file: string; readonly seconds: number }

/**
 * What a report says: its counts, each failed test with how its failure begins, errors that no test is to blame for,
 * tests that passed at a second try alone with how the first ended, the names of those that were skipped, and how long
 * each file took.
 */
export type Summary = {
  readonly count: Count
  readonly failures: readonly string[]
  readonly outside: readonly string[]
  readonly flaky: readonly string[]
  readonly skipped: readonly string[]
  readonly files: readonly FileTime[]
}

export const nothing: Summary = {
  count: { passed: 0, failed: 0, skipped: 0 },
  failures: [],
  outside: [],
  flaky: [],
  skipped: [],
  files: [],
}

/** The files that took longest, the longest first. */
export const slowest = (files: readonly FileTime[], most: number): readonly FileTime[] =>
  files.toSorted((one, other) => other.seconds - one.seconds).slice(0, most)

const linesOfAFailure = 12

/** A test's name and the beginning of its error, for the end of a log of which often only the end is kept. */
export const failure = (name: string, message: string): string => {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [name, ...lines.slice(0, linesOfAFailure).map((line) => `    ${line}`)].join('\n')
}

const charactersInShort = 160

/** A failure as one line each for its test and for what is wrong, none of them long. */
export const inShort = (failure: string): string =>
  failure
    .split('\n', 2)
    .map((line) => line.slice(0, charactersInShort))
    .join('\n')

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    line: number
    ok: boolean
    tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[]
  }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

const specsOf = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

const messagesOf = (errors: readonly { message?: string }[]): string =>
  errors.map(({ message = '' }) => message).join('\n')

/** How long the tests of each file took, one after the other. */
const timesOf = (specs: PlaywrightSuite['specs']): FileTime[] => {
  const ms = new Map<string, number>()
  for (const { file, tests } of specs) {
    const own = tests
      .flatMap(({ results }) => results.map(({ duration }) => duration))
      .reduce((sum, duration) => sum + duration, 0)
    ms.set(file, (ms.get(file) ?? 0) + own)
  }
  return [...ms].map(([file, spent]) => ({ file, seconds: spent / 1000 }))
}

/**
 * Reads Playwright's JSON report. A test that needed its second try has passed, and is named among those that are
 * flaky.
 */
export function readPlaywright(text: string): Summary {
  const { stats, suites, errors } = JSON.parse(text) as PlaywrightReport
  const specs = suites.flatMap(specsOf)
  const told = ({ title, file, line, tests }: PlaywrightSuite['specs'][number]): string =>
    failure(
      `${file}:${line}: ${title}`,
      messagesOf(tests.flatMap(({ results }) => results.flatMap((result) => result.errors))),
    )
  const failures = specs.filter(({ ok }) => !ok).map(told)
  const skipped = specs.filter(({ tests }) => tests.length > 0 && tests.every(({ status }) => status === 'skipped'))
  return {
    count: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    failures: errors.length > 0 ? [...failures, failure('Playwright', messagesOf(errors))] : failures,
    outside: [],
    flaky: specs.filter(({ ok, tests }) => ok && tests.some(({ status }) => status === 'flaky')).map(told),
    skipped: skipped.map(({ title, file, line }) => `${file}:${line}: ${title}`),
    files: timesOf(specs),
  }
}
