import { realpathSync } from 'node:fs'
import path from 'node:path'

/** What the runtime of an AppImage says of it, and what is left behind by a start from within another one. */
export type AppImageEnvironment = { readonly [name in 'APPIMAGE' | 'APPDIR']?: string | undefined }

const inFull = (folder: string): string => {
  try {
    return realpathSync(folder)
  } catch {
    return path.resolve(folder)
  }
}

/**
 * The file of the AppImage that this program runs from; undefined where it was installed in another way.
 *
 * A program that is started from within the AppImage of another one, such as a terminal or a browser, inherits that
 * one's variables: an update would take the place of a stranger's file. So the program must lie in the folder in which
 * the AppImage was opened.
 *
 * @param executable the program file that runs
 */
export const appImageOf = (
  { APPIMAGE: file, APPDIR: opened }: AppImageEnvironment,
  executable: string,
): string | undefined =>
  file && opened && inFull(executable).startsWith(`${inFull(opened)}${path.sep}`) ? file : undefined

/** The same, of this very process. */
export const appImageHere = (): string | undefined => appImageOf(process.env, process.execPath)
