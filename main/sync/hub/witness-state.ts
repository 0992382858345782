import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { isAbsent } from '../../platform/system-error.ts'
import type { WitnessedTree, WitnessFault } from './witness.ts'

const kept = z.strictObject({
  origin: z.string().min(1).max(1_000),
  size: z.int().min(0),
  root: z.string().regex(/^[A-Za-z0-9+/]{43}=$/u),
})

/**
 * What a witness remembers, in a file; null where there is none yet. A file that cannot be read is a fault: a witness
 * that forgets would cosign a fork.
 */
export const readWitnessed = async (file: string): Promise<Result<WitnessedTree | null, WitnessFault>> => {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (isAbsent(error)) return ok(null)
    throw error
  }
  try {
    return ok(kept.parse(JSON.parse(text)))
  } catch {
    return fail({ code: 'state_damaged', message: `${file} does not hold what this witness remembers of the log.` })
  }
}

const sync = async (name: string): Promise<void> => {
  const handle = await open(name, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Keeps what a witness remembers, durably, before it gives a cosignature out. The file is the old one or the new one,
 * whole.
 */
export const keepWitnessed = async (file: string, tree: WitnessedTree): Promise<void> => {
  const unfinished = `${file}.new`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(tree)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
  await sync(path.dirname(file))
}
