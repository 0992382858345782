import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { refusal } from '../../shared/api/errors.ts'
import type { Refusal } from '../../shared/api/errors.ts'
import { hasWorkspace } from './data-folder.ts'
import type { DataFolder } from './data-folder.ts'
import { isAbsent } from './system-error.ts'

/** What operating systems put into folders by themselves. */
const ofTheSystem = new Set(['lost+found', '.DS_Store', 'Thumbs.db', 'desktop.ini'])

const namedMost = 5

const namesIn = (dir: string): string[] => {
  try {
    return readdirSync(dir).filter((name) => !ofTheSystem.has(name))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

/** Whether any file lies below a folder; it is not read to its end. */
const holdsFiles = (dir: string): boolean => {
  try {
    return readdirSync(dir, { withFileTypes: true }).some((entry) =>
      entry.isDirectory() ? holdsFiles(path.join(dir, entry.name)) : true,
    )
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}

const isUnfinishedDatabase = (name: string): boolean =>
  /^fieldseal\.db\.[0-9a-f-]{36}\.new(-wal|-shm|-journal)?$/u.test(name)

/** Whether the keys in the folder were made by a set-up that did not end: nothing that is kept was sealed with them. */
const isUnfinished = (folder: DataFolder): boolean =>
  existsSync(folder.unfinished) || namesIn(folder.dir).some(isUnfinishedDatabase)

const belowBlobs = (folder: DataFolder): { readonly evidence: boolean; readonly others: readonly string[] } => {
  const own = new Set(['sha256', 'partial', 'hub'])
  const names = namesIn(folder.blobs)
  return {
    evidence: names.some((name) => own.has(name) && holdsFiles(path.join(folder.blobs, name))),
    others: names.filter((name) => !own.has(name)).map((name) => path.join('blobs', name)),
  }
}

const othersIn = (folder: DataFolder): readonly string[] => {
  const own = new Set(
    [
      folder.keys,
      folder.blobs,
      folder.staging,
      folder.exports,
      folder.texts,
      folder.knownFiles,
      folder.lock,
      folder.reserve,
      folder.unfinished,
    ].map((place) => path.basename(place)),
  )
  const lockNames = /^lock\.db(-journal)?$/u
  const above = namesIn(folder.dir).filter(
    (name) => !own.has(name) && !lockNames.test(name) && !isUnfinishedDatabase(name),
  )
  const keyNames = /^(workspace|device)\.key/u
  const inKeys = namesIn(folder.keys)
    .filter((name) => !keyNames.test(name))
    .map((name) => path.join('keys', name))
  const below = [folder.staging, folder.exports, folder.texts, folder.knownFiles].flatMap((dir) =>
    namesIn(dir).map((name) => path.join(path.basename(dir), name)),
  )
  return [...above, ...inKeys, ...below, ...belowBlobs(folder).others]
}

/** What lies in a folder and is no part of a workspace, now or once, by its name. */
export const foreignIn = (folder: DataFolder): readonly string[] => {
  const own = new Set(
    [
      folder.keys,
      folder.blobs,
      folder.staging,
      folder.exports,
      folder.unsent,
      folder.texts,
      folder.knownFiles,
      folder.reserve,
      folder.unfinished,
      folder.service,
    ].map((place) => path.basename(place)),
  )
  return namesIn(folder.dir).filter((name) => !own.has(name) && !/^(fieldseal|hub|lock)\.db|^set-aside-/u.test(name))
}

/** The first of some names, and how many more there are. */
export const listed = (names: readonly string[]): string =>
  `${names.slice(0, namedMost).join(', ')}${names.length > namedMost ? ` and ${names.length - namedMost} more` : ''}`

/**
 * Why no workspace is made in a folder that has no database: it holds evidence, keys that sealed, or something else. A
 * new workspace would take the place of one whose database is only missing, or make private and use up what somebody
 * else has there.
 *
 * @returns null where the folder is empty, not there, or holds only what a set-up that did not end has left; also where
 * it has its database
 */
export const usedFolder = (folder: DataFolder): Refusal | null => {
  if (hasWorkspace(folder)) return null
  const others = othersIn(folder)
  const found = [
    ...(belowBlobs(folder).evidence ? ['stored evidence (blobs/)'] : []),
    ...(existsSync(folder.deviceKey) && !isUnfinished(folder) ? ['keys that a workspace was sealed with (keys/)'] : []),
    ...(others.length > 0 ? [`other things (${listed(others)})`] : []),
  ]
  if (found.length === 0) return null
  return refusal(
    'unavailable',
    `${folder.dir} has no ${path.basename(folder.database)} and is not empty: it holds ${found.join('; ')}. No workspace is made in it, and nothing was changed. ` +
      `If the database of this workspace is missing, put it back, or restore a backup: fieldseal restore FILE --data ${folder.dir}. For a new workspace choose an empty folder.`,
  )
}

/**
 * That a workspace was being set up in a folder and is not there, for whoever looks for one.
 *
 * @returns null where the folder has its database, holds anything else (`usedFolder`), or nothing was begun in it
 */
export const brokenSetUp = (folder: DataFolder): Refusal | null => {
  if (hasWorkspace(folder) || !isUnfinished(folder) || usedFolder(folder) !== null) return null
  return refusal(
    'unavailable',
    `A workspace was being set up in ${folder.dir}, and that was broken off before its end (unless another process is at it right now). Nothing of it is in use: there is no case, login or key to keep. ` +
      'Set it up again, as if the folder were empty; what is left of the first attempt goes then.',
  )
}
