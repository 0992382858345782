import { z } from 'zod'
import { entryId, idText, integerId, timestamp } from '../schema/text.ts'

/** Who may read cases. */
export const everyone = 'signed_in'
/** Who may work on cases. */
export const writers = ['investigator', 'supervisor', 'admin'] as const
/** Who may hold and erase. */
export const supervisors = ['supervisor', 'admin'] as const
/** The group of these operations in the documentation. */
export const tag = 'Cases'

/** A case in an address. */
export const caseIdParams = z.strictObject({ id: idText.describe('The internal case identifier.') })
/** One to `max` cases in a body. */
export const idList = (max: number) => z.array(integerId).min(1).max(max)
/** What every change of a case answers. */
export const changed = z.object({ id: integerId, updated_at: timestamp, revision: z.int(), entry_id: entryId })
