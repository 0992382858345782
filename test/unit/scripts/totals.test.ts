import { describe, expect, test } from 'vitest'
import { hashInputs, isUpToDate } from '../../../scripts/lib/inputs.ts'
import { inShort, readPlaywright, readVitest, slowest } from '../../../scripts/lib/totals.ts'

describe('totals of npm test', () => {
  const vitestReport = {
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 0,
    numFailedTestSuites: 0,
    success: true,
    testResults: [] as object[],
  }
  const assertion = (fullName: string, status: string, failureMessages: readonly string[] = []): object => ({
    fullName,
    status,
    failureMessages,
  })

  test('passed, failed and skipped tests of vitest', () => {
    expect(readVitest(JSON.stringify(vitestReport))).toEqual({
      count: { passed: 5, failed: 0, skipped: 1 },
      failures: [],
      flaky: [],
      files: [],
    })
    expect(readVitest(JSON.stringify({ ...vitestReport, numFailedTests: 2, success: false })).count).toMatchObject({
      failed: 2,
    })
  })
  test('a file that could not be loaded is a failure, though no test failed', () => {
    const broken = {
      ...vitestReport,
      numFailedTestSuites: 1,
      success: false,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          message: 'Cannot find module',
          startTime: 5_000,
          endTime: 5_250,
          assertionResults: [],
        },
      ],
    }
    expect(readVitest(JSON.stringify(broken))).toEqual({
      count: { passed: 5, failed: 1, skipped: 1 },
      failures: ['a.test.ts\n    Cannot find module'],
      flaky: [],
      files: [{ file: 'a.test.ts', seconds: 0.25 }],
    })
  })
  test('a failed test of vitest is named, with how its error begins and no colours', () => {
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          assertion('adds', 'passed'),
          assertion('takes away', 'failed', [`\u001B[31mexpected 1\u001B[39m\n\n${'at x\n'.repeat(50)}`]),
        ],
      },
    ]
    const { failures } = readVitest(JSON.stringify({ ...vitestReport, numFailedTests: 1, success: false, testResults }))
    expect(failures).toEqual([`a.test.ts: takes away\n    expected 1\n${'    at x\n'.repeat(11).trimEnd()}`])
  })
  test('a failed test of Playwright is named; one that passed at its second try has passed, and is named as flaky', () => {
    const spec = (title: string, ok: boolean, status: string): object => ({
      title,
      file: 'a.e2e.ts',
      line: 7,
      ok,
      tests: [{ status, results: [{ duration: 1_500, errors: [{ message: 'not visible' }] }] }],
    })
    const report = {
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
      errors: [],
      suites: [
        {
          specs: [spec('flaky', true, 'flaky')],
          suites: [{ specs: [spec('bad', false, 'unexpected'), spec('good', true, 'expected')] }],
        },
      ],
    }
    expect(readPlaywright(JSON.stringify(report))).toEqual({
      count: { passed: 4, failed: 1, skipped: 2 },
      failures: ['a.e2e.ts:7: bad\n    not visible'],
      flaky: ['a.e2e.ts:7: flaky\n    not visible'],
      files: [{ file: 'a.e2e.ts', seconds: 4.5 }],
    })
  })
  test('a failure in short is its test and the first of its error, neither of them long', () => {
    expect(inShort('a.test.ts: adds\n    expected 1\n    at x')).toBe('a.test.ts: adds\n    expected 1')
    expect(inShort(`a.test.ts\n${'x'.repeat(2_000)}`)).toBe(`a.test.ts\n${'x'.repeat(160)}`)
  })
  test('the slowest files, the slowest first', () => {
    const files = [
      ['a', 1],
      ['b', 3],
      ['c', 2],
    ].map(([file, seconds]) => ({ file: String(file), seconds: Number(seconds) }))
    expect(slowest(files, 2).map(({ file }) => file)).toEqual(['b', 'c'])
  })
  test('what kept Playwright from running at all is told', () => {
    const report = {
      stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
      errors: [{ message: 'no config' }],
      suites: [],
    }
    expect(readPlaywright(JSON.stringify(report)).failures).toEqual(['Playwright\n    no config'])
  })
})

test('a build whose output is gone is made again, whatever its stamp says', () => {
  const hash = hashInputs(['package.json'])
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(hashInputs(['package.json', 'tsconfig.json'])).not.toBe(hash)
  expect(hashInputs(['no-such-folder'])).toBe(hashInputs([]))
  expect(isUpToDate('package.json', 'no-such-output', hash)).toBe(false)
})
