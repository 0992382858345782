import { stripVTControlCharacters } from 'node:util'

/** How many tests of a report ended in which way. */
export type Count = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** What a report says: its counts, and each failed test with how its failure begins. */
export type Summary = { readonly count: Count; readonly failures: readonly string[] }

export const nothing: Summary = { count: { passed: 0, failed: 0, skipped: 0 }, failures: [] }

const linesOfAFailure = 12

/** A test's name and the beginning of its error, for the end of a log of which often only the end is kept. */
const failure = (name: string, message: string): string => {
  const lines = stripVTControlCharacters(message).split('\n').filter((line) => line.trim() !== '')
  return [name, ...lines.slice(0, linesOfAFailure).map((line) => `    ${line}`)].join('\n')
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  numFailedTestSuites: number
  success: boolean
  testResults: { name: string; status: string; message: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

/** Reads vitest's JSON report. A file that could not be loaded fails a suite without a failed test and counts as one. */
export function readVitest(text: string): Summary {
  const report = JSON.parse(text) as VitestReport
  const failed = report.numFailedTests > 0 || report.success ? report.numFailedTests : Math.max(1, report.numFailedTestSuites)
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed').map((test) => failure(`${name}: ${test.fullName}`, test.failureMessages.join('\n')))
    return status === 'failed' && tests.length === 0 ? [failure(name, message)] : tests
  })
  return { count: { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests }, failures }
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { title: string; file: string; line: number; ok: boolean; tests: { status: string; results: { errors: { message?: string }[] }[] }[] }[]
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number }; suites: PlaywrightSuite[]; errors: { message?: string }[] }

const specsOf = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] => [...specs, ...suites.flatMap(specsOf)]

const messagesOf = (errors: readonly { message?: string }[]): string => errors.map(({ message = '' }) => message).join('\n')

/** Reads Playwright's JSON report; a flaky test is a failed one. */
export function readPlaywright(text: string): Summary {
  const { stats, suites, errors } = JSON.parse(text) as PlaywrightReport
  const bad = suites.flatMap(specsOf).filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
  const failures = bad.map(({ title, file, line, tests }) => failure(`${file}:${line}: ${title}`, messagesOf(tests.flatMap(({ results }) => results.flatMap((result) => result.errors)))))
  return {
    count: { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped },
    failures: errors.length > 0 ? [...failures, failure('Playwright', messagesOf(errors))] : failures,
  }
}
