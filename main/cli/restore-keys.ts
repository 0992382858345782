import { existsSync } from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import type { DataFolder } from '../platform/data-folder.ts'
import { developmentBuild } from '../platform/development-build.ts'
import { loadKeys, type FolderKeys } from '../platform/key-files.ts'
import { keyVariable, type GivenKey } from '../platform/workspace-key.ts'
import { readWorkspaceFacts } from '../storage/ledger/read-facts.ts'
import { standing } from '../storage/migrations/migrate.ts'
import { openReader } from '../storage/sqlite/connection.ts'
import { damageOf } from '../storage/sqlite/damage.ts'
import { statementsOf } from '../storage/sqlite/statements.ts'
import { failed, type Stop } from './io.ts'
import type { BackupPlaces } from './whole-backup.ts'

/** Keys that open a backup and are those of the device that it speaks of, and where they lie. */
export interface FittingKeys {
  readonly keys: FolderKeys
  readonly from: 'folder' | 'backup'
}

type Fault = { readonly kind: 'release' | 'keys'; readonly words: string }

const newer = 'It was made by a newer release of Fieldseal. Nothing was changed. Update this one, then restore.'

/** Why this release restores no such backup, where another one made it. */
export const ofDevelopmentBuild = `It is a backup of a development build. ${developmentBuild.message}`

/** Why keys do not fit a backup; null where they do. */
const faultOf = (file: string, keys: FolderKeys): Fault | null => {
  try {
    const db = openReader(file, keys.database)
    try {
      const stands = standing(db)
      if (stands === 'newer') return { kind: 'release', words: newer }
      if (stands === 'development') return { kind: 'release', words: ofDevelopmentBuild }
      const facts = readWorkspaceFacts(statementsOf(db), keys)
      return facts.ok ? null : { kind: 'keys', words: facts.error.message }
    } finally {
      db.close()
    }
  } catch (error) {
    if (damageOf(error) === null) throw error
    return {
      kind: 'keys',
      words: 'They do not open it: they are the keys of another workspace, or the file is damaged.',
    }
  }
}

/** The folder as if its keys lay elsewhere. */
const withKeysIn = (folder: DataFolder, keys: string): DataFolder => ({
  ...folder,
  keys,
  deviceKey: path.join(keys, 'device.key'),
  nextDeviceKey: path.join(keys, 'device.key.next'),
  workspaceKey: path.join(keys, 'workspace.key'),
  sealedKey: path.join(keys, 'workspace.key.sealed'),
})

/**
 * The keys with which a backup is restored: those that the folder has, where they fit it, else those that were copied
 * with it.
 *
 * @param given the workspace key where it comes from outside of both
 * @returns a refusal that says of each place why its keys do not fit
 */
export const keysOfBackup = (
  folder: DataFolder,
  { file, keys: copied }: BackupPlaces,
  given: GivenKey | undefined,
): Result<FittingKeys, Stop> => {
  const why: string[] = []
  for (const from of ['folder', 'backup'] as const) {
    const at = from === 'folder' ? folder : withKeysIn(folder, copied)
    if (!existsSync(at.deviceKey)) continue
    const loaded = loadKeys(at, given)
    const fault = loaded.ok ? faultOf(file, loaded.value) : { kind: 'keys' as const, words: loaded.error.message }
    if (loaded.ok && fault === null) return ok({ keys: loaded.value, from })
    if (fault?.kind === 'release') return fail(failed(`${file}: ${fault.words}`))
    why.push(`${at.keys}: ${fault?.words ?? ''}`)
  }
  const missing = `There are no keys: neither ${folder.keys} nor ${copied} has a device.key.`
  const found = why.length === 0 ? missing : `No keys fit it. ${why.join(' ')}`
  return fail(
    failed(
      `${file} cannot be restored. ${found} Nothing was changed. Put the keys/ of the original folder into ${folder.dir}, or beside the backup as ${path.basename(copied)}/, and give the recovery key as ${keyVariable} where the keychain has it.`,
    ),
  )
}
