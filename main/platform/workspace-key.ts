import { existsSync, statSync } from 'node:fs'
import { refusal } from '../../shared/api/errors.ts'
import type { Refusal } from '../../shared/api/errors.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { DataFolder } from './data-folder.ts'
import { keyBytes } from './key-wrap.ts'
import { readKeyFile } from './read-key-file.ts'

/** The environment variable that gives the workspace key; it wins over the file. */
export const keyVariable = 'FIELDSEAL_WORKSPACE_KEY'

/**
 * A workspace key that comes from outside of the folder, or why what was given is none. `origin` names where it is
 * from; absent: the environment.
 */
export type GivenKey = Result<Uint8Array, Refusal> & { readonly origin?: string }

const unavailable = (message: string): Result<never, Refusal> => fail(refusal('unavailable', message))

/**
 * Reads 32 bytes written as base64url (43 characters, padding permitted) or as 64 hexadecimal digits; null where it is
 * neither.
 */
export const parseWorkspaceKey = (text: string): Uint8Array | null => {
  const given = text.trim()
  if (/^[0-9a-f]{64}$/iu.test(given)) return Buffer.from(given, 'hex')
  if (!/^[A-Za-z0-9_-]{43}=?$/u.test(given)) return null
  const bytes = Buffer.from(given, 'base64url')
  // The last character carries two bits that belong to no byte: a mistyped one must not pass for another.
  return bytes.length === keyBytes && bytes.toString('base64url') === given.replace(/=$/u, '') ? bytes : null
}

/** The form in which a workspace key is shown and kept on paper. */
export const formatWorkspaceKey = (key: Uint8Array): string => Buffer.from(key).toString('base64url')

/** The workspace key of an environment; undefined where it gives none. */
export const keyFromEnvironment = (environment: Readonly<Record<string, string | undefined>>): GivenKey | undefined => {
  const text = environment[keyVariable]
  if (text === undefined) return undefined
  const key = parseWorkspaceKey(text)
  return key === null
    ? unavailable(
        `${keyVariable} is set, but is no workspace key: it must be 32 bytes, as 43 characters of base64url or 64 hexadecimal digits. Nothing was opened or changed.`,
      )
    : ok(key)
}

/** Whether the operating system lets others than the owner read a file; Windows has no such modes. */
const isReadByOthers = (file: string): boolean => process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0

const usable = (file: string, key: Uint8Array): Result<Uint8Array, Refusal> => {
  if (isReadByOthers(file)) {
    return unavailable(
      `Other users of this computer may read ${file}, so it is not used. Nothing was changed. Do: chmod 600 ${file}, and ask who could have copied it; where it lies on a medium that cannot be changed, set ${keyVariable} to the recovery key instead.`,
    )
  }
  return key.length === keyBytes
    ? ok(key)
    : unavailable(
        `${file} is damaged: a workspace key is ${keyBytes} bytes. Nothing was changed. Restore it from your copy, or set ${keyVariable} to the recovery key.`,
      )
}

/**
 * The workspace key of a folder: the one given, else the key file.
 *
 * @returns a refusal that says where the key is, what is safe and what to do
 */
export const findWorkspaceKey = (folder: DataFolder, given: GivenKey | undefined): Result<Uint8Array, Refusal> => {
  if (given !== undefined) return given
  const key = readKeyFile(folder.workspaceKey)
  if (!key.ok) return key
  if (key.value !== null) return usable(folder.workspaceKey, key.value)
  if (existsSync(folder.sealedKey)) {
    return unavailable(
      `The workspace key of ${folder.dir} is kept in the keychain of the desktop application, which this command cannot ask. Nothing was changed. Start the Fieldseal desktop on this folder, or set ${keyVariable} to the recovery key.`,
    )
  }
  return unavailable(
    `The workspace key of ${folder.dir} is missing: there is no ${folder.workspaceKey}, and ${keyVariable} is not set. Nothing was changed, and everything is still there, encrypted. Restore the file from your copy, or set ${keyVariable} to the recovery key.`,
  )
}
