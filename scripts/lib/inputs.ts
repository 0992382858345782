import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.ts'

/** Every file below `entry` (a file or folder, relative to the repository), sorted; an absent entry gives nothing. */
export function filesBelow(entry: string): string[] {
  const absolute = path.join(root, entry)
  if (!existsSync(absolute)) return []
  if (statSync(absolute).isFile()) return [entry]
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => path.relative(root, path.join(found.parentPath, found.name)))
    .sort()
}

/** SHA-256 over names and contents of all inputs: two equal hashes mean that nothing has changed. */
export function hashInputs(entries: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of entries.flatMap(filesBelow)) {
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Whether `stampFile` says that `output` was made from inputs with this hash. */
export function isUpToDate(stampFile: string, output: string, hash: string): boolean {
  return existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash
}

/** Records what an output was made from; called after the output is complete. */
export function writeStamp(stampFile: string, hash: string): void {
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, hash)
}
