import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { runAside, toolFile } from '../../../scripts/lib/run.ts'
import type { Summary } from '../../../scripts/lib/totals.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fieldseal-summary-'))
  writeFileSync(
    path.join(root, 'vitest.config.js'),
    "export default { test: { name: 'tried', globals: true, include: ['*.test.js'] } }",
  )
})
afterEach(() => rmSync(root, { recursive: true }))

/** How a run of these tests ended, and its summary. */
const ran = async (text: string): Promise<{ code: number; summary: Summary }> => {
  writeFileSync(path.join(root, 'a.test.js'), text)
  const reporter = `--reporter=${inRoot('scripts/lib/vitest-summary.ts')}`
  const { code } = await runAside(process.execPath, [toolFile('vitest', 'vitest.mjs'), 'run', '--root', root, reporter])
  return { code, summary: JSON.parse(readFileSync(path.join(root, 'test-results/tried.json'), 'utf8')) as Summary }
}

describe('the summary of a run of vitest', () => {
  test('passed, failed and skipped tests are counted, and what did not pass is named', async () => {
    const { code, summary } = await ran(`
      test('adds', () => {})
      test('takes away', () => expect(1).toBe(2))
      test.skip('divides', () => {})
    `)
    expect(code).toBe(1)
    expect(summary).toMatchObject({
      count: { passed: 1, failed: 1, skipped: 1 },
      failures: [expect.stringMatching(/^a\.test\.js: takes away\n {4}AssertionError: expected 1 to be 2/) as string],
      skipped: ['a.test.js: divides'],
      files: [{ file: path.join(root, 'a.test.js'), seconds: expect.any(Number) as number }],
    })
  })

  test('a hook that fails is one failure, beside the tests that it kept from running', async () => {
    const { code, summary } = await ran(`
      describe('with a service', () => {
        beforeAll(() => { throw new Error('no port') })
        test('answers', () => {})
      })
    `)
    expect(code).toBe(1)
    expect(summary).toMatchObject({
      count: { passed: 0, failed: 1, skipped: 1 },
      failures: [expect.stringMatching(/^a\.test\.js: with a service\n {4}Error: no port/) as string],
    })
  })

  test('a file that cannot be loaded is one failure', async () => {
    const { summary } = await ran("throw new Error('no such module')")
    expect(summary).toMatchObject({
      count: { passed: 0, failed: 1, skipped: 0 },
      failures: [expect.stringMatching(/^a\.test\.js\n {4}Error: no such module/) as string],
    })
  })

  test('an error outside every test is told, though all tests passed', async () => {
    const { code, summary } = await ran(`
      test('asks and does not wait', async () => {
        void Promise.reject(new Error('connection reset'))
        await new Promise((resolve) => setImmediate(resolve))
      })
    `)
    expect(code).toBe(1)
    expect(summary).toMatchObject({
      count: { passed: 1, failed: 0 },
      failures: [],
      outside: [expect.stringMatching(/^outside any test\n {4}Error: connection reset/) as string],
    })
  })

  test('a test whose worker is gone did not end', async () => {
    const { code, summary } = await ran(`
      test('is there', () => {})
      test('goes', async () => {
        process.kill(process.pid, 'SIGKILL')
        await new Promise(() => {})
      })
    `)
    expect(code).toBe(1)
    expect(summary.failures).toContainEqual(expect.stringMatching(/^a\.test\.js: goes\n {4}did not end/))
    expect(summary.outside).toContainEqual(expect.stringMatching(/^outside any test\n {4}.*orker/))
  })
})
