import { statSync } from 'node:fs'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import { freeBytes, isOfFullDisk } from '../../platform/disk-full.ts'

const kibibyte = 1_024
const mebibyte = 1_048_576

/**
 * What a folder needs to be worked in: its log grows to 32 MiB before it is written back, and room for what it is
 * written back to.
 */
const roomToWork = 64 * mebibyte

const noRoom = (folder: DataFolder, free: number): Refusal =>
  refusal(
    'storage_full',
    `The disk of ${folder.dir} is full (${Math.floor(free / kibibyte)} KiB free), and a folder that is opened for work writes. Nothing is lost: what was sealed is in it as it was. Free at least ${roomToWork / mebibyte} MiB there, after an update of Fieldseal as much as the database has besides (${Math.ceil(statSync(folder.database).size / mebibyte)} MiB), and start again. Take nothing out of the folder itself. Until then \`fieldseal verify ${folder.dir}\` reads it where it is, and \`fieldseal backup --data ${folder.dir} --out FILE\` copies it to another disk.`,
  )

/**
 * Turns a full disk, which was met when a folder was opened or its service started, into a refusal in words; any other
 * error is thrown on.
 */
export const orFull = async <T>(
  folder: DataFolder,
  work: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> => {
  try {
    return await work()
  } catch (error) {
    if (!isOfFullDisk(error, folder.dir)) throw error
    return fail(noRoom(folder, freeBytes(folder.dir)))
  }
}
