import type { BundleContents } from '../../bundle/contents.ts'
import { originOf } from '../../../shared/schema/origin.ts'
import { isTaking } from '../../../shared/schema/taken-bundle.ts'
import type { EntryPayload } from '../../seal/payload.ts'
import { countedText, dayAndTime, moment } from './formats.ts'
import { absent, value, visible, type Phrase } from './phrase.ts'
import type { ReadEntry } from './read-entries.ts'
import type { PersonRow } from './report.ts'

/** Who is who in a case. */
export interface PeopleOfCase {
  readonly rows: readonly PersonRow[]
  /** A person in a sentence: the name, or `Person P3` where this copy shows no name. */
  readonly phrase: (uid: string) => Phrase
}

/** What an actor of each type of entry did. */
const deeds: Readonly<Record<string, string>> = {
  'case.opened': 'opened the case',
  'case.edited': 'edited the case',
  'case.renumbered': 'renumbered the case',
  'priority.changed': 'changed the priority',
  'status.changed': 'changed the status',
  'note.added': 'wrote notes',
  'owner.assigned': 'reassigned the case',
  'links.added': 'linked records',
  'links.removed': 'removed links',
  'case.related': 'related cases',
  'case.unrelated': 'took back relations of cases',
  'hold.placed': 'placed a legal hold',
  'hold.released': 'released a legal hold',
  'access.set': 'set who may know the case',
  'glass.broken': 'broke the glass',
  'redaction.applied': 'erased withheld values',
  'transition.superseded': 'found a change of status overtaken',
  'assignment.superseded': 'found a reassignment overtaken',
  'conflict.settled': 'settled conflicts',
  'task.added': 'added tasks',
  'task.assigned': 'assigned tasks',
  'task.done': 'did tasks',
  'task.reopened': 'reopened tasks',
  'playbook.applied': 'applied playbooks',
  'evidence.received': 'received the bytes of evidence',
  'act.voided': 'gave an act no effect',
  'entries.returned': 'received entries again',
  'evidence.acquired': 'acquired evidence',
  'evidence.viewed': 'viewed evidence',
  'evidence.downloaded': 'downloaded evidence',
  'evidence.exported': 'exported evidence',
  'evidence.edited': 'labelled evidence',
  'evidence.noted': 'wrote notes about evidence',
  'evidence.statement_read': 'read evidence as a statement',
  'evidence.related': 'related evidence',
  'evidence.erasure_requested': 'asked for evidence to be erased',
  'evidence.erasure_declined': 'declined to have evidence erased',
  'evidence.erased': 'had evidence erased by order',
  'evidence.unrelated': 'took back relations of evidence',
  'case.exported': 'exported the case',
}

/** What a person answers for and did not do by his own hand. */
const answered: Readonly<Record<string, string>> = {
  policy: 'set off what a policy did',
  import: 'ran an import that wrote entries',
  sync: 'synced',
}

const deedOf = ({ type, pub }: EntryPayload): string => {
  const origin = originOf(pub)
  const other = typeof origin === 'string' ? undefined : answered[origin.by]
  if (other !== undefined) return other
  return isTaking(type, pub) ? 'took a bundle of the case' : (deeds[type] ?? 'wrote other entries')
}

interface Seen {
  readonly roles: Map<string, number>
  entries: number
  firstMs: number | null
  lastMs: number | null
}

const ownersNamed = ({ payload }: ReadEntry): string[] => {
  if (payload === null) return []
  const named = { 'case.opened': ['owner'], 'owner.assigned': ['from_uid', 'to_uid'] }[payload.type] ?? []
  return named.map((name) => payload.pub[name]).filter((uid) => typeof uid === 'string')
}

const lookedAt = (entries: readonly ReadEntry[]): ReadonlyMap<string, Seen> => {
  const people = new Map<string, Seen>()
  const seen = (uid: string): Seen => {
    const person = people.get(uid) ?? { roles: new Map(), entries: 0, firstMs: null, lastMs: null }
    people.set(uid, person)
    return person
  }
  const credit = (person: Seen, role: string): unknown => person.roles.set(role, (person.roles.get(role) ?? 0) + 1)
  for (const entry of entries) {
    if (entry.payload === null) continue
    const actor = seen(entry.payload.actor)
    const at = Date.parse(entry.payload.at)
    actor.entries += 1
    actor.firstMs = Math.min(actor.firstMs ?? at, at)
    actor.lastMs = Math.max(actor.lastMs ?? at, at)
    credit(actor, deedOf(entry.payload))
    for (const uid of ownersNamed(entry)) credit(seen(uid), 'owned the case')
  }
  return people
}

const roleText = (role: string, times: number): string =>
  times === 1 || role === 'owned the case' || role === 'opened the case'
    ? role
    : `${role} (${countedText(times, 'time', 'times')})`

/** The people whom the entries name, in the order in which they do. */
export const peopleOf = (entries: readonly ReadEntry[], names: BundleContents['people']): PeopleOfCase => {
  const found = [...lookedAt(entries)]
  const nameOf = (uid: string): string | null => {
    const name = names.get(uid)
    return name === undefined ? null : visible(name)
  }
  const keys = new Map(found.map(([uid], index) => [uid, `P${index + 1}`]))
  const rows = found.map(([uid, person]): PersonRow => ({
    key: keys.get(uid) as string,
    name: nameOf(uid),
    uid,
    roles: [...person.roles].map(([role, times]) => roleText(role, times)),
    entries: person.entries,
    firstAt: person.firstMs === null ? null : moment(person.firstMs),
    lastAt: person.lastMs === null ? null : moment(person.lastMs),
  }))
  const phrase = (uid: string): Phrase => {
    const name = nameOf(uid)
    if (name !== null) return value(name)
    const key = keys.get(uid)
    return key === undefined ? absent('someone who is not named') : absent(`Person ${key}`)
  }
  return { rows, phrase }
}

/** A day and a time of an entry. */
export const whenOf = (entry: ReadEntry): { readonly date: string; readonly time: string } =>
  entry.payload === null ? { date: '', time: '' } : dayAndTime(Date.parse(entry.payload.at))
