import { systemClock } from './clock.ts'
import type { Clock } from './clock.ts'
import { createLog } from './log.ts'
import type { Log } from './log.ts'
import { systemRandom } from './random.ts'
import type { Random } from './random.ts'
import { keyFromEnvironment } from './workspace-key.ts'
import type { GivenKey } from './workspace-key.ts'

/** What the impure parts get from outside: time, randomness, the log, a key. */
export interface Env {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** The variables that the process was started with: the settings that are no options. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /**
   * The workspace key where it does not lie in the folder: from the environment, or from the keychain of the desktop.
   */
  readonly workspaceKey?: GivenKey | undefined
}

/** The real ones. */
export const systemEnv = (log: Log = createLog()): Env => {
  const random = systemRandom()
  return {
    clock: systemClock(random.uuidv7(Date.now())),
    random,
    log,
    variables: process.env,
    workspaceKey: keyFromEnvironment(process.env),
  }
}
