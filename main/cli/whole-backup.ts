import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { openBlobs, type BlobStore } from '../blobs/file-store.ts'
import type { DataFolder } from '../platform/data-folder.ts'
import { developmentBuild } from '../platform/development-build.ts'
import type { FolderKeys } from '../platform/key-files.ts'
import { syncFolder } from '../platform/private-files.ts'
import { systemRandom } from '../platform/random.ts'
import { isAbsent } from '../platform/system-error.ts'
import { settleCopy } from '../storage/evidence/settle-copy.ts'
import { hubDatabaseKey } from '../storage/hub/keys.ts'
import { markBackup } from '../storage/ledger/backup-mark.ts'
import { isPlainDatabase } from '../storage/sqlite/plain-database.ts'
import { failed, misused, type Stop } from './io.ts'
import { copyChecked, nameCopy, placedIn, type BackupMade, type CopyMade } from './backup.ts'
import { isOfDevelopmentBuild, markOfHub } from './mark-of-hub.ts'
import { blobsNamedBy, blobsNamedByHub, type NamedBlob } from './named-blobs.ts'
import { copyNew, isThere, linkOrCopy } from './new-file.ts'
import { bringUnsent, type UnsentTaken } from './unsent-files.ts'

/** Where the parts of a backup lie: all of them beside the file that is named, which is the database. */
export interface BackupPlaces {
  readonly file: string
  readonly hub: string
  readonly keys: string
  /** As `blobs/` of a data folder is. */
  readonly evidence: string
  /** Of a laptop that was removed: the files of what its hub never got. */
  readonly unsent: string
}

/** The parts of the backup that is called by this file. */
export const backupPlaces = (file: string): BackupPlaces => ({
  file,
  hub: `${file}.hub`,
  keys: `${file}.keys`,
  evidence: `${file}.evidence`,
  unsent: `${file}.unsent`,
})

/** The stores of evidence of a folder that is laid out as `blobs/` is: the workspace's, and a hub's. */
export const storesIn = (folder: string): { readonly own: BlobStore; readonly hub: BlobStore } => ({
  own: openBlobs(folder, systemRandom()),
  hub: openBlobs(path.join(folder, 'hub'), systemRandom()),
})

export interface BackupChoices {
  readonly withKeys: boolean
  readonly withoutEvidence: boolean
  /** Whether the hub keeps evidence in a bucket, which is no part of the folder. */
  readonly inBucket: boolean
}

/** Stored files, and their bytes as they are stored. */
export interface FilesTold {
  readonly files: number
  readonly bytes: number
}

/** A backup that lies under its name. */
export interface WholeBackup {
  readonly database: BackupMade
  readonly hub: BackupMade | null
  /** Entries that the hub's store in it holds, and its own folder beside it not yet; 0 where there is no such store. */
  readonly behind: number
  /**
   * What was taken along, and the SHA-256 of what could not be: it is missing in the folder, or is not what was stored.
   */
  readonly evidence: FilesTold & { readonly lacking: readonly string[] }
  /** What the databases name and was left out as asked. */
  readonly leftOut: FilesTold
  readonly keys: string | null
  readonly unsent: UnsentTaken
}

interface Stored {
  readonly blob: NamedBlob
  readonly from: BlobStore
  readonly to: BlobStore
}

const namedIn = async (
  folder: DataFolder,
  keys: FolderKeys,
  target: string,
  copies: { readonly database: string; readonly hub: string | null },
): Promise<readonly Stored[]> => {
  const from = storesIn(folder.blobs)
  const to = storesIn(target)
  const own = (await blobsNamedBy(copies.database, keys)).map((blob): Stored => ({ blob, from: from.own, to: to.own }))
  const ofHub =
    copies.hub === null
      ? []
      : (await blobsNamedByHub(copies.hub, keys)).map((blob): Stored => ({ blob, from: from.hub, to: to.hub }))
  return [...own, ...ofHub]
}

