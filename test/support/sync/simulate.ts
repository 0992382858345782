import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chanceOf } from './chance.ts'
import { simulatedDisks } from './disk.ts'
import { modelSubject, type PlantedBug } from './model-subject.ts'
import { productSubject } from './product-subject.ts'
import { runSeed } from './run-seed.ts'
import { drawFrom, takeLuckAway } from './same-luck.ts'

/**
 * A process that lives the worlds of a list of seeds and prints the outcome of each as a line of JSON:
 * `simulate.ts --from S --seeds N [--every K] [--model] [--bug NAME] [--shrink MS] [--trace]`.
 */

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    model: { type: 'boolean', default: false },
    bug: { type: 'string' },
    shrink: { type: 'string', default: '0' },
    stop: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
})

takeLuckAway()
drawFrom(chanceOf(0))

const text = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${error.message}` : JSON.stringify(error)

const strays: Error[] = []
process.on('unhandledRejection', (error) => {
  // Work of a machine that stopped ends in the air, as it does when a process is killed.
  if (/NodeIsGone|database connection is not open/.test(text(error))) return
  strays.push(error instanceof Error ? error : new Error(text(error)))
})

const base = mkdtempSync(path.join(simulatedDisks(), 'fieldseal-simulation-'))
process.once('exit', () => rmSync(base, { recursive: true, force: true }))
const subject = values.model ? modelSubject((values.bug as PlantedBug | undefined) ?? null) : productSubject()
const founded = await subject.found(path.join(base, 'founded'), 5)
const first = Number(values.from)
const end = first + Number(values.seeds)
for (let seed = first; seed < end; seed += Number(values.every)) {
  const trace = values.trace ? (line: string) => process.stderr.write(`${line}\n`) : undefined
  const outcome = await runSeed(seed, { subject, founded, base, trace, shrinkMs: Number(values.shrink) })
  const [stray] = strays.splice(0)
  const failure =
    outcome.failure ??
    (stray === undefined ? null : { message: `nobody handled: ${text(stray)}`, steps: [], stack: stray.stack ?? '' })
  process.stdout.write(`${JSON.stringify({ ...outcome, failure })}\n`)
  if (failure !== null && values.stop) break
}
