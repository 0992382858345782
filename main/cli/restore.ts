import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import type { BlobStore } from '../blobs/file-store.ts'
import { dataFolder, hasWorkspace, makeDataFolder, type DataFolder } from '../platform/data-folder.ts'
import { takeFolderLock } from '../platform/folder-lock.ts'
import { syncFolder } from '../platform/private-files.ts'
import { setAsidePlace } from '../platform/set-aside-copies.ts'
import { foreignIn, listed } from '../platform/used-folder.ts'
import type { GivenKey } from '../platform/workspace-key.ts'
import { hubDatabaseKey } from '../storage/hub/keys.ts'
import { requireContent } from '../storage/sqlite/damage.ts'
import { isPlainDatabase } from '../storage/sqlite/plain-database.ts'
import { checkedCopy, type BackupMade } from './backup.ts'
import { failed, misused, type Stop } from './io.ts'
import { originOf } from './mark-of-hub.ts'
import { blobsNamedBy, blobsNamedByHub, type NamedBlob } from './named-blobs.ts'
import { copyNew, isThere, linkOrCopy } from './new-file.ts'
import { keysOfBackup, ofDevelopmentBuild, type FittingKeys } from './restore-keys.ts'
import { unsentIn, type Unsent } from './unsent.ts'
import { bringUnsent, type UnsentTaken } from './unsent-files.ts'
import { backupPlaces, copyKeys, storesIn, type BackupPlaces } from './whole-backup.ts'

export interface RestoreChoices {
  /** Whether a workspace that the folder holds may be set aside. */
  readonly setsAside: boolean
  /** The workspace key where it comes from outside of the folder. */
  readonly given: GivenKey | undefined
  readonly nowMs: number
  /** Told before each file of evidence that is read. */
  readonly onProgress: (done: number, total: number) => void
}

/** What became of the files of evidence that a database names. */
export interface EvidenceRestored {
  /** Were in the folder, whole. */
  readonly present: number
  readonly restored: number
  /** SHA-256 of those that neither the folder nor the backup has, or not as they were sealed. */
  readonly lacking: readonly string[]
}

/** A folder that holds what a backup held. */
export interface Restored {
  readonly database: Pick<BackupMade, 'cases' | 'entries'>
  /** Whether the store of a hub was restored: one on PostgreSQL is in no backup of the folder. */
  readonly hub: boolean
  /** Whether a hub stands on the folder, wherever its store is. */
  readonly ofHub: boolean
  /** Whether an earlier release made the backup, so that the folder is to be opened once before it can be verified. */
  readonly ofEarlierRelease: boolean
  readonly evidence: EvidenceRestored
  readonly keysFrom: FittingKeys['from']
  /** Where what lay in the way is now; null where nothing did. */
  readonly setAside: string | null
  /** What is in the database that lay in the way, and neither in the backup nor at a hub; null: it cannot be told. */
  readonly unsent: Unsent | null
  /** The files of a removed laptop that hold what its hub never got. */
  readonly unsentFiles: UnsentTaken
}

/** Moves things out of the way, into a folder that is made when it is needed. */
interface Aside {
  move(file: string): Promise<void>
  used(): string | null
}

const asideIn = (folder: DataFolder, nowMs: number): Aside => {
  const dir = setAsidePlace(folder, nowMs)
  let used: string | null = null
  return {
    move: async (file) => {
      if (!(await isThere(file))) return
      const place = path.join(dir, path.relative(folder.dir, file))
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
      await rename(file, place)
      used = dir
    },
    used: () => used,
  }
}

const hasHash = async (
  store: BlobStore,
  { name, sha256, key }: NamedBlob,
): Promise<'whole' | 'missing' | 'differs'> => {
  if (key === null) return 'differs'
  const found = await store.hashOf(name, key)
  return found === null ? 'missing' : found === sha256 ? 'whole' : 'differs'
}

/**
 * Puts one file in its place, where the folder has not got it whole; what is there and is another is set aside for a
 * whole one.
 */
