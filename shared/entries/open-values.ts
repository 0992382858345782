import { z } from 'zod'
import { hasTimestamp } from '../schema/text.ts'

/** A text that names something: no control characters, which would take the lines of an index apart. */
export const name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}]*$/u)
/** A time in any form that can be told as a timestamp. */
export const time = z
  .string()
  .max(64)
  .refine((text) => hasTimestamp(Date.parse(text)))
