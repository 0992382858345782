import { execFileSync } from 'node:child_process'
import { inRoot } from '../../scripts/lib/paths.ts'

const variable = 'FIELDSEAL_SEED'

/** Of a folder without a history. */
const fixedSeed = 1

/**
 * The seed of the commit that is checked out: each landing looks elsewhere, and the same commit looks at the same
 * again.
 */
const seedOfCommit = (): number => {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: inRoot('.'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number.parseInt(hash.slice(0, 7), 16)
  } catch {
    return fixedSeed
  }
}

/**
 * Before the first test: hands the seed to every worker by the environment, and prints it unless somebody named one, so
 * that a failure can be had again.
 */
export const setup = (): void => {
  if (process.env[variable] !== undefined) return
  const seed = seedOfCommit()
  process.env[variable] = String(seed)
  console.log(`seed of this run: ${seed} (${variable}=${seed} repeats it)`)
}

/** What the samples, properties and worlds of a run are drawn with. */
export const seedOfRun = (): number => Number(process.env[variable] ?? fixedSeed)
