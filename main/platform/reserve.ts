import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import type { DataFolder } from './data-folder.ts'
import { freeBytes, isDiskFull } from './disk-full.ts'
import type { Random } from './random.ts'
import { codeOf, isAbsent } from './system-error.ts'

/**
 * A start takes some 300 KiB of it: the log and its index, the lock's journal, `service.json`, the first sessions and
 * checkpoints.
 */
export const reserveSize = 2 * 1_048_576

/** What a start takes, with something to spare: a reserve of less would not open the folder. */
const leastReserve = 512 * 1_024

/** A disk with less is as good as full: what is left is for the work. */
const roomBeside = 8 * reserveSize

const sizeOf = (file: string): number | null => {
  try {
    return statSync(file).size
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** Gives the reserve of a folder free. Answers whether there was one. */
export const spendReserve = ({ reserve }: Pick<DataFolder, 'reserve'>): boolean => {
  const wasThere = sizeOf(reserve) !== null
  rmSync(reserve, { force: true })
  return wasThere
}

const writeReserve = (
  { reserve }: Pick<DataFolder, 'reserve'>,
  random: Pick<Random, 'bytes'>,
  size = reserveSize,
): void => {
  const file = openSync(reserve, 'w', 0o600)
  try {
    writeSync(file, random.bytes(size))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Sets room aside in a folder, with which it is opened where its disk has become full: what is opened writes, and
 * cannot be read without. It holds random bytes, because file systems that compress would keep no room for others.
 * Nothing is done where it stands already, where the disk has little more room, or where the system refuses it: a later
 * start or end sets it aside.
 */
export const keepReserve = (folder: Pick<DataFolder, 'dir' | 'reserve'>, random: Pick<Random, 'bytes'>): void => {
  try {
    if (sizeOf(folder.reserve) === reserveSize || freeBytes(folder.dir) < reserveSize + roomBeside) return
    writeReserve(folder, random)
  } catch (error) {
    if (codeOf(error) === '') throw error
    if (isDiskFull(error)) spendReserve(folder)
  }
}

/**
 * Sets aside what is free of a full disk, up to the size of a reserve, however little is left beside it: room that this
 * folder gave free to be opened, and that others would use up, so that it could not be opened a second time.
 * Nothing is done where a reserve stands, or where there is too little to open the folder by.
 *
 * @param room bytes that are free
 */
export const holdReserve = (
  folder: Pick<DataFolder, 'dir' | 'reserve'>,
  random: Pick<Random, 'bytes'>,
  room = freeBytes(folder.dir),
): void => {
  if (sizeOf(folder.reserve) !== null) return
  // What statfs counts as free cannot all be had on every file system.
  for (let size = Math.min(reserveSize, room); size >= leastReserve; size = Math.floor((size * 3) / 4)) {
    try {
      writeReserve(folder, random, size)
      return
    } catch (error) {
      spendReserve(folder)
      if (!isDiskFull(error)) return
    }
  }
}

/** Whether what is set aside in a folder is what was left of a full disk, and less than a whole reserve. */
export const isShortReserve = ({ reserve }: Pick<DataFolder, 'reserve'>): boolean =>
  (sizeOf(reserve) ?? reserveSize) < reserveSize
