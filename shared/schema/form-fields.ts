import { z } from 'zod'
import { utcDay } from '../text/days.ts'

// As in `text.ts`: controls, and overrides that make a text read otherwise than it is.
const forbidden = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const forbiddenInBlock = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u

const draft = (max: number, pattern: RegExp, what: string) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed(), {
      error: 'holds a lone surrogate: it is not valid Unicode text',
      abort: true,
    })
    .refine((value) => !pattern.test(value), { error: `holds ${what}` })

/**
 * A line of a form: empty while it is not filled in. What a regulator's format takes of it is checked before export,
 * and named.
 */
export const line = (max = 300) =>
  draft(max, forbidden, 'a control character, a line break or a text-direction override').default('')

/** A text of a form, of several lines. */
export const block = (max: number) => draft(max, forbiddenInBlock, 'a control character or a text-direction override')

const exists = (text: string): boolean => {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(ms) && utcDay(ms) === text
}

/** A day that exists, `YYYY-MM-DD`. */
export const reportDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD')
  .refine(exists, { error: 'is no day that exists' })

/** A day of a form: empty while it is not filled in. */
export const formDay = z.union([z.literal(''), reportDay]).default('')
