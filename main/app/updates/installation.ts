import { existsSync } from 'node:fs'
import { appImageHere } from '../appImage.ts'

/** What decides how this program was installed. */
export type InstalledHow = {
  readonly platform: NodeJS.Platform
  readonly arch: string
  /** The AppImage that this runs from. */
  readonly appImage: string | undefined
  /** The program file that runs. */
  readonly executable: string
  /** Whether there is a file. */
  readonly isThere: (file: string) => boolean
}

/** The list that dpkg keeps of what belongs to the package. */
const listOfDpkg = '/var/lib/dpkg/info/fieldseal.list'

const formOf = ({ platform, appImage, executable, isThere }: InstalledHow): string => {
  if (platform === 'win32') return 'nsis'
  if (platform === 'darwin') return 'dmg'
  if (appImage) return 'appimage'
  if (!executable.startsWith('/opt/')) return 'folder'
  return isThere(listOfDpkg) ? 'deb' : 'rpm'
}

/** For which installations a file of a feed must be to be for this one (U-3). */
export const targetOf = (how: InstalledHow): string => `${how.platform}-${how.arch}-${formOf(how)}`

/** The same, of this process. */
export const targetHere = (): string =>
  targetOf({
    platform: process.platform,
    arch: process.arch,
    appImage: appImageHere(),
    executable: process.execPath,
    isThere: existsSync,
  })
