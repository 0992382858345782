/**
 * `npm test [-- --full] [--skip e2e,simulation] [--only unit,contract]`: every check, and a last line with the totals.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { inLanes } from './lib/lanes.ts'
import { inRoot } from './lib/paths.ts'
import { run, runAside, toolFile } from './lib/run.ts'
import { makeScratch } from './lib/scratch.ts'
import { inShort, nothing, readPlaywright, slowest, type Count, type Summary } from './lib/totals.ts'

/** A command of this Node, and how its report is read. */
type Step = { readonly name: string; readonly command: readonly string[]; readonly report?: (text: string) => Summary }

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    skip: { type: 'string', default: '' },
    only: { type: 'string' },
  },
})
if (values.full) process.env.FIELDSEAL_DEPTH = 'full'
const isFull = process.env.FIELDSEAL_DEPTH === 'full'
const reports = inRoot('test-results')

const vitest = (project: string): Step => ({
  name: project,
  // `scripts/lib/vitest-summary.ts` writes it.
  report: (text) => JSON.parse(text) as Summary,
  command: [
    toolFile('vitest', 'vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    `--reporter=${inRoot('scripts/lib/vitest-summary.ts')}`,
  ],
})

/**
 * What is checked without running it, and the build, which the tests after it use: each keeps one core busy. The
 * longest is first; the tests of pure code fill the time in which it is alone.
 */
const sources: readonly Step[] = [
  { name: 'lint', command: [toolFile('oxlint', 'bin/oxlint'), '.'] },
  { name: 'format', command: [toolFile('oxfmt', 'bin/oxfmt'), '--check', '.'] },
  // The linter checks the types with a compiler of its own (`docs/decisions/linter.md`); where there is time, the
  // repository's own compiler says so too.
  ...(isFull ? [{ name: 'types', command: [toolFile('typescript', 'bin/tsc'), '--noEmit'] }] : []),
  { name: 'build', command: [inRoot('scripts/build.ts')] },
  {
    name: 'dependencies',
    command: [
      toolFile('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'main',
      'renderer',
      'viewer',
      'shared',
    ],
  },
  // Files, exports and packages that nothing uses.
  { name: 'unused', command: [toolFile('knip', 'bin/knip.js'), '--no-progress'] },
  vitest('unit'),
  vitest('conformance'),
]

/** Each of these keeps every core busy by itself. */
const suites: readonly Step[] = [
  ...['contract', 'simulation'].map(vitest),
  { name: 'e2e', report: readPlaywright, command: [inRoot('scripts/e2e.ts')] },
]

/** How long the everyday run may take on two quiet cores (`docs/decisions/test-run.md`). */
const budgetSeconds = 600

/** How many of the slowest files are named at the end, so that growth is seen. */
const slowestTold = 10
/** How many failed tests are named in the summary. */
const failuresTold = 8
/** How many tests that were skipped are named. */
const skippedTold = 12

type Outcome = {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
  /** Whether it ended badly and no test failed. */
  readonly isBlameless: boolean
} & Summary

/** Runs a step. One that ends badly without one failed test (it crashed, or is no test) counts as one failure. */
async function tried(step: Step, start: (step: Step) => Promise<number>): Promise<Outcome> {
  const file = `${reports}/${step.name}.json`
  rmSync(file, { force: true })
  const started = performance.now()
  const code = await start(step)
  const seconds = (performance.now() - started) / 1000
  const summary = step.report && existsSync(file) ? step.report(readFileSync(file, 'utf8')) : nothing
  const ok = code === 0
  const ended = { ...summary, name: step.name, ok, seconds, isBlameless: !ok && summary.count.failed === 0 }
  if (!ended.isBlameless) return ended
  const said = `${step.name}: ended with exit code ${code}; what it said stands above`
  const failures = summary.outside.length > 0 ? summary.outside : [said]
  return { ...ended, count: { ...summary.count, failed: 1 }, failures }
}

/**
 * In CI a suite of tests that ended badly though none of them failed is run once more, as a window test is: what the
 * first run said is told as flaky, and is a fault to mend.
 */
async function perform(step: Step, start: (step: Step) => Promise<number>): Promise<Outcome> {
  const first = await tried(step, start)
  if (!first.isBlameless || first.count.passed === 0 || process.env.CI === undefined) return first
  const second = await tried(step, start)
  return { ...second, seconds: first.seconds + second.seconds, flaky: [...second.flaky, ...first.failures] }
}

const inMinutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} minutes`

const title = (name: string): void => console.log(`\n=== ${name} ===`)

const alone = ({ name, command }: Step): Promise<number> => {
  title(name)
  return run(process.execPath, command)
}

/** Beside another step; what it says is shown in one piece when it has ended. */
const aside = async ({ name, command }: Step): Promise<number> => {
  const { code, text } = await runAside(process.execPath, command)
  title(name)
  process.stdout.write(text)
  return code
}

const started = performance.now()
mkdirSync(reports, { recursive: true })
const scratch = makeScratch()
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))
process.once('SIGINT', () => process.exit(130))
process.env.TMPDIR = scratch
// Tests start the built command hundreds of times; this Node compiles it once.
process.env.NODE_COMPILE_CACHE = path.join(scratch, 'compiled')
const skipped = values.skip.split(',').filter((name) => name !== '')
const isChosen = ({ name }: Step): boolean =>
  !skipped.includes(name) && (values.only === undefined || values.only.split(',').includes(name))
const outcomes = await inLanes(2, sources.filter(isChosen), (step) => perform(step, aside))
for (const step of suites.filter(isChosen)) outcomes.push(await perform(step, alone))

console.log('\n=== the slowest files ===')
for (const { file, seconds } of slowest(
  outcomes.flatMap((outcome) => outcome.files),
  slowestTold,
))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${path.relative(inRoot(), path.resolve(inRoot('test/e2e'), file))}`)
const notRun = outcomes.flatMap((outcome) => outcome.skipped)
if (notRun.length > 0) console.log(`\n=== skipped ===\n${notRun.slice(0, skippedTold).map(inShort).join('\n')}`)
if (notRun.length > skippedTold) console.log(`and ${notRun.length - skippedTold} more`)
// Of a long log often only the end is kept, and of that not much: what failed stands there, and once more in short.
const failures = outcomes.flatMap((outcome) => outcome.failures)
if (failures.length > 0) console.log(`\n=== failed ===\n${failures.join('\n')}`)
// A second try lets a change land; it is a fault of the test all the same.
const flaky = outcomes.flatMap((outcome) => outcome.flaky)
if (flaky.length > 0) console.log(`\n=== flaky: passed at the second try ===\n${flaky.join('\n')}`)
console.log('\n=== summary ===')
for (const { name, ok, seconds, count } of outcomes) {
  const tests =
    count.passed + count.failed + count.skipped > 0
      ? `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`
      : ''
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${tests}`)
}
for (const failure of failures.slice(0, failuresTold)) console.log(inShort(failure))
if (failures.length > failuresTold) console.log(`and ${failures.length - failuresTold} more`)
if (skipped.length > 0) console.log(`not run: ${skipped.join(', ')}`)
const took = (performance.now() - started) / 1000
console.log(
  isFull
    ? `took ${inMinutes(took)} at full depth`
    : `took ${inMinutes(took)}; the budget is ${inMinutes(budgetSeconds)} on two quiet cores`,
)
const total = (key: keyof Count): number => outcomes.reduce((sum, { count }) => sum + count[key], 0)
if (total('skipped') > 0) console.log(`${total('skipped')} skipped`)
console.log(`${total('passed')} passed, ${total('failed')} failed`)
process.exit(outcomes.every(({ ok }) => ok) ? 0 : 1)
