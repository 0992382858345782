import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inRoot } from '../../scripts/lib/paths.ts'

/** The commands of docs/verify-by-hand.md, exactly as they stand, in one shell. */
const commands = [...readFileSync(inRoot('docs/verify-by-hand.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/gu)]
  .map((block) => block[1] ?? '')
  .join('\n')

/** Runs them beside an `entry.json` with that content. */
export const byHand = (entryJson: string): { readonly code: number | null; readonly output: string } => {
  const folder = mkdtempSync(path.join(tmpdir(), 'by-hand-'))
  writeFileSync(path.join(folder, 'entry.json'), entryJson)
  const run = spawnSync('sh', ['-c', commands], { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return { code: run.status, output: run.stdout + run.stderr }
}

/** What the commands say once for each step that says so. */
export const byHandMarks: readonly string[] = ['key id: OK', 'entry id: OK', 'checkpoint signed by: ', 'inclusion: OK']

export const signaturesVerified = (output: string): number => output.split('Signature Verified Successfully').length - 1
