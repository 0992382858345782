import { fileNameKey } from './safe-name.ts'

const isControl = /[\p{Cc}]/u

/**
 * What makes a path unfit to be one below a folder (B-70): it could lead out of it, or name something else on another
 * system.
 *
 * @returns one clause that goes on after "the name", or null where the path is fit
 */
export const pathFault = (path: string): string | null => {
  if (!path.isWellFormed() || isControl.test(path)) return 'holds a control character'
  if (path.startsWith('/')) return 'is absolute'
  if (path.includes('\\')) return 'holds a backslash'
  if (/^[A-Za-z]:/.test(path)) return 'has a drive letter'
  if (path.startsWith('~')) return 'begins with a home folder'
  const parts = path.split('/')
  if (parts.includes('..') || parts.includes('.')) return 'leads out of its folder'
  return parts.includes('') ? 'has an empty part' : null
}

const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?: *\.|$)/iu

/** What makes a fit path mean something else, or nothing, on Windows. */
export const portabilityFault = (path: string): string | null => {
  const parts = path.split('/')
  if (parts.some((part) => /[<>:"|?*]/.test(part))) return 'holds a character that Windows does not know in names'
  if (parts.some((part) => /[. ]$/.test(part))) return 'has a part that ends with a dot or a blank'
  return parts.some((part) => device.test(part)) ? 'is that of a device on Windows' : null
}

/**
 * Paths of a list that some file system would take for one file, or for a folder of another; each with the earlier one.
 */
export const collisions = (paths: readonly string[]): readonly (readonly [path: string, earlier: string])[] => {
  const seen = new Map<string, string>()
  const found: [string, string][] = []
  for (const path of paths) {
    const key = fileNameKey(path)
    const earlier = seen.get(key)
    if (earlier === undefined) seen.set(key, path)
    else found.push([path, earlier])
  }
  for (const path of paths) {
    const parts = fileNameKey(path).split('/')
    for (let depth = 1; depth < parts.length; depth += 1) {
      const file = seen.get(parts.slice(0, depth).join('/'))
      if (file !== undefined) found.push([path, file])
    }
  }
  return found
}
