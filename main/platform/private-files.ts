import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

/** Files that only their owner can read, written durably and removed with their content. */

const writeAll = (handle: number, bytes: Uint8Array, at?: number): void => {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(handle, bytes, written, bytes.length - written, at === undefined ? null : at + written)
  }
}

/** Makes the names in a folder durable; where folders cannot be opened (Windows), the file system does so itself. */
export const syncFolder = (dir: string): void => {
  if (process.platform === 'win32') return
  const handle = openSync(dir, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes the content of a file durable. */
export const syncFile = (file: string): void => {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Writes a new file that only its owner can read, durably. Throws where it exists: a key is never overwritten. */
export const writePrivateFile = (file: string, content: string | Uint8Array): void => {
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeAll(handle, typeof content === 'string' ? Buffer.from(content, 'utf8') : content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  syncFolder(path.dirname(file))
}

/** The first bytes of a file; fewer where it is shorter. */
export const firstBytes = (file: string, count: number): Buffer => {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(count)
    return bytes.subarray(0, readSync(handle, bytes, 0, count, 0))
  } finally {
    closeSync(handle)
  }
}

const chunkBytes = 1_048_576

const overwrite = (handle: number): void => {
  const zeros = Buffer.alloc(chunkBytes)
  const { size } = fstatSync(handle)
  for (let at = 0; at < size; at += chunkBytes) writeAll(handle, zeros.subarray(0, Math.min(chunkBytes, size - at)), at)
  fsyncSync(handle)
}

/**
 * Holds a file whose name is about to go to another or to vanish, so that its old content can be overwritten
 * afterwards: a crash in between then leaves either the old file or the new one, whole. Where the name of an open file
 * cannot be taken away (Windows), nothing is held.
 */
export const holdContent = (file: string): { overwrite(): void; release(): void } => {
  const handle = process.platform === 'win32' || !existsSync(file) ? null : openSync(file, 'r+')
  return {
    overwrite: () => void (handle !== null && overwrite(handle)),
    release: () => void (handle !== null && closeSync(handle)),
  }
}

/** Puts a file that is already durable in the place of another one, whose content is overwritten. */
export const replaceFile = (next: string, file: string): void => {
  const held = holdContent(file)
  try {
    renameSync(next, file)
    syncFolder(path.dirname(file))
    held.overwrite()
  } finally {
    held.release()
  }
}

/**
 * Gives a file the name `FILE.set-aside`, with a number where that is taken, and answers its new path; nothing is
 * overwritten.
 */
export const setFileAside = (file: string): string => {
  let target = `${file}.set-aside`
  for (let n = 2; existsSync(target); n++) target = `${file}.set-aside.${n}`
  renameSync(file, target)
  syncFolder(path.dirname(file))
  return target
}

/**
 * Overwrites a file and removes it; one that is not there is no error. On disks that write elsewhere (SSDs) old blocks
 * may outlive it.
 */
export const eraseFile = (file: string): void => {
  if (!existsSync(file)) return
  const handle = openSync(file, 'r+')
  try {
    overwrite(handle)
  } finally {
    closeSync(handle)
  }
  unlinkSync(file)
  syncFolder(path.dirname(file))
}

/** Writes a file anew in the place of another one; it is the old one or the new one at any time. */
export const rewritePrivateFile = (file: string, content: Uint8Array): void => {
  const next = `${file}.new`
  rmSync(next, { force: true })
  writePrivateFile(next, content)
  replaceFile(next, file)
}
