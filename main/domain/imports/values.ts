import type { z } from 'zod'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { asciiDigits } from './digits.ts'

const asId = (text: string): number | undefined => {
  const digits = /^#?(\d{1,16})(?:\.0{1,6})?$/u.exec(asciiDigits(text.trim()))?.[1]
  const id = Number(digits ?? 0)
  return Number.isSafeInteger(id) && id >= 1 ? id : undefined
}

/** Reads an identifier of the institution's systems: a whole number from 1 to 2^53 - 1, in the digits of any script. */
export const readId = (value: string): Result<number, string> => {
  const id = asId(value)
  return id === undefined ? fail('is no whole number from 1 to 9007199254740991') : ok(id)
}

/**
 * Reads a list of identifiers separated by white space, commas, semicolons or bars, perhaps in brackets; each counts
 * once.
 */
export const readIds = (value: string, max: number): Result<number[], string> => {
  const parts = value
    .replaceAll(/[[\](){}"']/gu, ' ')
    .split(/[\s,;|،、，；]+/u)
    .filter((part) => part !== '')
  const ids = new Set<number>()
  for (const part of parts) {
    const id = asId(part)
    if (id === undefined)
      return fail(`holds "${part.slice(0, 40)}", which is no whole number from 1 to 9007199254740991`)
    ids.add(id)
  }
  return ids.size > max ? fail(`lists more than ${max} identifiers`) : ok([...ids])
}

/** Why a text with a replacement sign (U+FFFD) is not taken. */
export const lostLetters =
  'holds bytes that are no text in the encoding of the file, or a replacement sign (U+FFFD) for letters that were lost before it was written'

/**
 * Checks a text by the schema that the interface holds for it, so that an import takes exactly what the interface
 * takes.
 */
export const readText = (value: string, schema: z.ZodType<string>, illFormed: boolean): Result<string, string> => {
  if (illFormed && value.includes('\ufffd')) return fail(lostLetters)
  const checked = schema.safeParse(value)
  if (checked.success) return ok(checked.data)
  const [issue] = checked.error.issues
  return fail(
    issue?.code === 'too_big' ? `is longer than ${Number(issue.maximum)} characters` : (issue?.message ?? 'is no text'),
  )
}
