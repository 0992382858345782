import { z } from 'zod'

// C0 and C1 controls without tab, line feed and carriage return; bidi overrides can make a sealed text read otherwise than it is.
const forbiddenInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u
const forbiddenInLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

const wellFormed = (value: string): boolean => value.isWellFormed()

const checked = (max: number, forbidden: RegExp, what: string) =>
  z
    .string()
    .max(max)
    .refine(wellFormed, { error: 'holds a lone surrogate: it is not valid Unicode text', abort: true })
    .refine((value) => !forbidden.test(value), { error: `holds ${what}` })
    .refine((value) => value.trim().length > 0, { error: 'must not be empty or only white space' })

/** One line of text in any script, 1 to `max` UTF-16 units: no controls, no line breaks, no bidi overrides, not only white space. */
export const lineOfText = (max: number) => checked(max, forbiddenInLine, 'a control character, a line break or a text-direction override')

/** Several lines of text in any script, 1 to `max` UTF-16 units; tab and line breaks are allowed. */
export const textBlock = (max: number) => checked(max, forbiddenInText, 'a control character or a text-direction override')

export const titleMax = 300
export const descriptionMax = 50_000
export const noteMax = 50_000

/** An integer identifier of the interface: 1 to 2^53 - 1 (`device_number * 2^32 + n`, or an id of the institution's own systems). */
export const integerId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** ISO 8601 with milliseconds and a numeric UTC offset, as every timestamp of the interface. */
export const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/)

/** Writes milliseconds since the epoch as the interface's timestamp, in UTC with the numeric offset `+00:00`. */
export const toTimestamp = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00')

/** An integer that travels in a path or a query string. */
export const integerText = (limits: { min: number; max: number }) =>
  z
    .string()
    .regex(/^[0-9]{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(limits.min).max(limits.max))

/** An identifier that travels in a path or a query string. */
export const idText = integerText({ min: 1, max: Number.MAX_SAFE_INTEGER })

/** A boolean that travels in a query string. */
export const booleanText = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .pipe(z.boolean())

export const entryId = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')
export const uid = z.uuid()
