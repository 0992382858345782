import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where scripts/judges.sh puts them. */
const ownFolder = join(import.meta.dirname, '../../.cache/judges/bin')

const isOnPath = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/**
 * A program of others that judges what we write; null where it is not installed. Like absent vectors, an absent judge
 * is announced and skipped on a developer's machine, and is an error in CI, unless CI itself said that it could not
 * fetch them.
 */
export const findJudge = (name: string): string | null => {
  const own = join(ownFolder, name)
  if (existsSync(own)) return own
  if (isOnPath(name)) return name
  const isExcused = process.env['FIELDSEAL_WITHOUT_JUDGES'] === 'true'
  if (process.env['CI'] === 'true' && !isExcused)
    throw new Error(`the judge ${name} is missing; scripts/judges.sh installs it`)
  console.warn(
    `SKIPPED: the judge ${name} is not installed; scripts/judges.sh installs it (it needs python3 and a way to PyPI)`,
  )
  return null
}

const hasModule = (python: string, module: string): boolean =>
  spawnSync(python, ['-c', `import ${module}`]).status === 0

/** A Python that has a module; null where there is none, announced and skipped like a judge that is not installed. */
export const findPythonWith = (module: string): string | null => {
  const found = [join(ownFolder, 'python'), 'python3'].find((python) => hasModule(python, module))
  if (found !== undefined) return found
  const isExcused = process.env['FIELDSEAL_WITHOUT_JUDGES'] === 'true'
  if (process.env['CI'] === 'true' && !isExcused)
    throw new Error(`no Python with ${module}; scripts/judges.sh installs it`)
  console.warn(
    `SKIPPED: there is no Python with ${module}; scripts/judges.sh installs it (it needs python3 and a way to PyPI)`,
  )
  return null
}

/** What a judge said. */
export interface Verdict {
  readonly accepted: boolean
  readonly output: string
}

export const judge = (program: string, ...args: readonly string[]): Verdict => {
  const run = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return { accepted: run.status === 0, output: run.stdout + run.stderr }
}
