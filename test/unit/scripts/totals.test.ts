import { describe, expect, test } from 'vitest'
import { hashInputs, isUpToDate } from '../../../scripts/lib/inputs.ts'
import { inShort, readPlaywright, slowest } from '../../../scripts/lib/totals.ts'

describe('totals of npm test', () => {
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
          suites: [
            {
              specs: [
                spec('bad', false, 'unexpected'),
                spec('good', true, 'expected'),
                spec('elsewhere', true, 'skipped'),
              ],
            },
          ],
        },
      ],
    }
    expect(readPlaywright(JSON.stringify(report))).toEqual({
      count: { passed: 4, failed: 1, skipped: 2 },
      failures: ['a.e2e.ts:7: bad\n    not visible'],
      outside: [],
      flaky: ['a.e2e.ts:7: flaky\n    not visible'],
      skipped: ['a.e2e.ts:7: elsewhere'],
      files: [{ file: 'a.e2e.ts', seconds: 6 }],
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
