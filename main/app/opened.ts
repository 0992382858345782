import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Opened } from '../../shared/ipc/bridge.ts'
import { invitationAmong, linkScheme } from './invitation.ts'

/** How the names of files end that are carried by hand. */
export const carriedExtension = 'fieldseal'

const maxLength = 4_096

const isCarried = (arg: string): boolean => !arg.startsWith('-') && arg.toLowerCase().endsWith(`.${carriedExtension}`)

/** Whether the system gave this to a start to be shown: then it is no wish of the start itself. */
export const isOpened = (arg: string): boolean => arg.startsWith(`${linkScheme}:`) || isCarried(arg)

/**
 * A file to carry that was opened from outside, by its absolute path; null for whatever is none. Nothing of it is read
 * here: the window shows the path, and a person decides there.
 *
 * @param given a path, or an address of a file, as desktops give it
 * @param folder where the start that brought it stood
 */
export const readOpenedFile = (given: string, folder: string): Opened | null => {
  if (given.length > maxLength || given.includes('\0') || !isCarried(given)) return null
  try {
    const file = given.startsWith('file:') ? fileURLToPath(given) : path.resolve(folder, given)
    return { kind: 'carried-file', path: file }
  } catch {
    return null
  }
}

/** What a start brought among its arguments: a link, or one file to carry. */
export const openedAmong = (args: readonly string[], folder: string): Opened | null => {
  const invitation = invitationAmong(args)
  if (invitation !== null) return { kind: 'invitation', invitation }
  const files = args.slice(1).filter(isCarried)
  return files.length === 1 ? readOpenedFile(files[0] as string, folder) : null
}
