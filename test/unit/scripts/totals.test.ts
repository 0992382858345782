import { describe, expect, test } from 'vitest'
import { hashInputs, isUpToDate } from '../../../scripts/lib/inputs.ts'
import { countPlaywright, countVitest } from '../../../scripts/lib/totals.ts'

describe('totals of npm test', () => {
  const vitestReport = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, numFailedTestSuites: 0, success: true }

  test('passed, failed and skipped tests of vitest', () => {
    expect(countVitest(JSON.stringify(vitestReport))).toEqual({ passed: 5, failed: 0, skipped: 1 })
    expect(countVitest(JSON.stringify({ ...vitestReport, numFailedTests: 2, success: false }))).toMatchObject({ failed: 2 })
  })
  test('a file that could not be loaded is a failure, though no test failed', () => {
    expect(countVitest(JSON.stringify({ ...vitestReport, numFailedTestSuites: 1, success: false }))).toMatchObject({ passed: 5, failed: 1 })
  })
  test('a flaky test of Playwright is a failed one', () => {
    expect(countPlaywright('{"stats":{"expected":3,"unexpected":1,"flaky":1,"skipped":2}}')).toEqual({ passed: 3, failed: 2, skipped: 2 })
  })
})

test('a build whose output is gone is made again, whatever its stamp says', () => {
  const hash = hashInputs(['package.json'])
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(hashInputs(['package.json', 'tsconfig.json'])).not.toBe(hash)
  expect(hashInputs(['no-such-folder'])).toBe(hashInputs([]))
  expect(isUpToDate('package.json', 'no-such-output', hash)).toBe(false)
})
