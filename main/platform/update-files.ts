import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { isAbsent } from './system-error.ts'
import { rewritePrivateFile } from './private-files.ts'

/** Where updates are looked for, who said so, and what was found last: small files that the desktop keeps. */

const isLoopback = (url: URL): boolean =>
  url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)

/** An HTTPS address without a query, or the absolute path of a folder, such as that of a stick. */
export const updateSource = z
  .string()
  .max(1_000)
  .refine((text) => {
    if (path.isAbsolute(text)) return !/\p{Cc}/u.test(text)
    const url = URL.parse(text)
    const isWeb = url !== null && (url.protocol === 'https:' || isLoopback(url))
    return isWeb && url.username === '' && url.search === '' && url.hash === ''
  }, 'must be an https address without user, query and fragment, or the absolute path of a folder')

const settingsFile = z.strictObject({ source: updateSource.nullable() })

/** Where updates are looked for; off where `source` is null. */
export interface UpdateSettings {
  readonly source: string | null
  /** The file of the computer's administrator that decides; null where it is left to the workspace's administrators. */
  readonly managedBy: string | null
  /** What is wrong with a file that was to decide: then updates are off. */
  readonly fault: string | null
}

/** The file by which the administrator of a computer decides for everybody on it. */
export const managedSettingsFile = (platform: NodeJS.Platform, programData: string | undefined): string => {
  if (platform === 'win32') return path.win32.join(programData ?? 'C:\\ProgramData', 'Fieldseal', 'updates.json')
  return platform === 'darwin' ? '/Library/Application Support/Fieldseal/updates.json' : '/etc/fieldseal/updates.json'
}

/** The files of updates within the folder of the profile. */
export const updateFiles = (userData: string): { folder: string; settings: string; state: string } => {
  const folder = path.join(userData, 'updates')
  return { folder, settings: path.join(folder, 'settings.json'), state: path.join(folder, 'state.json') }
}

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (isAbsent(error)) return null
    return undefined
  }
}

/** Reads where updates are looked for. A file that is there and cannot be meant turns them off, and says so. */
export const readUpdateSettings = (managed: string, own: string): UpdateSettings => {
  for (const file of [managed, own]) {
    const value = readJson(file)
    if (value === null) continue
    const read = settingsFile.safeParse(value)
    const managedBy = file === managed ? managed : null
    return read.success
      ? { source: read.data.source, managedBy, fault: null }
      : { source: null, managedBy, fault: `${file} is not of its form` }
  }
  return { source: null, managedBy: null, fault: null }
}

const write = (file: string, value: object): void => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  rewritePrivateFile(file, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
}

/** Keeps where updates are looked for, as an administrator of the workspace says. Throws what the disk says. */
export const writeUpdateSettings = (file: string, source: string | null): void => write(file, { source })

const hex = (length: number): z.ZodString => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`, 'u'))

/** Words that are kept of a look are never longer. */
export const longestMessage = 2_000

const updateState = z.strictObject({
  /** What this installation drew by chance for roll-outs. */
  installation: z.string().regex(/^[0-9a-f]{32}$/u),
  remembered: z
    .strictObject({
      size: z.int().positive(),
      root: z.string().regex(/^[A-Za-z0-9+/]{43}=$/u),
      index: z.int().nonnegative(),
      issuedMs: z.int(),
    })
    .nullable(),
  /** The last look: when, and what it came to. */
  looked: z
    .strictObject({ atMs: z.int(), outcome: z.string().max(40), message: z.string().max(longestMessage) })
    .nullable(),
  /** A file that was fetched and checked. */
  ready: z
    .strictObject({
      version: z.string().max(40),
      recalled: z.boolean(),
      file: z.strictObject({
        target: z.string(),
        name: z.string(),
        bytes: z.int().positive(),
        sha256: hex(64),
        sha512: hex(128),
      }),
    })
    .nullable(),
})

/** What is kept of updates between two starts. */
export type UpdateState = z.infer<typeof updateState>

/** What is kept; null where nothing is, or nothing that can be read. */
export const readUpdateState = (file: string): UpdateState | null => {
  const read = updateState.safeParse(readJson(file))
  return read.success ? read.data : null
}

/** Keeps it; at any time the old file or the new one is there. Throws what the disk says. */
export const writeUpdateState = (file: string, state: UpdateState): void => write(file, state)
