import { z } from 'zod'
import { integerId, lineOfText, timestamp, uid } from './text.ts'

/** A team of users, to which cases can be granted. */
export const team = z.object({
  id: uid,
  name: z.string(),
  members: z.array(integerId).describe('Ids of users, by their names.'),
  changed_at: timestamp,
})
export type Team = z.infer<typeof team>

export const teamName = lineOfText(80)
export const teamMembers = z.array(integerId).max(1_000)
