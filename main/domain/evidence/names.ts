import { evidenceNameMax } from '../../../shared/schema/evidence.ts'
import { codeEscape } from '../../../shared/text/code-escape.ts'

// What could make a sealed name read otherwise than it is: controls, line breaks, overrides of the direction of text.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

const cut = (text: string, max: number): string => {
  if (text.length <= max) return text
  const head = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/u, '')
  return `${head}…`
}

/**
 * A name as it is recorded: well-formed Unicode in which whatever could deceive a reader stands as `\uXXXX`, at most
 * 1,000 UTF-16 units.
 * The bytes of the file are never touched.
 */
export const recordedName = (name: string, max = evidenceNameMax): string => {
  const safe = name.toWellFormed().replace(unsafe, codeEscape)
  return cut(safe.trim() === '' ? '(no name)' : safe, max)
}

const drivePrefix = /^[a-z]:/i

/**
 * A path below the acquired folder as it is recorded: parts joined by `/`, without a root, `.` and `..`. A backslash is
 * a letter as any other, but where the file's name stands behind one: then they part the path, as on Windows, and a
 * drive is left away. It is a description and is never used to open anything.
 *
 * @param name of the file, as it was given
 */
export const recordedPath = (given: string, name: string): string => {
  const last = given.slice(given.lastIndexOf('\\') + 1)
  const isOfWindows = last !== given && recordedName(last) === recordedName(name)
  const parts = isOfWindows ? given.replace(drivePrefix, '').split(/[\\/]/u) : given.split('/')
  return cut(
    parts
      .filter((part) => part !== '' && part !== '.' && part !== '..')
      .map((part) => recordedName(part))
      .join('/'),
    4_000,
  )
}
