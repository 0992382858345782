/** `npm test [-- --skip e2e,simulation]`: every check in order, and a last line with the totals. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inRoot } from './lib/paths.ts'
import { runNode, toolFile } from './lib/run.ts'
import { countPlaywright, countVitest, nothing, type Count } from './lib/totals.ts'

type Step = { readonly name: string; readonly report?: (text: string) => Count; run(): Promise<number> }

const { values } = parseArgs({ options: { skip: { type: 'string', default: '' }, only: { type: 'string' } } })
const reports = inRoot('test-results')

const vitest = (project: string): Step => ({
  name: project,
  report: countVitest,
  run: () =>
    runNode(toolFile('vitest', 'vitest.mjs'), ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${reports}/${project}.json`]),
})

const steps: readonly Step[] = [
  { name: 'types', run: () => runNode(toolFile('typescript', 'bin/tsc'), ['--noEmit']) },
  { name: 'lint', run: () => runNode(toolFile('eslint', 'bin/eslint.js'), ['.', '--max-warnings', '0']) },
  {
    name: 'dependencies',
    run: () => runNode(toolFile('dependency-cruiser', 'bin/dependency-cruiser.mjs'), ['--config', '.dependency-cruiser.cjs', 'main', 'renderer', 'viewer', 'shared']),
  },
  { name: 'build', run: () => runNode('scripts/build.ts') },
  ...['unit', 'conformance', 'contract', 'simulation'].map(vitest),
  { name: 'e2e', report: countPlaywright, run: () => runNode('scripts/e2e.ts') },
]

type Outcome = { readonly name: string; readonly ok: boolean; readonly seconds: number; readonly count: Count }

/** A step that ends badly without one failed test (it crashed, or is no test) counts as one failure. */
async function perform(step: Step): Promise<Outcome> {
  console.log(`\n=== ${step.name} ===`)
  const file = `${reports}/${step.name}.json`
  rmSync(file, { force: true })
  const started = performance.now()
  const code = await step.run()
  const seconds = (performance.now() - started) / 1000
  const counted = step.report && existsSync(file) ? step.report(readFileSync(file, 'utf8')) : nothing
  const ok = code === 0
  return { name: step.name, ok, seconds, count: ok || counted.failed > 0 ? counted : { ...counted, failed: 1 } }
}

mkdirSync(reports, { recursive: true })
const skipped = values.skip.split(',').filter((name) => name !== '')
const chosen = steps.filter((step) => !skipped.includes(step.name) && (values.only === undefined || values.only.split(',').includes(step.name)))
const outcomes: Outcome[] = []
for (const step of chosen) outcomes.push(await perform(step))

console.log('\n=== summary ===')
for (const { name, ok, seconds, count } of outcomes) {
  const tests = count.passed + count.failed + count.skipped > 0 ? `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped` : ''
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${tests}`)
}
if (skipped.length > 0) console.log(`not run: ${skipped.join(', ')}`)
const total = (key: keyof Count): number => outcomes.reduce((sum, { count }) => sum + count[key], 0)
if (total('skipped') > 0) console.log(`${total('skipped')} skipped`)
console.log(`${total('passed')} passed, ${total('failed')} failed`)
process.exit(outcomes.every(({ ok }) => ok) ? 0 : 1)
