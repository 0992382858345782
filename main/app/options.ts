import path from 'node:path'

/** Where the application keeps its things: chosen once, before Electron is ready. */
export type Folders = {
  /** Window state, Chromium's profile and the logs. */
  readonly userData: string
  /** The workspace: database, evidence, keys. */
  readonly data: string
  /** Whether `data` was named, and is not the one that belongs to the profile. */
  readonly isNamed: boolean
  readonly logs: string
}

/**
 * What decides about the folders: Electron's default, the `--user-data-dir` and `--data` switches, and the environment.
 */
export type FolderChoice = {
  readonly defaultUserData: string
  readonly userDataSwitch: string
  readonly dataSwitch: string
  readonly environment: string | undefined
}

/** `--data` before FIELDSEAL_DATA before `workspace` inside the user data folder. */
export function chooseFolders({ defaultUserData, userDataSwitch, dataSwitch, environment }: FolderChoice): Folders {
  const userData = path.resolve(userDataSwitch || defaultUserData)
  const named = dataSwitch || environment
  return {
    userData,
    data: path.resolve(named || path.join(userData, 'workspace')),
    isNamed: Boolean(named),
    logs: path.join(userData, 'logs'),
  }
}
