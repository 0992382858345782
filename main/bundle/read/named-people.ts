import type { JsonValue } from '../../seal/canonical.ts'
import { openEntry } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { BundledEntry } from '../contents.ts'

/** Whom a bundle names, by their pseudonymous uid. */
export interface NamedPeople {
  readonly names: ReadonlyMap<string, string>
  /** Those whose name is withheld from the recipient, or was erased: nothing of the bundle may name them. */
  readonly hidden: ReadonlySet<string>
}

/**
 * Whose display name each of these withheld values is. Whoever takes in a piece is its `acquired_by` where nobody else
 * is stated.
 */
const nameOf: Readonly<Record<string, (payload: EntryPayload) => JsonValue | undefined>> = {
  owner_name: ({ pub }) => pub['owner'],
  from_owner: ({ pub }) => pub['from_uid'],
  to_owner: ({ pub }) => pub['to_uid'],
  acquired_by: ({ actor }) => actor,
}

const textsIn = (value: JsonValue | undefined): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null
    ? Object.values(value as Record<string, JsonValue>).flatMap(textsIn)
    : []
}

/**
 * The people whom the entries of a case name, as who acted or in what was sealed openly (owners, assignees), without
 * those whose name the recipient may not see.
 *
 * @param known the names of everybody of the workspace
 * @param notShown the names of the withheld values that the recipient does not get, by the lower-case hex id of their
 * entry
 */
export const namedPeople = (
  entries: readonly BundledEntry[],
  known: ReadonlyMap<string, string>,
  notShown: ReadonlyMap<string, ReadonlySet<string>>,
): NamedPeople => {
  const named = new Set<string>()
  const hidden = new Set<string>()
  for (const entry of entries) {
    const opened = openEntry(entry)
    if (!opened.ok) continue
    for (const text of [opened.value.actor, ...textsIn(opened.value.pub)]) if (known.has(text)) named.add(text)
    for (const name of notShown.get(entry.id) ?? []) {
      const uid = nameOf[name]?.(opened.value)
      if (typeof uid === 'string') hidden.add(uid)
    }
  }
  return { names: new Map([...known].filter(([uid]) => named.has(uid) && !hidden.has(uid))), hidden }
}
