import { redactedText } from '../../../shared/schema/case.ts'
import { keyOfUid, nameOfKey, uidOfKey } from '../../domain/access/key-name.ts'
import { speakerOfPeople } from '../../seal/actors.ts'
import { openEntry } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { KeyRecord, StoredEntry } from '../../seal/verify-types.ts'

/** What the entry of an export says where its bundle proves the names of people (B-114). */
export const namesProven = 'proven'

/** The entry of the workspace's chain that gives a person their name, and which of its withheld values the name is. */
export interface NamingEntry {
  /** 0-based arrival position in the chain. */
  readonly position: number
  readonly id: string
  readonly payload: EntryPayload
  readonly value: 'name' | 'label'
}

/** An entry of the workspace's chain with the place that a hub gave it; null or absent: none. */
export interface PlacedInWorkspace {
  readonly position: number
  readonly entry: Pick<StoredEntry, 'id' | 'payload'>
  readonly place?: number | null | undefined
}

const markers = ['"type":"user.', '"type":"api_key.created"'].map((text) => Buffer.from(text, 'ascii'))

const mentionsPeople = (payload: Uint8Array): boolean => {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  return markers.some((marker) => bytes.includes(marker))
}

/** Whom an entry adds, by the uid under which entries name them; null: nobody. */
const addedBy = ({ type, subject }: EntryPayload): string | null => {
  if (type === 'user.added') return subject
  return type === 'api_key.created' ? uidOfKey(subject) : null
}

/**
 * B-114: the entry that gives each person and API key of a workspace their name: the one that added them, or the last
 * `user.changed` that seals a name. What a folder sealed before it joined names only whom that folder added (Y-14).
 *
 * @param entries of the workspace's chain, in the order in which they take effect (Y-40)
 */
export const namingEntries = (
  entries: Iterable<PlacedInWorkspace>,
  keys: ReadonlyMap<string, KeyRecord>,
): ReadonlyMap<string, NamingEntry> => {
  const speaks = speakerOfPeople(keys)
  const naming = new Map<string, NamingEntry>()
  const addedOn = new Map<string, string>()
  for (const { entry, position, place } of entries) {
    const opened = mentionsPeople(entry.payload) ? openEntry(entry) : null
    if (opened?.ok !== true || !speaks(opened.value, place)) continue
    const payload = opened.value
    const added = addedBy(payload)
    if (added !== null && !naming.has(added)) {
      addedOn.set(added, payload.dev)
      naming.set(added, { position, id: entry.id, payload, value: payload.type === 'user.added' ? 'name' : 'label' })
    }
    const isBeforeJoining = payload.dseq <= (keys.get(payload.kid)?.joinedDseq ?? -1)
    const mayRename = !isBeforeJoining || addedOn.get(payload.subject) === payload.dev
    // A name is the one value that such an entry withholds (L-51).
    if (payload.type === 'user.changed' && payload._sd.length > 0 && naming.has(payload.subject) && mayRename)
      naming.set(payload.subject, { position, id: entry.id, payload, value: 'name' })
  }
  return naming
}

/**
 * What a person or API key is called by a disclosed value.
 *
 * @param value undefined: it was erased, or is not here
 */
export const nameBy = (uid: string, value: unknown): string => {
  // A database keeps a lone surrogate as the mark of one.
  const text = typeof value === 'string' ? value.toWellFormed() : redactedText
  return keyOfUid(uid) === null ? text : nameOfKey(text)
}
