import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The folder of published test vectors, which the repository does not carry. */
const vectorsRoot = join(process.env['FIELDSEAL_SHARED'] ?? join(import.meta.dirname, '../../../shared'), 'vectors')

/**
 * Whether the vectors of one kind are at hand. Absent ones are announced and skipped on a developer's machine, and are
 * an error in CI: a conformance suite that silently tests nothing is worse than none.
 */
export const haveVectors = (kind: string): boolean => {
  if (existsSync(join(vectorsRoot, kind))) return true
  if (process.env['CI'] === 'true') throw new Error(`the ${kind} test vectors are missing at ${vectorsRoot}`)
  console.warn(`SKIPPED: the ${kind} test vectors are not at ${vectorsRoot}; set FIELDSEAL_SHARED to run them`)
  return false
}

/** Where one vector file or folder lies. */
export const vectorPath = (...path: string[]): string => join(vectorsRoot, ...path)

/** The bytes of one vector file. */
export const readVector = (...path: string[]): Buffer => readFileSync(join(vectorsRoot, ...path))

/** Paths (relative to the kind's folder) of every file of one kind, sorted. */
export const listVectors = (kind: string): string[] => {
  const root = join(vectorsRoot, kind)
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => relative(root, join(item.parentPath, item.name)))
    .sort()
}
