import { z } from 'zod'

/** Whole numbers from one on and before another; `to` null: without an end. */
const range = z
  .strictObject({ from: z.int(), to: z.int().nullable() })
  .refine(({ from, to }) => to === null || from < to, { error: 'must end after it begins' })
export type NumberRange = z.infer<typeof range>

/** A range in a query string: `4-24` from 4 on and before 24, `72-` from 72 on. */
export const rangeText = z
  .string()
  .regex(/^[0-9]{1,5}-([0-9]{1,5})?$/u, 'must be a range of whole numbers such as 4-24 or 72-')
  .transform((text) => {
    const [from = '', to = ''] = text.split('-')
    return { from: Number(from), to: to === '' ? null : Number(to) }
  })
  .pipe(range)