const bringBack = async (
  blob: NamedBlob,
  from: BlobStore,
  to: BlobStore,
  aside: Aside,
  mark: string,
): Promise<'present' | 'restored' | 'lacking'> => {
  const present = await hasHash(to, blob)
  if (present === 'whole') return 'present'
  if ((await hasHash(from, blob)) !== 'whole') return 'lacking'
  const place = to.pathOf(blob.name)
  await aside.move(place)
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  await linkOrCopy(from.pathOf(blob.name), place, mark)
  // What was copied is read once more from where it lies now.
  return (await hasHash(to, blob)) === 'whole' ? 'restored' : 'lacking'
}

/** From which backup, with which keys, into which folder evidence is brought back. */
interface EvidenceBringing {
  readonly folder: DataFolder
  readonly places: BackupPlaces
  readonly fitting: FittingKeys
  readonly aside: Aside
  readonly mark: string
}

const bringEvidence = async (
  { folder, places, fitting: { keys }, aside, mark }: EvidenceBringing,
  onProgress: RestoreChoices['onProgress'],
): Promise<EvidenceRestored> => {
  const [from, to] = [storesIn(places.evidence), storesIn(folder.blobs)]
  const own = (await blobsNamedBy(places.file, keys)).map((blob) => ({ blob, from: from.own, to: to.own }))
  const ofHub = existsSync(places.hub)
    ? (await blobsNamedByHub(places.hub, keys)).map((blob) => ({ blob, from: from.hub, to: to.hub }))
    : []
  const counts = { present: 0, restored: 0 }
  const lacking: string[] = []
  const all = [...own, ...ofHub]
  for (const [done, one] of all.entries()) {
    onProgress(done, all.length)
    const became = await bringBack(one.blob, one.from, one.to, aside, mark)
    if (became === 'lacking') lacking.push(one.blob.sha256)
    else counts[became] += 1
    if (became === 'restored') syncFolder(path.dirname(one.to.pathOf(one.blob.name)))
  }
  return { ...counts, lacking }
}

const withLogs = (database: string): readonly string[] =>
  ['', '-wal', '-shm', '-journal'].map((ending) => `${database}${ending}`)

/** A copy of a database of the backup within the folder, read once more from there. */
const copyIn = async (
  source: string,
  target: string,
  key: Uint8Array,
  cases: 'cases' | 'chains',
  mark: string,
): Promise<Result<Omit<BackupMade, 'bytes'>, Stop>> => {
  await copyNew(source, target, mark)
  const checked = checkedCopy(target, key, cases)
  return checked.ok
    ? checked
    : fail(failed(`${source}: ${checked.error}. Nothing of the folder was changed. Use another backup.`))
}

const placeKeys = async (folder: DataFolder, places: BackupPlaces, aside: Aside, mark: string): Promise<void> => {
  const unfinished = `${folder.keys}.${mark}.part`
  await copyKeys(places.keys, unfinished, mark)
  if ((await readdir(folder.keys)).length > 0) await aside.move(folder.keys)
  else await rmdir(folder.keys)
  await rename(unfinished, folder.keys)
}

/** The names of the copies until all of them are whole and checked. */
const unfinishedIn = (folder: DataFolder, mark: string): { readonly database: string; readonly hub: string } => ({
  database: `${folder.database}.${mark}.restored`,
  hub: `${folder.hubDatabase}.${mark}.restored`,
})

const putInPlace = async (
  folder: DataFolder,
  places: BackupPlaces,
  { from }: FittingKeys,
  aside: Aside,
  mark: string,
): Promise<void> => {
  const unfinished = unfinishedIn(folder, mark)
  for (const file of [...withLogs(folder.database), ...withLogs(folder.hubDatabase)]) await aside.move(file)
  if (from === 'backup') await placeKeys(folder, places, aside, mark)
  if (existsSync(unfinished.hub)) await rename(unfinished.hub, folder.hubDatabase)
  syncFolder(folder.dir)
  await rename(unfinished.database, folder.database)
  await rm(folder.unfinished, { force: true })
  syncFolder(folder.dir)
}

