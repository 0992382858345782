import { z } from 'zod'
import { nodeIdMax, nodeKinds } from '../../../shared/schema/network.ts'

const ref = z.strictObject({ kind: z.enum(nodeKinds), id: z.string().min(1).max(nodeIdMax) })

/** What `network.merge_settled` must hold to have an effect (Y-46): the verdict openly, whom it is about withheld. */
export const mergeForms = {
  pub: z.looseObject({ verdict: z.enum(['accept', 'refuse', 'undo']) }),
  pair: z.strictObject({ a: ref, b: ref }),
} as const
