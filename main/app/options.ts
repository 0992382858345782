import path from 'node:path'

/** Where the application keeps its things: chosen once, before Electron is ready. */
export type Folders = {
  /** Window state, Chromium's profile and the logs. */
  readonly userData: string
  /** The workspace: database, evidence, keys. */
  readonly data: string
  readonly logs: string
}

/** What decides about the folders: Electron's default, the `--user-data-dir` and `--data` switches, and the environment. */
export type FolderChoice = {
  readonly defaultUserData: string
  readonly userDataSwitch: string
  readonly dataSwitch: string
  readonly environment: string | undefined
}

/** `--data` before FIELDSEAL_DATA before `workspace` inside the user data folder. */
export function chooseFolders({ defaultUserData, userDataSwitch, dataSwitch, environment }: FolderChoice): Folders {
  const userData = path.resolve(userDataSwitch || defaultUserData)
  return {
    userData,
    data: path.resolve(dataSwitch || environment || path.join(userData, 'workspace')),
    logs: path.join(userData, 'logs'),
  }
}
