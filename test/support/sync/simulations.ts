import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { SeedOutcome } from './run-seed.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const node = path.join(root, 'node_modules/.bin/node')
const program = path.join(root, 'test/support/sync/simulate.ts')

/** Which worlds to live. */
export interface SimulationRun {
  readonly from: number
  readonly seeds: number
  /** More of the program's own arguments. */
  readonly extra?: readonly string[]
  readonly processes?: number
  onOutcome?(outcome: SeedOutcome): void
}

const oneProcess = (run: SimulationRun, offset: number, every: number): Promise<SeedOutcome[]> =>
  new Promise((resolve, reject) => {
    const args = [
      '--from',
      String(run.from + offset),
      '--seeds',
      String(run.seeds - offset),
      '--every',
      String(every),
      ...(run.extra ?? []),
    ]
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: root,
    })
    const outcomes: SeedOutcome[] = []
    createInterface({ input: child.stdout }).on('line', (line) => {
      const outcome = JSON.parse(line) as SeedOutcome
      outcomes.push(outcome)
      run.onOutcome?.(outcome)
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve(outcomes)
        : reject(
            new Error(
              `a process of the simulation ended with ${code} after ${outcomes.length} worlds from seed ${run.from + offset}`,
            ),
          ),
    )
  })

/** Lives the worlds of a range of seeds, spread over processes. */
export const simulate = async (run: SimulationRun): Promise<SeedOutcome[]> => {
  const processes = Math.min(run.seeds, run.processes ?? availableParallelism())
  const parts = await Promise.all(Array.from({ length: processes }, (_, offset) => oneProcess(run, offset, processes)))
  return parts.flat().sort((a, b) => a.seed - b.seed)
}

/** What a person needs to see of a failure, and to repeat it. */
export const describeFailure = ({ seed, failure }: SeedOutcome): string =>
  failure === null
    ? ''
    : [
        `seed ${seed}: ${failure.message}`,
        `  repeat it: npm run simulate -- --seed ${seed} --trace`,
        ...failure.steps.map((step) => `  ${step}`),
        failure.stack,
      ].join('\n')
