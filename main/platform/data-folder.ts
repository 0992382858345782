import { existsSync, mkdirSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import path from 'node:path'

/** Where everything of a workspace lies. */
export interface DataFolder {
  readonly dir: string
  readonly database: string
  /** What a hub keeps, where it keeps it in the folder. */
  readonly hubDatabase: string
  readonly lock: string
  /** There while a workspace is being set up: keys beside it have sealed nothing that is kept. */
  readonly unfinished: string
  readonly keys: string
  readonly deviceKey: string
  /** The key of a new epoch, until the database says that it has begun (docs/spec/sync.md, Y-15). */
  readonly nextDeviceKey: string
  readonly workspaceKey: string
  /** The workspace key as the keychain of the desktop has sealed it; then there is no `workspaceKey`. */
  readonly sealedKey: string
  /** Room that is set aside for opening the folder when its disk is full. */
  readonly reserve: string
  /** Where the running service says its address and process id. */
  readonly service: string
  /** Temporary files of imports. */
  readonly staging: string
  readonly blobs: string
  /** The bytes of evidence that devices brought to a hub; of a hub with a bucket, what is on its way there. */
  readonly hubBlobs: string
  /** Finished bundles, encrypted, until they are old. */
  readonly exports: string
  /** Of a laptop that was removed: what its hub never got, in files that only the hub can read (Y-100). */
  readonly unsent: string
  /** The text that was read from evidence, a file for each case, encrypted. */
  readonly texts: string
  /** The hashes of lists of known files, a file for each list, encrypted. */
  readonly knownFiles: string
}

/** The paths within a data folder; touches nothing. */
export const dataFolder = (dir: string): DataFolder => {
  const root = path.resolve(dir)
  const keys = path.join(root, 'keys')
  return {
    dir: root,
    database: path.join(root, 'fieldseal.db'),
    hubDatabase: path.join(root, 'hub.db'),
    lock: path.join(root, 'lock.db'),
    unfinished: path.join(root, 'setup.unfinished'),
    keys,
    deviceKey: path.join(keys, 'device.key'),
    nextDeviceKey: path.join(keys, 'device.key.next'),
    workspaceKey: path.join(keys, 'workspace.key'),
    sealedKey: path.join(keys, 'workspace.key.sealed'),
    reserve: path.join(root, 'reserve'),
    service: path.join(root, 'service.json'),
    staging: path.join(root, 'staging'),
    blobs: path.join(root, 'blobs'),
    hubBlobs: path.join(root, 'blobs', 'hub'),
    exports: path.join(root, 'exports'),
    unsent: path.join(root, 'unsent'),
    texts: path.join(root, 'texts'),
    knownFiles: path.join(root, 'known-files'),
  }
}

/** Whether the folder holds a workspace. */
export const hasWorkspace = (folder: DataFolder): boolean => existsSync(folder.database)

/** Makes the folder and its parts, readable by their owner only. */
export const makeDataFolder = async (folder: DataFolder): Promise<void> => {
  for (const dir of [folder.dir, folder.keys, folder.staging, folder.blobs, folder.exports]) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    await chmod(dir, 0o700)
  }
}
