import type { JsonValue } from '../../seal/canonical.ts'
import { absent, joinedPhrases, value, words, type Phrase } from './phrase.ts'
import type { Erasure, ReadEntry } from './read-entries.ts'
import { basisWord, withheldWord } from './words.ts'

/**
 * A value of an entry: what was sealed, or why this copy does not show it; null where the entry has none of that name.
 */
export type Known =
  | { readonly shown: true; readonly value: JsonValue }
  | { readonly shown: false; readonly why: Phrase }
  | null

export type Erasures = ReadonlyMap<string, Erasure>

/** What an entry of each type always withholds: values that are there although only their digests are to be seen. */
const alwaysWithheld: Readonly<Record<string, readonly string[]>> = {
  'case.opened': ['title', 'description', 'owner_name'],
  'status.changed': ['notes'],
  'priority.changed': ['notes'],
  'owner.assigned': ['from_owner', 'to_owner'],
  'note.added': ['text'],
  'case.related': ['notes'],
  'case.unrelated': ['notes'],
  'task.added': ['title'],
  'task.reopened': ['reason'],
  'hold.placed': ['reason'],
  'hold.released': ['reason'],
  'access.set': ['notes'],
  'glass.broken': ['reason'],
  'evidence.acquired': ['name', 'acquired_by'],
  'evidence.noted': ['text'],
  'case.exported': ['reason'],
}

/** An edit names its fields openly; those that it gives a value are withheld. */
const editedNames = ({ payload }: ReadEntry): string[] => {
  const fields =
    payload?.type === 'case.edited' || payload?.type === 'evidence.edited' ? payload.pub['fields'] : undefined
  const removed = payload?.pub['label_removed'] === true ? ['label'] : []
  return Array.isArray(fields)
    ? fields.filter((field): field is string => typeof field === 'string' && !removed.includes(field))
    : []
}

/** Names of the values that an entry surely has and this copy does not show. */
export const hiddenNames = (entry: ReadEntry): readonly string[] => {
  if (entry.hidden.length === 0) return []
  const names = [...(alwaysWithheld[entry.payload?.type ?? ''] ?? []), ...editedNames(entry)]
  return names.filter((name) => !entry.disclosed.has(name))
}

/** Why values with these digests are not shown. */
export const whyHidden = (digests: readonly string[], erasures: Erasures): Phrase => {
  const erased = digests.map((digest) => erasures.get(digest)).filter((erasure) => erasure !== undefined)
  if (erased.length === 0) return absent('Withheld from this copy')
  if (erased.length < digests.length) return absent('Withheld from this copy, or erased')
  const places = [...new Map(erased.map((erasure) => [erasure.entry, erasure])).values()]
  return [...absent('Erased: '), ...joinedPhrases(places.map(erasurePhrase), '; ')]
}

const erasurePhrase = ({ basis, reference, entry }: Erasure): Phrase => [
  ...absent(basisWord(basis)),
  ...(reference === null ? [] : [...absent(', reference '), ...value(reference)]),
  ...absent(` (entry ${entry})`),
]

/** One value of an entry, sealed openly or withheld. */
export const knownOf = (entry: ReadEntry, name: string, erasures: Erasures): Known => {
  const open = entry.payload?.pub
  if (open !== undefined && Object.hasOwn(open, name)) return { shown: true, value: open[name] as JsonValue }
  const disclosed = entry.disclosed.get(name)
  if (disclosed !== undefined) return { shown: true, value: disclosed }
  return hiddenNames(entry).includes(name) ? { shown: false, why: whyHidden(entry.hidden, erasures) } : null
}

/** What a hidden value is: its name where that is sure. */
export const hiddenWord = (entry: ReadEntry): string => {
  const names = hiddenNames(entry)
  return names.length === 1 && entry.hidden.length === 1 ? withheldWord(names[0] as string) : 'Withheld value'
}

/** The items of a list; null where a value is none. */
export const knownItems = (json: JsonValue | undefined): readonly JsonValue[] | null =>
  Array.isArray(json) ? (json as readonly JsonValue[]) : null

/** Any value as text: strings as they are, lists with commas, the rest as JSON. */
export const plainText = (json: JsonValue | undefined): string => {
  if (typeof json === 'string') return json
  if (typeof json === 'number' || typeof json === 'boolean') return String(json)
  if (json === null || json === undefined) return ''
  if (Array.isArray(json) && json.every((item) => typeof item === 'number' || typeof item === 'string'))
    return json.join(', ')
  return JSON.stringify(json)
}

/** A known value as a phrase. */
export const phraseOf = (
  known: Known,
  write: (json: JsonValue) => Phrase = (json) => value(plainText(json)),
): Phrase => {
  if (known === null) return words('nothing')
  return known.shown ? write(known.value) : known.why
}
