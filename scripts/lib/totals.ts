/** How many tests of a report ended in which way. */
export type Count = { readonly passed: number; readonly failed: number; readonly skipped: number }

export const nothing: Count = { passed: 0, failed: 0, skipped: 0 }

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number; numFailedTestSuites: number; success: boolean }

/** Counts vitest's JSON report. A file that could not be loaded fails a suite without a failed test and counts as one. */
export function countVitest(text: string): Count {
  const report = JSON.parse(text) as VitestReport
  const failed = report.numFailedTests > 0 || report.success ? report.numFailedTests : Math.max(1, report.numFailedTestSuites)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests }
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

/** Counts Playwright's JSON report; a flaky test is a failed one. */
export function countPlaywright(text: string): Count {
  const { stats } = JSON.parse(text) as PlaywrightReport
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}