/** Whether a store has a file that its key opens; null where it has none. */
const opensIn = async (store: BlobStore, { name, key }: NamedBlob): Promise<boolean | null> => {
  if (key === null) return false
  const opened = await store.open(name, key)
  if (opened.ok) await opened.value.close()
  return opened.ok ? true : opened.error.code === 'missing' ? null : false
}

/** Takes one file along; answers its bytes, or null where the folder has none that opens. */
const takeAlong = async ({ blob, from, to }: Stored, mark: string): Promise<Result<number | null, string>> => {
  if ((await opensIn(from, blob)) !== true) return ok(null)
  const target = to.pathOf(blob.name)
  const there = await opensIn(to, blob)
  if (there === false)
    return fail(
      `${target} exists and is not the file that this folder has under this name. It was not changed. Choose another name for the backup.`,
    )
  try {
    const { size } = await stat(from.pathOf(blob.name))
    if (there === null) {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await linkOrCopy(from.pathOf(blob.name), target, mark)
    }
    return ok(size)
  } catch (error) {
    // Its case was given back meanwhile.
    if (isAbsent(error)) return ok(null)
    throw error
  }
}

const takeEvidence = async (
  stored: readonly Stored[],
  mark: string,
): Promise<Result<{ readonly told: FilesTold; readonly lacking: readonly Stored[] }, string>> => {
  const lacking: Stored[] = []
  const folders = new Set<string>()
  let bytes = 0
  for (const one of stored) {
    const taken = await takeAlong(one, mark)
    if (!taken.ok) return taken
    if (taken.value === null) lacking.push(one)
    else folders.add(path.dirname(one.to.pathOf(one.blob.name)))
    bytes += taken.value ?? 0
  }
  for (const folder of folders) syncFolder(folder)
  return ok({ told: { files: stored.length - lacking.length, bytes }, lacking })
}

const sizes = async (stored: readonly Stored[]): Promise<FilesTold> => {
  let bytes = 0
  for (const { blob, from } of stored)
    bytes += await stat(from.pathOf(blob.name)).then(
      ({ size }) => size,
      () => 0,
    )
  return { files: stored.length, bytes }
}

/** Whether a folder holds these very files, and no other. */
const isSameKeys = async (folder: string, other: string): Promise<boolean> => {
  const names = (await readdir(folder)).sort()
  if (names.join('/') !== (await readdir(other)).sort().join('/')) return false
  for (const name of names)
    if (Buffer.compare(await readFile(path.join(folder, name)), await readFile(path.join(other, name))) !== 0)
      return false
  return true
}

/** Copies the files of a folder of keys into a new one. */
export const copyKeys = async (from: string, unfinished: string, mark: string): Promise<void> => {
  await mkdir(unfinished, { mode: 0o700 })
  for (const name of await readdir(from)) await copyNew(path.join(from, name), path.join(unfinished, name), mark)
  syncFolder(unfinished)
}

/** Why the parts of a backup cannot get their names; null where nothing stands in the way now. */
const takenName = async (folder: DataFolder, places: BackupPlaces): Promise<string | null> => {
  for (const place of [places.file, places.hub])
    if (await isThere(place))
      return `${place} exists already; a backup never replaces one. Nothing was changed. Choose another name.`
  if ((await isThere(places.keys)) && !(await isSameKeys(folder.keys, places.keys)))
    return `${places.keys} exists already, with other keys than this folder has; a backup never replaces one. Nothing was changed. Choose another name.`
  const parent = path.dirname(places.file)
  return (await isThere(parent))
    ? null
    : `there is no folder ${parent}. Nothing was written. Make it, or name another one.`
}

interface Copies {
  readonly database: CopyMade
  readonly hub: CopyMade | null
}

