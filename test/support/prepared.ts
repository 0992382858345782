import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const variable = 'FIELDSEAL_PREPARED'

/** Before the first test: a folder for what all workers prepare once. */
export const setup = (): (() => void) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-prepared-'))
  process.env[variable] = dir
  return () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}

const answerOf = (prepared: string): string => path.join(prepared, 'made.json')
const folderOf = (prepared: string): string => path.join(prepared, 'data')

/** A copy with the permissions of the original, of its folders too. */
const copyFolder = (from: string, to: string): void => {
  mkdirSync(to, { mode: statSync(from).mode })
  for (const item of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, item.name), path.join(to, item.name)]
    if (item.isDirectory()) copyFolder(source, target)
    else copyFileSync(source, target)
  }
}

/** Several workers may make the same one at a time: the first that is whole stays. */
const prepare = async (prepared: string, make: (dataDir: string) => Promise<object>): Promise<void> => {
  const attempt = mkdtempSync(`${prepared}.`)
  writeFileSync(answerOf(attempt), JSON.stringify(await make(folderOf(attempt))))
  try {
    renameSync(attempt, prepared)
  } catch (error) {
    rmSync(attempt, { recursive: true })
    if (!existsSync(prepared)) throw error
  }
}

/**
 * A folder as `make` makes it, and what that answered, as JSON keeps it. It is made once a run for a name and copied
 * from then on: keys, ids and passwords of two of one name are the same. Folders that meet need names of their own.
 * Where nothing is prepared, as in benches, it is made anew.
 */
export const preparedFolder = async <T extends object>(
  name: string,
  dataDir: string,
  make: (dataDir: string) => Promise<T>,
): Promise<T> => {
  const root = process.env[variable]
  if (root === undefined) return await make(dataDir)
  const prepared = path.join(root, encodeURIComponent(name))
  if (!existsSync(prepared)) await prepare(prepared, make)
  mkdirSync(path.dirname(dataDir), { recursive: true })
  copyFolder(folderOf(prepared), dataDir)
  return JSON.parse(readFileSync(answerOf(prepared), 'utf8')) as T
}
