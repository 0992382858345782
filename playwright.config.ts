import { defineConfig } from '@playwright/test'
import { displayOf, displaysVariable } from './scripts/lib/displays.ts'
import { setup as takeSeed } from './test/support/seed-of-run.ts'

// Playwright reads this file in each of its workers too, and numbers them.
const names = process.env[displaysVariable]
const display = displayOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0), names)
if (display !== undefined) process.env.DISPLAY = display
// Before a test file is read: samples of cases are drawn then. The workers are given what is set here.
takeSeed()

/** The end-to-end tests: a worker for each display that scripts/e2e.ts provides; a file's tests run in order. */
export default defineConfig({
  testDir: 'test/e2e',
  // Node takes the types away itself; Playwright's compiler costs half a minute for each run with an empty folder of scratch.
  build: { external: ['**/*.ts'] },
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/playwright',
  workers: names?.split(',').length ?? 1,
  fullyParallel: false,
  // What passes at a second try alone is told apart from what passes (`scripts/lib/totals.ts`); people's own runs have one try.
  retries: process.env.CI ? 1 : 0,
  // What these hold below is what hangs: three windows at a time on two cores are slow.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { trace: 'off', screenshot: 'only-on-failure' },
})
