import { legalBases } from '../../../../shared/schema/legal-basis.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'

/** A value of an entry as a person may see it: what was sealed, or why it cannot be shown. */
export type Fact =
  | { readonly state: 'shown'; readonly value: unknown }
  | { readonly state: 'redacted'; readonly digest: string }
  | { readonly state: 'unavailable'; readonly digest: string }

/** One value of an entry, sealed openly or withheld; null where the entry has none of that name. */
export const factOf = (entry: TimelineEntry, name: string): Fact | null => {
  if (Object.hasOwn(entry.values, name)) return { state: 'shown', value: entry.values[name] }
  const withheld = Object.hasOwn(entry.withheld, name) ? entry.withheld[name] : undefined
  if (withheld === undefined) return null
  return withheld.state === 'disclosed'
    ? { state: 'shown', value: withheld.value }
    : { state: withheld.state, digest: withheld.digest }
}

/** The first of several names that the entry has. */
export const firstFact = (entry: TimelineEntry, names: readonly string[]): Fact | null => {
  for (const name of names) {
    const fact = factOf(entry, name)
    if (fact !== null) return fact
  }
  return null
}

/** Why a value was erased, as the redaction's own entry says. */
export interface RedactionNote {
  readonly basis: string
  readonly reference: string | null
  readonly at: string
  readonly by: string
}

const isDigest = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value)

const digestsIn = (value: unknown): string[] => {
  if (isDigest(value)) return [value]
  return Array.isArray(value) ? value.filter(isDigest) : []
}

/** The redactions among these entries, by the digest of what each erased. */
export const redactionsByDigest = (entries: Iterable<TimelineEntry>): ReadonlyMap<string, RedactionNote> => {
  const found = new Map<string, RedactionNote>()
  for (const entry of entries) {
    if (entry.type !== 'redaction.applied') continue
    const basis = entry.values['legal_basis']
    const reference = entry.values['reference']
    const note: RedactionNote = {
      basis: typeof basis === 'string' ? basis : 'other_law',
      reference: typeof reference === 'string' ? reference : null,
      at: entry.at,
      by: entry.actor.name,
    }
    for (const digest of Object.values(entry.values).flatMap(digestsIn)) found.set(digest, note)
  }
  return found
}

/** Whether a legal basis is one that this release has words for. */
export const isKnownBasis = (basis: string): basis is (typeof legalBases)[number] =>
  (legalBases as readonly string[]).includes(basis)
