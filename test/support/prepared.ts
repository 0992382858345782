import {
  copyFileSync,
  existsSync,
  linkSync,
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
import { setTimeout } from 'node:timers/promises'

const variable = 'FIELDSEAL_PREPARED'

/** Before the first test: a folder for what all workers prepare once. */
export const setup = (): (() => void) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-prepared-'))
  process.env[variable] = dir
  return () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}

type Make = (dir: string) => Promise<object>

/** How soon a worker looks again whether another has made what it waits for. */
const nextLookMs = 20

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

/** Whether a process that still runs makes what this claim is about. */
const isHeld = (claim: string): boolean => {
  try {
    process.kill(Number(readFileSync(claim, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}

/** Takes the right to make what this claim is about; false where somebody else has it. */
const claims = (claim: string, attempt: string): boolean => {
  const mine = path.join(attempt, 'maker')
  writeFileSync(mine, String(process.pid))
  try {
    // A link is there with its content or not at all.
    linkSync(mine, claim)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Makes it in a folder beside; the first that is whole stays. */
const makeAt = async (prepared: string, attempt: string, make: Make): Promise<void> => {
  writeFileSync(answerOf(attempt), JSON.stringify(await make(folderOf(attempt))))
  try {
    renameSync(attempt, prepared)
  } catch (error) {
    if (!existsSync(prepared)) throw error
  }
}

/** One worker makes it; the others wait until it is there, or until nobody makes it any more. */
const prepare = async (prepared: string, make: Make): Promise<void> => {
  const claim = `${prepared}.claim`
  const attempt = mkdtempSync(`${prepared}.`)
  const isMine = claims(claim, attempt)
  try {
    while (!isMine && !existsSync(prepared) && isHeld(claim)) await setTimeout(nextLookMs)
    if (!existsSync(prepared)) await makeAt(prepared, attempt, make)
  } finally {
    if (isMine) rmSync(claim)
    rmSync(attempt, { recursive: true, force: true })
  }
}

const preparedAt = async (root: string, name: string, make: Make): Promise<string> => {
  const prepared = path.join(root, encodeURIComponent(name))
  if (!existsSync(prepared)) await prepare(prepared, make)
  return prepared
}

/** The folder that `make` filled, once a run for a name: for what nobody changes. It goes with the run. */
export const sharedFolder = async (name: string, make: (dir: string) => Promise<void>): Promise<string> => {
  const root = process.env[variable]
  if (root === undefined) throw new Error('Nothing is prepared here: start these tests by scripts/e2e.ts.')
  const made = async (dir: string): Promise<object> => {
    await make(dir)
    return {}
  }
  return folderOf(await preparedAt(root, name, made))
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
  const prepared = await preparedAt(root, name, make)
  mkdirSync(path.dirname(dataDir), { recursive: true })
  copyFolder(folderOf(prepared), dataDir)
  return JSON.parse(readFileSync(answerOf(prepared), 'utf8')) as T
}
