/**
 * `npm run simulate -- --seeds N [--from S]` lives N seeded worlds of sync; `--seed S --trace` repeats one and tells
 * all that happens in it.
 * With `--kills N [--engine sqlite|postgres]` the world is one of processes that are killed, on a network that is cut.
 */
import { parseArgs } from 'node:util'
import { runProcesses } from '../test/support/sync/processes/run-processes.ts'
import { describeFailure, simulate } from '../test/support/sync/simulations.ts'
import { runNode } from './lib/run.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    shrink: { type: 'string', default: '20000' },
    processes: { type: 'string' },
    model: { type: 'boolean', default: false },
    bug: { type: 'string' },
    kills: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
  },
})

const from = Number(values.seed ?? values.from)
const seeds = values.seed === undefined ? Number(values.seeds) : 1
if (!Number.isSafeInteger(from) || !Number.isSafeInteger(seeds) || seeds < 1) {
  console.error(
    'usage: npm run simulate -- --seeds N [--from S] | --seed S [--trace] [--kills N --engine sqlite|postgres]',
  )
  process.exit(2)
}

if (values.kills !== undefined) {
  await runNode('scripts/build.ts', ['--only', 'service,cli'])
  const trace = values.trace ? (line: string) => console.error(line) : undefined
  let failures = 0
  for (let seed = from; seed < from + (values.seed === undefined && values.seeds === '1000' ? 1 : seeds); seed += 1) {
    try {
      console.log(
        JSON.stringify({
          seed,
          ...(await runProcesses({
            engine: values.engine === 'postgres' ? 'postgres' : 'sqlite',
            seed,
            kills: Number(values.kills),
            trace,
          })),
        }),
      )
    } catch (error) {
      failures += 1
      console.log(`seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    }
  }
  process.exit(failures === 0 ? 0 : 1)
}

const extra = [
  ...(values.model ? ['--model'] : []),
  ...(values.bug === undefined ? [] : ['--bug', values.bug]),
  ...(values.trace ? ['--trace'] : ['--shrink', values.shrink]),
]
let lived = 0
const started = performance.now()
const outcomes = await simulate({
  from,
  seeds,
  extra,
  processes: values.processes === undefined ? undefined : Number(values.processes),
  onOutcome: (outcome) => {
    lived += 1
    if (outcome.failure !== null) console.log(describeFailure(outcome))
    else if (lived % 100 === 0) console.log(`${lived} of ${seeds} worlds`)
  },
})
const failed = outcomes.filter(({ failure }) => failure !== null)
console.log(
  `${outcomes.length} worlds in ${((performance.now() - started) / 1000).toFixed(1)} s, ${failed.length} failed${failed.length > 0 ? `: ${failed.map(({ seed }) => seed).join(' ')}` : ''}`,
)
process.exit(failed.length === 0 ? 0 : 1)
