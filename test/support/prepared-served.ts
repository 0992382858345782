import { preparedFolder } from './prepared.ts'
import { initWorkspace, type InitialWorkspace } from './served.ts'

/** A workspace is made anew so often: its stories begin at the time at which it was made. */
const copiedForMs = 300_000

/**
 * Makes a workspace as `fieldseal init` does: a copy of what it made, shortly before, by the same arguments, whichever
 * worker asked for it.
 */
export const copyWorkspace = (dataDir: string, init: readonly string[]): Promise<InitialWorkspace> => {
  const name = `served ${Math.floor(Date.now() / copiedForMs)} ${JSON.stringify(init)}`
  return preparedFolder(name, dataDir, (dir) => Promise.resolve(initWorkspace(dir, init)))
}
