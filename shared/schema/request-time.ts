import { z } from 'zod'
import { daysInMonth } from '../text/days.ts'
import { toTimestamp } from './text.ts'

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u

/** The years that four digits tell, in UTC: outside of them no timestamp of the interface can be written. */
const limits = { from: Date.parse('0001-01-01T00:00:00Z'), before: Date.parse('9999-12-31T23:59:59.999Z') + 1 } as const

/**
 * Milliseconds since the epoch of an ISO 8601 time with `Z` or its UTC offset, seconds and their fractions as far as
 * they are written; NaN for every other text and for times that do not exist (30 February, 24:00, an offset of 99
 * hours). `Date.parse` alone takes some of those for the next day.
 */
export const requestTimeMs = (text: string): number => {
  const parts = form.exec(text)
  if (parts === null) return Number.NaN
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) || hour > 23 || minute > 59 || second > 59)
    return Number.NaN
  const ms = Date.parse(text)
  return ms >= limits.from && ms < limits.before ? ms : Number.NaN
}

/**
 * A time in a request, ISO 8601 with `Z` or its UTC offset. It is handed on as answers write it: in UTC, with
 * milliseconds and `+00:00`, so that equal times are equal texts.
 */
export const requestTime = z
  .string()
  .refine((text) => !Number.isNaN(requestTimeMs(text)), {
    error:
      'must be an ISO 8601 time that exists, with Z or its UTC offset, for example 2026-01-31T12:00:00Z or 2026-01-31T13:00:00.000+01:00 (in an address + is written %2B)',
    abort: true,
  })
  .meta({ format: 'date-time', examples: ['2026-01-31T12:00:00Z'] })
  .transform((text) => toTimestamp(requestTimeMs(text)))
  .pipe(z.string().meta({ format: 'date-time', examples: ['2026-01-31T12:00:00Z'] }))

/** Whether a range of two times of a request does not end before it begins; one that lacks an end does not. */
const isInOrder = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to

/** Makes an object with `from` and `to` refuse a range that ends before it begins. */
export const orderedRange = <
  Schema extends z.ZodType<{ readonly from?: string | undefined; readonly to?: string | undefined }>,
>(
  schema: Schema,
): Schema => schema.refine(isInOrder, { error: 'must not lie after to', path: ['from'] })
