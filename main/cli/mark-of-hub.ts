import { ownHubUrl } from '../server/sync/own-hub-url.ts'
import { standing } from '../storage/migrations/migrate.ts'
import { openReader } from '../storage/sqlite/connection.ts'
import { belongsToHub, markHubBackup } from '../storage/sync/mark-hub-backup.ts'
import { restoredHubAlarm, restoredHubMessage } from '../sync/restored-hub.ts'

/**
 * The copy of a folder on which a hub stands says so besides, by an alarm (Y-82); of other folders nothing is changed.
 */
export const markOfHub =
  (atMs: number) =>
  (copy: string, key: Uint8Array): void =>
    markHubBackup(copy, key, ownHubUrl, { code: restoredHubAlarm, message: restoredHubMessage(atMs), atMs })

/** Whether a development build made the database that was copied: no release restores its backup. */
export const isOfDevelopmentBuild = (copy: string, key: Uint8Array): boolean => {
  const db = openReader(copy, key)
  try {
    return standing(db) === 'development'
  } finally {
    db.close()
  }
}

/** Where a copy comes from: whether of a folder on which a hub stands, and whether an earlier release made it. */
export const originOf = (
  copy: string,
  key: Uint8Array,
): { readonly ofHub: boolean; readonly ofEarlierRelease: boolean } => {
  const db = openReader(copy, key)
  try {
    return { ofHub: belongsToHub(db, ownHubUrl), ofEarlierRelease: standing(db) === 'earlier' }
  } finally {
    db.close()
  }
}