const restoreLocked = async (
  folder: DataFolder,
  places: BackupPlaces,
  { setsAside, given, nowMs, onProgress }: RestoreChoices,
): Promise<Result<Restored, Stop>> => {
  const inTheWay = hasWorkspace(folder) || existsSync(folder.hubDatabase)
  if (inTheWay && !setsAside) {
    return fail(
      misused(
        `${folder.dir} holds a workspace. Nothing was changed. With --set-aside its databases, and keys that do not belong to the backup, are moved into a folder of their own within it, and nothing is deleted by that.`,
      ),
    )
  }
  const fitting = keysOfBackup(folder, places, given)
  if (!fitting.ok) return fitting
  const { keys, from } = fitting.value
  const mark = randomUUID()
  const aside = asideIn(folder, nowMs)
  const unfinished = unfinishedIn(folder, mark)
  try {
    const database = await copyIn(places.file, unfinished.database, keys.database, 'cases', mark)
    if (!database.ok) return database
    const hub = existsSync(places.hub)
      ? await copyIn(places.hub, unfinished.hub, hubDatabaseKey(keys.workspace), 'chains', mark)
      : null
    if (hub?.ok === false) return hub
    const { ofHub, ofEarlierRelease } = originOf(unfinished.database, keys.database)
    const unsent = unsentIn(folder.database, keys.database, unfinished.database)
    const evidence = await bringEvidence({ folder, places, fitting: fitting.value, aside, mark }, onProgress)
    const unsentFiles = await bringUnsent(places.unsent, folder.unsent, mark)
    if (!unsentFiles.ok) return fail(failed(`${unsentFiles.error} Move one of them elsewhere, and restore again.`))
    await putInPlace(folder, places, fitting.value, aside, mark)
    return ok({
      database: database.value,
      hub: hub !== null,
      ofHub,
      ofEarlierRelease,
      evidence,
      keysFrom: from,
      setAside: aside.used(),
      unsent,
      unsentFiles: unsentFiles.value,
    })
  } finally {
    for (const file of [...withLogs(unfinished.database), ...withLogs(unfinished.hub), `${folder.keys}.${mark}.part`])
      await rm(file, { recursive: true, force: true })
  }
}

/**
 * Brings a data folder to what a backup holds: its databases, its evidence, each file read and held against its sealed
 * hash, and its keys where the folder has none that fit. The database gets its name last; what lies in the way is set
 * aside. Throws what the disk says; the folder can be restored again then.
 *
 * @param file the database of the backup; its other parts lie beside it
 * @returns why it cannot be done, in words; nothing was changed then
 */
export const restoreFolder = async (
  file: string,
  dir: string,
  choices: RestoreChoices,
): Promise<Result<Restored, Stop>> => {
  const places = backupPlaces(file)
  const folder = dataFolder(dir)
  if (!(await isThere(file))) return fail(misused(`there is no backup ${file}`))
  const content = requireContent(file)
  if (!content.ok) return fail(failed(`${file} is empty: it is no backup. Nothing was changed. Use another one.`))
  if (isPlainDatabase(file)) return fail(failed(`${file}: ${ofDevelopmentBuild}`))
  const foreign = foreignIn(folder)
  if (foreign.length > 0)
    return fail(
      misused(
        `${folder.dir} holds things that are not of Fieldseal (${listed(foreign)}). Nothing was changed. Choose an empty folder.`,
      ),
    )
  await makeDataFolder(folder)
  const lock = takeFolderLock(folder.lock)
  if (lock === null)
    return fail(failed(`A Fieldseal service works in ${folder.dir}. Nothing was changed. Stop it, then restore.`))
  try {
    return await restoreLocked(folder, places, choices)
  } finally {
    lock.release()
  }
}
