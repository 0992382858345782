import { createSecretKey } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { keyBytes, unwrapKey, wrapKey } from '../../platform/key-wrap.ts'
import { codeOf } from '../../platform/system-error.ts'
import type { Env } from '../../platform/env.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { openHashFile, writeHashFile } from './hash-file.ts'
import type { HashFile, HashFileWriter } from './hash-file.ts'
import type { KnownListsTable } from './tables.ts'

/** The file of a list that is being made, with what its row needs. */
export interface NewHashFile {
  readonly name: string
  readonly wrappedKey: Buffer
  readonly writer: HashFileWriter
}

/** What the files of lists stand on. */
export interface HashFileParts {
  readonly sql: SyncStatements
  readonly env: Pick<Env, 'random' | 'clock' | 'log'>
  /** 32 bytes. */
  readonly workspaceKey: Uint8Array
  /** The folder of the files. */
  readonly dir: string
}

/** The files of lists of known files, each under a key of its own in the row that names it (E-51). */
export interface HashFiles {
  make(): NewHashFile
  isHere(name: string): boolean
  /** Null where the file is not on this device, or cannot be opened. */
  open(list: Pick<KnownListsTable, 'file' | 'wrapped_key'>): HashFile | null
  /** Removes every file that no row names and nobody makes. */
  tidy(): void
}

/** Some systems keep a file that is open: it goes the next time. */
const removeFile = (file: string): void => {
  try {
    rmSync(file, { force: true, recursive: true })
  } catch (error) {
    if (!['EBUSY', 'EPERM', 'EACCES'].includes(codeOf(error))) throw error
  }
}

const contextOf = (name: string): string => `known files key ${name}`

/** Makes the keeper of the files. */
export const createHashFiles = ({ sql, env, workspaceKey, dir }: HashFileParts): HashFiles => {
  const workspace = createSecretKey(workspaceKey)
  const making = new Set<string>()
  const placeOf = (name: string): string => path.join(dir, name)
  return {
    make: () => {
      const name = env.random.uuidv7(env.clock.nowMs())
      const key = env.random.bytes(keyBytes)
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      making.add(name)
      const writer = writeHashFile(placeOf(name), key)
      return {
        name,
        wrappedKey: wrapKey(workspace, key, contextOf(name), env.random),
        writer: {
          ...writer,
          close: () => {
            making.delete(name)
            writer.close()
          },
        },
      }
    },
    isHere: (name) => existsSync(placeOf(name)),
    open: ({ file, wrapped_key: wrapped }) => {
      if (!existsSync(placeOf(file))) return null
      const key = unwrapKey(workspace, wrapped, contextOf(file))
      try {
        if (key !== null) return openHashFile(placeOf(file), key.export())
      } catch (error) {
        env.log.warn({ err: error }, 'a list of known files could not be opened')
        return null
      }
      env.log.warn({ file }, 'the key of a list of known files was altered')
      return null
    },
    tidy: () => {
      if (!existsSync(dir)) return
      const named = new Set(sql.all<{ file: string }>('select file from known_lists').map(({ file }) => file))
      for (const name of readdirSync(dir)) {
        const own = name.replace(/-(?:wal|shm|journal)$/u, '')
        if (!named.has(own) && !making.has(own)) removeFile(placeOf(name))
      }
    },
  }
}
