import { z } from 'zod'
import { hitDispositions } from '../../../shared/schema/screening.ts'

/** What the public values of the entries about screening must be for them to have an effect (Y-46). */
export const screeningForms = {
  disposed: z.looseObject({
    disposition: z.enum(hitDispositions),
    list: z.string().max(200),
    list_entry: z.string().max(500),
    expires_at: z
      .string()
      .max(64)
      .refine((text) => Number.isFinite(Date.parse(text)))
      .nullable(),
  }),
} as const
