import { ownHubUrl } from '../server/sync/own-hub-url.ts'
import { openReader } from '../storage/sqlite/connection.ts'
import { belongsToHub, markHubBackup } from '../storage/sync/mark-hub-backup.ts'
import { restoredHubAlarm, restoredHubMessage } from '../sync/restored-hub.ts'

/** The copy of a folder on which a hub stands says so besides, by an alarm (Y-82); of other folders nothing is changed. */
export const markOfHub =
  (atMs: number) =>
  (copy: string, key: Uint8Array): void =>
    markHubBackup(copy, key, ownHubUrl, { code: restoredHubAlarm, message: restoredHubMessage(atMs), atMs })

/** Whether a copy is of a folder on which a hub stands. */
export const isCopyOfHub = (copy: string, key: Uint8Array): boolean => {
  const db = openReader(copy, key)
  try {
    return belongsToHub(db, ownHubUrl)
  } finally {
    db.close()
  }
}
