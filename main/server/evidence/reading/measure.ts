import { lstatSync } from 'node:fs'
import { isSourceFile, walkSource } from '../source-walk.ts'
import type { Measure } from './messages.ts'

const statsOf = (location: Buffer) => {
  try {
    return lstatSync(location)
  } catch {
    return null
  }
}

/** Counts what is to be read, until it is to stop; a folder that cannot be entered shows when it is read. */
export const measureSource = async (root: string, stop: Int32Array): Promise<Measure> => {
  let files = 0
  let bytes = 0
  for await (const met of walkSource(root)) {
    if (Atomics.load(stop, 0) !== 0) break
    if (!isSourceFile(met)) continue
    const stats = statsOf(met.location)
    if (stats?.isBlockDevice() === true) return { files: 1, bytes: null }
    files += 1
    bytes += stats?.size ?? 0
  }
  return { files, bytes }
}
