import { statSync } from 'node:fs'
import path from 'node:path'
import { freeBytes, isOfFullDisk } from '../../platform/disk-full.ts'
import { checkpointPages } from './connection.ts'
import type { Connection } from './connection.ts'

const mebibyte = 1_048_576

/** On a disk with more room than this the log is written back as ever: it is half as long at most, but for one commit. */
const enough = 64 * mebibyte

/** What is left for the work beside the database, once the log is written back. */
const besides = mebibyte / 2

/** The log of a database on a disk that may be full. */
export interface LogRoom {
  /** Whether the connection may be closed, by which its log is written back. */
  readonly mayClose: () => boolean
  /** Something was committed: once there is room, the log is written back as ever. */
  readonly committed: () => void
}

/**
 * Writes the log of a database back where its disk is as good as full, by which the room that the log takes is free
 * again; or keeps it from being written back, where the database would grow by more than there is. That would take the
 * last room and come to nothing, and what was set aside to open the folder by would be gone.
 *
 * @param db the connection that writes, through which the log has been read
 * @throws what SQLite says of a database that is damaged
 */
export const createLogRoom = (db: Connection, database: string): LogRoom => {
  const dir = path.dirname(database)
  const fits = (): boolean => {
    const free = freeBytes(dir)
    if (free >= enough) return true
    const pages = db.pragma('page_count', { simple: true }) as number
    const size = pages * (db.pragma('page_size', { simple: true }) as number)
    return size - statSync(database).size + besides <= free
  }
  const writeBack = (most: number): void => void db.pragma(`wal_autocheckpoint = ${most}`)

  let isHeld = !fits()
  if (isHeld) writeBack(0)
  else if (freeBytes(dir) < enough) {
    try {
      db.pragma('wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // The file system had less room than it said.
      if (!isOfFullDisk(error, dir)) throw error
    }
  }
  return {
    mayClose: fits,
    committed: () => {
      if (!isHeld || !fits()) return
      isHeld = false
      writeBack(checkpointPages)
    },
  }
}
