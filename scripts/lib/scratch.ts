import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Linux’s file system in memory. */
const memory = '/dev/shm'
/** The longest test holds a few GiB of evidence; less than this leaves too little beside the browsers. */
const leastRoom = 8 * 2 ** 30
const leastFree = 12 * 2 ** 30

/**
 * Whether a program that lies in the folder can be run: where it is mounted `noexec`, tests that make programs would
 * fail.
 */
const runsPrograms = (folder: string): boolean => {
  const program = path.join(folder, 'true')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

const hasRoom = (): boolean => {
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= leastRoom && process.availableMemory() >= leastFree
}

/** Servers that tests start as another user (PostgreSQL runs under no root) find their folders below it. */
const makeBelow = (parent: string): string => {
  const folder = mkdtempSync(path.join(parent, 'fieldseal-test-'))
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Makes the folder in which tests keep what they throw away: in memory where there is enough of it, because they wait
 * for thousands of syncs of a disk, and in the system's folder otherwise. Remove it afterwards.
 */
export const makeScratch = (): string => {
  if (process.platform !== 'linux' || !existsSync(memory) || !hasRoom()) return makeBelow(tmpdir())
  const folder = makeBelow(memory)
  if (runsPrograms(folder)) return folder
  rmSync(folder, { recursive: true })
  return makeBelow(tmpdir())
}
