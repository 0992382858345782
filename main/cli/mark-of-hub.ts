import { ownHubUrl } from '../server/sync/own-hub-url.ts'
import { markHubBackup } from '../storage/sync/mark-hub-backup.ts'
import { restoredHubAlarm, restoredHubMessage } from '../sync/restored-hub.ts'

/** The copy of a folder on which a hub stands says so besides, by an alarm (Y-82); of other folders nothing is changed. */
export const markOfHub =
  (atMs: number) =>
  (copy: string, key: Uint8Array): void =>
    markHubBackup(copy, key, ownHubUrl, { code: restoredHubAlarm, message: restoredHubMessage(atMs), atMs })
