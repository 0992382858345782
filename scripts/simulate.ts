/** `npm run simulate -- --seeds N [--from S]` lives N seeded worlds of sync; `--seed S --trace` repeats one and tells all that happens in it. */
import { parseArgs } from 'node:util'
import { describeFailure, simulate } from '../test/support/sync/simulations.ts'

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
  },
})

const from = Number(values.seed ?? values.from)
const seeds = values.seed === undefined ? Number(values.seeds) : 1
if (!Number.isSafeInteger(from) || !Number.isSafeInteger(seeds) || seeds < 1) {
  console.error('usage: npm run simulate -- --seeds N [--from S] | --seed S [--trace]')
  process.exit(2)
}

const extra = [...(values.model ? ['--model'] : []), ...(values.bug === undefined ? [] : ['--bug', values.bug]), ...(values.trace ? ['--trace'] : ['--shrink', values.shrink])]
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
console.log(`${outcomes.length} worlds in ${((performance.now() - started) / 1000).toFixed(1)} s, ${failed.length} failed${failed.length > 0 ? `: ${failed.map(({ seed }) => seed).join(' ')}` : ''}`)
process.exit(failed.length === 0 ? 0 : 1)
