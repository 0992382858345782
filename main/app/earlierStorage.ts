import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { eraseFile } from '../platform/private-files.ts'

/**
 * Where Chromium wrote what was typed, in the clear, while the window had a profile on the disk (releases before drafts
 * were the service's).
 */
const folders = ['Session Storage', 'IndexedDB']

/**
 * Overwrites and removes what earlier releases left there. Must run before Electron is ready, which opens these files.
 *
 * @returns how many files were erased
 * @throws the system's error where a file cannot be erased
 */
export function eraseEarlierStorage(profile: string): number {
  let erased = 0
  for (const name of folders) {
    const folder = path.join(profile, name)
    if (!existsSync(folder)) continue
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const { parentPath, name: file } of files) eraseFile(path.join(parentPath, file))
    erased += files.length
    rmSync(folder, { recursive: true, force: true })
  }
  return erased
}
