import { z } from 'zod'
import { name } from '../entries/open-values.ts'
import { integerId, timestamp, uid } from './text.ts'

/** Who may know a case: everyone who signs in, the members of a team, or people who are named. */
export const caseAccessRules = ['everyone', 'team', 'named'] as const
export const caseAccessRule = z.enum(caseAccessRules)
export type CaseAccessRule = z.infer<typeof caseAccessRule>

/** So many people are named at most. */
const peopleMost = 200

/** Why a rule is not whole; null where it is. */
const lackOf = ({
  rule,
  team,
  people = [],
}: {
  readonly rule: CaseAccessRule
  readonly team: string | undefined
  readonly people?: readonly unknown[] | undefined
}): string | null => {
  if (rule === 'everyone') return team === undefined && people.length === 0 ? null : 'names nobody: it is for everyone'
  if (rule === 'team') return team === undefined ? 'names a team' : null
  if (team !== undefined) return 'names people and no team'
  return people.length === 0 ? 'names at least one person' : null
}

/** The rule of a case as a request asks for it. */
export const askedAccess = z
  .strictObject({
    rule: caseAccessRule,
    team_id: uid.optional().describe('With `team`: the team.'),
    people: z
      .array(integerId)
      .max(peopleMost)
      .optional()
      .describe('With `named`: ids of users, at least one. With `team`: people besides the team.'),
  })
  .superRefine(({ rule, team_id: team, people }, context) => {
    const lack = lackOf({ rule, team, people })
    if (lack !== null) context.addIssue({ code: 'custom', path: ['rule'], message: `\`${rule}\` ${lack}` })
  })
export type AskedAccess = z.infer<typeof askedAccess>

/** The rule of a case as it is sealed: people and teams by their uids. */
export const sealedAccess = z
  .looseObject({
    rule: caseAccessRule,
    team: name.optional(),
    people: z.array(name).max(1_000).optional(),
  })
  .refine(({ rule, team, people }) => lackOf({ rule, team, people }) === null, { error: 'is no rule of access' })
export type SealedAccess = z.infer<typeof sealedAccess>

const person = z.object({ id: integerId.nullable(), name: z.string() })

/** Who may know a case, as it is shown to those who do. */
export const caseAccess = z.object({
  rule: caseAccessRule,
  team: z
    .object({ id: uid, name: z.string().nullable().describe('Null: the team is not known here.') })
    .nullable()
    .describe('Of `team`.'),
  people: z.array(person).describe('Those who are named, by their names. The owner of the case always knows it.'),
  broke_glass: z
    .array(person.extend({ at: timestamp }))
    .describe('Who opened it by breaking the glass since the rule was set: they know it until it is set again.'),
  may_set: z
    .boolean()
    .describe('Whether whoever asks may set the rule: the owner, or a supervisor or admin who knows the case.'),
})
export type CaseAccessView = z.infer<typeof caseAccess>