const copyDatabases = async (
  folder: DataFolder,
  keys: FolderKeys,
  places: BackupPlaces,
  mark: string,
): Promise<Result<Copies, string>> => {
  const madeAtMs = Date.now()
  const marked = (copy: string, key: Uint8Array): Result<void, string> => {
    if (isOfDevelopmentBuild(copy, key)) return fail(developmentBuild.message)
    markBackup(copy, key, madeAtMs)
    markOfHub(madeAtMs)(copy, key)
    settleCopy(copy, key)
    return ok(undefined)
  }
  const database = await copyChecked(folder.database, keys.database, `${places.file}.${mark}.part`, { mark: marked })
  if (!database.ok) return database
  if (!existsSync(folder.hubDatabase)) return ok({ database: database.value, hub: null })
  // After the folder's own database, so that of the two the hub never knows less: a hub that knows less than its
  // devices is one that rolled back (Y-51).
  const hub = await copyChecked(folder.hubDatabase, hubDatabaseKey(keys.workspace), `${places.hub}.${mark}.part`, {
    cases: 'chains',
  })
  return hub.ok ? ok({ database: database.value, hub: hub.value }) : fail(`the store of the hub: ${hub.error}`)
}

/**
 * Gives all parts their names, the database last: where it lies, the backup is whole. What was named is taken back
 * where a name is taken meanwhile.
 */
const publish = async (
  folder: DataFolder,
  places: BackupPlaces,
  copies: Copies,
  withKeys: boolean,
  mark: string,
): Promise<void> => {
  const named: string[] = []
  const name = async (place: string, work: () => Promise<void>): Promise<void> => {
    await work()
    named.push(place)
  }
  try {
    const { hub } = copies
    if (hub !== null) await name(places.hub, () => nameCopy(hub, places.hub))
    if (withKeys && !(await isThere(places.keys))) {
      await copyKeys(folder.keys, `${places.keys}.${mark}.part`, mark)
      await name(places.keys, () => rename(`${places.keys}.${mark}.part`, places.keys))
    }
    await nameCopy(copies.database, places.file)
  } catch (error) {
    for (const place of named) await rm(place, { recursive: true, force: true })
    throw error
  }
}

const told = ({ bytes, cases, entries }: CopyMade): BackupMade => ({ bytes, cases, entries })

/**
 * Makes a whole backup of a data folder while others write to it: its database, the store of its hub, its keys where
 * asked, and the evidence that both name. Files of evidence never change, so they are second names of the same bytes
 * where the file system can, and what lies at their place from an earlier backup stays. Throws what the disk says; then
 * no backup lies under the name.
 *
 * @returns why none can be made, in words
 */
export const backUpFolder = async (
  folder: DataFolder,
  keys: FolderKeys,
  file: string,
  choices: BackupChoices,
): Promise<Result<WholeBackup, Stop>> => {
  const places = backupPlaces(file)
  if (isPlainDatabase(folder.database)) return fail(failed(developmentBuild.message))
  const taken = await takenName(folder, places)
  if (taken !== null) return fail(misused(taken))
  const mark = randomUUID()
  try {
    const copies = await copyDatabases(folder, keys, places, mark)
    if (!copies.ok) return fail(failed(copies.error))
    const { database, hub } = copies.value
    const behind = hub === null ? 0 : Math.max(0, hub.entries - placedIn(database.unfinished, keys.database))
    const stored = await namedIn(folder, keys, places.evidence, {
      database: database.unfinished,
      hub: hub === null || choices.inBucket ? null : hub.unfinished,
    })
    const evidence = choices.withoutEvidence
      ? ok({ told: { files: 0, bytes: 0 }, lacking: [] })
      : await takeEvidence(stored, mark)
    if (!evidence.ok) return fail(failed(evidence.error))
    const unsent = await bringUnsent(folder.unsent, places.unsent, mark)
    if (!unsent.ok) return fail(failed(`${unsent.error} Choose another name for the backup.`))
    await publish(folder, places, copies.value, choices.withKeys, mark)
    return ok({
      database: told(database),
      hub: hub === null ? null : told(hub),
      behind,
      evidence: { ...evidence.value.told, lacking: evidence.value.lacking.map(({ blob }) => blob.sha256) },
      leftOut: choices.withoutEvidence ? await sizes(stored) : { files: 0, bytes: 0 },
      keys: choices.withKeys ? places.keys : null,
      unsent: unsent.value,
    })
  } finally {
    for (const place of [places.file, places.hub, places.keys])
      await rm(`${place}.${mark}.part`, { recursive: true, force: true })
  }
}
