import { z } from 'zod'

/** What can have made an entry; who answers for it is its actor. */
export const originKinds = [
  'person',
  'program',
  'policy',
  'import',
  'sync',
  'hub',
  'schedule',
  'setup',
  'sample',
] as const
export type OriginKind = (typeof originKinds)[number]

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u)

/** What rows of files become. */
export const importKinds = ['cases', 'transactions', 'alerts', 'ownership', 'list'] as const

const ofImport = z.object({ by: z.literal('import'), kind: z.enum(importKinds), sha256 })
const plain = ['person', 'program', 'sync', 'hub', 'setup', 'sample'] as const

/** What set a policy off. */
export const causeForm = z.discriminatedUnion('by', [z.object({ by: z.enum(plain) }), ofImport])

/**
 * S-27: what made an entry, as it is sealed in `pub.origin`: a person's act; a program's, by an API key; a policy
 * (which one, how often it had been changed, by which entry, and what set it off); the import of a file; a sync; the
 * hub; a schedule; the setting up of a workspace; or the story of the sample. Members that are not known may stand
 * beside.
 */
export const originForm = z.discriminatedUnion('by', [
  z.object({ by: z.enum(plain) }),
  ofImport,
  z.object({
    by: z.literal('policy'),
    policy: z.enum(['detection', 'sign_in']),
    version: z.int().min(0).describe('How often it had been changed; 0: as it ships.'),
    entry: sha256.nullable().describe('The entry by which it came into force; null: as it ships.'),
    cause: causeForm,
  }),
  z.object({ by: z.literal('schedule'), what: z.string().min(1).max(100) }),
])
export type Origin = z.infer<typeof originForm>
export type Cause = z.infer<typeof causeForm>

/** An entry that says nothing of its origin is an older one, or says it in a way that this release does not know. */
export type ReadOrigin = Origin | 'not_recorded' | 'unknown'

/** What an entry's public values say of its origin. */
export const originOf = (pub: Readonly<Record<string, unknown>>): ReadOrigin => {
  if (pub['origin'] === undefined) return 'not_recorded'
  return originForm.safeParse(pub['origin']).data ?? 'unknown'
}

/** The public values of an entry without its origin: what it says by its type. */
export const withoutOrigin = <T>(pub: Readonly<Record<string, T>>): Readonly<Record<string, T>> => {
  const { origin: _origin, ...values } = pub
  return values
}
