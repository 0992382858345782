import { z } from 'zod'
import { refusalCodes } from '../../../shared/protocol/sync.ts'
import { uid } from '../../../shared/schema/text.ts'

/** What a hub refused of a device's file: the first entry of each case (Y-21). The feed does not tell that. */
export const refusedEntries = z.strictObject({
  /** The file in which they were. */
  file: z.uuid(),
  entries: z.array(
    z.strictObject({
      case: z.union([uid, z.literal('workspace')]),
      entry: z.string().regex(/^[0-9a-f]{64}$/),
      code: z.enum(refusalCodes),
      message: z.string().max(2_000),
      quarantined: z.boolean(),
    }),
  ),
})
