import { defineConfig } from '@playwright/test'

/** The end-to-end tests: one window at a time, on the display that scripts/e2e.ts provides. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/playwright',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { trace: 'off', screenshot: 'only-on-failure' },
})
