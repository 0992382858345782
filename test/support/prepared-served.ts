import { preparedFolder } from './prepared.ts'
import { initWorkspace, type InitialWorkspace } from './served.ts'

/** A sample is made anew so often: its stories begin at the time at which it was made. */
const copiedForMs = 300_000

/**
 * Makes a workspace as `fieldseal init` does: a copy of what it made before in this run by the same arguments, whichever
 * worker asked for it; of a sample, shortly before.
 */
export const copyWorkspace = (dataDir: string, init: readonly string[]): Promise<InitialWorkspace> => {
  const since = init.includes('--sample') ? Math.floor(Date.now() / copiedForMs) : 0
  const name = `served ${since} ${JSON.stringify(init)}`
  return preparedFolder(name, dataDir, (dir) => Promise.resolve(initWorkspace(dir, init)))
}
