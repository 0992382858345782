import { z } from 'zod'
import type { OriginKind } from '../schema/origin.ts'
import type { Role } from '../schema/user.ts'

/** What an entry says openly, before anybody has looked at its form. */
export type OpenValues = Readonly<Record<string, unknown>>

/**
 * What holds of every entry of a type, said once: the domain, whoever seals, the hub and the tests take it from here.
 */
export interface EntryRule {
  /**
   * In whose chain it stands: a case's, the workspace's, or either (an alert's steps stand in the case that holds it,
   * if one does).
   */
  readonly chain: 'case' | 'workspace' | 'either'
  /**
   * Who may seal it: every role that writes; those and the auditor, who leaves it behind by reading; some roles alone;
   * or only a hub.
   */
  readonly by: 'writers' | 'readers' | 'hub' | readonly Role[]
  /** What can make it (S-27): whoever seals it names one of these, and its cause where a policy made it. */
  readonly origins: readonly OriginKind[]
  /** Whether an API key may seal it into the workspace's chain too. */
  readonly byApiKey?: true
  /** The form of each value that is withheld; one that may be absent is optional in its form. */
  readonly withheld: Readonly<Record<string, z.ZodType>>
  /** Further values that its open ones ask for. */
  readonly needs?: (pub: OpenValues) => readonly string[]
  /** The form of withheld values whose names differ from entry to entry. */
  readonly others?: z.ZodType
}

/** A person alone. */
export const byHand: readonly OriginKind[] = ['person']
/** A person, or a program by its API key. */
export const byHandOrProgram: readonly OriginKind[] = ['person', 'program']
/** A person, whom the story of the sample plays. */
export const playedByHand: readonly OriginKind[] = ['person', 'sample']
/** What only a hub seals. */
export const byHub: readonly OriginKind[] = ['hub']

export const admins: readonly Role[] = ['admin']
export const supervisingRoles: readonly Role[] = ['supervisor', 'admin']

/** A text that the program puts there beside what a person said. */
export const givenText = z.string().optional()

/** The texts that an open list of names names. */
export const textsIn = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : []
