import { z } from 'zod'

/** What the public values of `business.concluded` must be for it to have an effect (Y-46). */
export const conclusionForm = z.looseObject({
  check_sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  verdict: z.enum(['accept', 'refuse', 'enhanced_review']),
})
