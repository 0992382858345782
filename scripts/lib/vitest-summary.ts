import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'
import { failure, type Summary } from './totals.ts'

type Errors = readonly { readonly message: string; readonly stack?: string | undefined }[]

/** Node begins a stack with the message; what is thrown and is no `Error` has none. */
const said = (errors: Errors): string => errors.map(({ message, stack }) => stack ?? message).join('\n')

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId}: ${test.fullName}`

/** Errors of a file or of a group of tests, outside its tests: it could not be loaded, or a hook failed. */
const outsideTests = (module: TestModule): string[] =>
  [module, ...module.children.allSuites()].flatMap((part: TestModule | TestSuite) => {
    const errors = part.errors()
    const name = part.type === 'suite' ? `: ${part.fullName}` : ''
    return errors.length > 0 ? [failure(`${module.relativeModuleId}${name}`, said(errors))] : []
  })

/**
 * What a run of vitest ended with.
 *
 * Everything that makes the run fail is named: failed tests, tests that began or waited and never ended (their worker
 * is gone), errors of files and hooks, and errors that came outside all of these, of which vitest's JSON report is
 * silent.
 */
const summaryOf = (modules: readonly TestModule[], unhandled: Errors): Summary => {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state: string): TestCase[] => tests.filter((test) => test.result().state === state)
  const failures = [
    ...inState('failed').map((test) => failure(nameOf(test), said(test.result().errors ?? []))),
    ...inState('pending').map((test) => failure(nameOf(test), 'did not end')),
    ...modules.flatMap(outsideTests),
  ]
  return {
    count: { passed: inState('passed').length, failed: failures.length, skipped: inState('skipped').length },
    failures,
    outside: unhandled.map((error) => failure('outside any test', said([error]))),
    flaky: [],
    skipped: inState('skipped').map(nameOf),
    files: modules.map((module) => ({ file: module.moduleId, seconds: module.diagnostic().duration / 1000 })),
  }
}

/** Writes the summary of a run of one project to `test-results/PROJECT.json`, for `scripts/test.ts`. */
export default class SummaryReporter implements Reporter {
  #file = ''

  onInit(vitest: Vitest): void {
    const project = vitest.projects.map(({ name }) => name).join('+')
    this.#file = path.join(vitest.config.root, 'test-results', `${project}.json`)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    mkdirSync(path.dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(summaryOf(modules, unhandled)))
  }
}
