import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DataFolder } from '../platform/data-folder.ts'

/** What the running service tells other processes of the same person: where it is, and a key that ends with it. */
export interface ServiceFile {
  readonly url: string
  readonly pid: number
  readonly institution_key: string
}

/**
 * Takes away what writers that were killed, or found the disk full, have left. Whoever writes holds the lock of the
 * folder (L-3), so none of them is at work.
 */
const sweep = async (folder: DataFolder): Promise<void> => {
  const { dir, base } = path.parse(folder.service)
  const left = (await readdir(dir)).filter((name) => name.startsWith(`${base}.`))
  for (const name of left) await rm(path.join(dir, name), { force: true })
}

/** Writes `service.json`, readable by its owner only; it appears whole or not at all. */
export const writeServiceFile = async (folder: DataFolder, content: ServiceFile): Promise<void> => {
  const unfinished = `${folder.service}.${process.pid}`
  await sweep(folder)
  await writeFile(unfinished, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(unfinished, folder.service)
}

/** Removes it at the end of the service. */
export const removeServiceFile = (folder: DataFolder): Promise<void> => rm(folder.service, { force: true })
