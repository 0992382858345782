import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import type { DataFolder } from './data-folder.ts'
import { freeBytes, isDiskFull } from './disk-full.ts'
import type { Random } from './random.ts'
import { codeOf, isAbsent } from './system-error.ts'

/** A start takes some 300 KiB of it: the log and its index, the lock's journal, `service.json`, the first sessions and checkpoints. */
export const reserveSize = 2 * 1_048_576

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

const writeReserve = ({ reserve }: Pick<DataFolder, 'reserve'>, random: Pick<Random, 'bytes'>): void => {
  const file = openSync(reserve, 'w', 0o600)
  try {
    writeSync(file, random.bytes(reserveSize))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Sets room aside in a folder, with which it is opened where its disk has become full: what is opened writes, and cannot be read without. It holds random bytes,
 * because file systems that compress would keep no room for others. Nothing is done where it stands already, where the disk has little more room, or where the system
 * refuses it: a later start or end sets it aside.
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
