import { z } from 'zod'
import { integerId, lineOfText, timestamp, uid } from './text.ts'

export const roles = ['investigator', 'supervisor', 'auditor', 'admin'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/** From the one that may least to the one that may most: whatever a role may, each after it may too. */
const byReach: readonly Role[] = ['auditor', 'investigator', 'supervisor', 'admin']

/** Whether a role gives no more than another one: its own, or one below it. */
export const isWithin = (role: Role, own: Role): boolean => byReach.indexOf(role) <= byReach.indexOf(own)

/** Roles that may write; an auditor reads all and writes nothing. */
export const writingRoles: readonly Role[] = ['investigator', 'supervisor', 'admin']

export const userName = lineOfText(120)
export const loginName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{1,63}$/, 'must be 2 to 64 of a-z, 0-9, dot, underscore or hyphen')
export const password = z
  .string()
  .min(12)
  .max(200)
  .refine((value) => value.isWellFormed(), { error: 'is not valid Unicode text' })

export const user = z.object({
  id: integerId,
  uid,
  login_name: z.string(),
  name: z.string(),
  role,
  active: z.boolean(),
  open_cases: z.int().describe('Unfinished cases that the user owns.'),
  created_at: timestamp,
})
export type User = z.infer<typeof user>
