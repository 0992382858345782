import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { initWorkspace, type InitialWorkspace } from './served.ts'

/** Names the folder in which the workers of a run share the workspaces that they copy. */
export const preparedVariable = 'FIELDSEAL_TEST_PREPARED'

/** A workspace is made anew so often: its stories begin at the time at which it was made. */
const copiedForMs = 300_000

/**
 * Makes a workspace as `fieldseal init` does: a copy of what it made, shortly before, by the same arguments, whichever worker asked for it.
 *
 * @param shared the folder in which the workers share what they copy
 */
export const copyWorkspace = (shared: string, dataDir: string, init: readonly string[]): InitialWorkspace => {
  const name = createHash('sha256').update(JSON.stringify([Math.floor(Date.now() / copiedForMs), init])).digest('hex').slice(0, 16)
  const place = path.join(shared, name)
  if (!existsSync(place)) {
    const draft = mkdtempSync(`${place}-`)
    writeFileSync(`${draft}/made.json`, JSON.stringify(initWorkspace(`${draft}/workspace`, init)))
    try {
      renameSync(draft, place)
    } catch (error) {
      // Another worker was faster.
      if (!existsSync(place)) throw error
      rmSync(draft, { recursive: true })
    }
  }
  cpSync(`${place}/workspace`, dataDir, { recursive: true })
  return JSON.parse(readFileSync(`${place}/made.json`, 'utf8')) as InitialWorkspace
}
