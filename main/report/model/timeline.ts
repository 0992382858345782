import { withoutOrigin } from '../../../shared/schema/origin.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { isHubId } from '../../seal/hub-epochs.ts'
import { bytesInWords, momentOfText } from './formats.ts'
import { doerOf, originAfter } from './origin.ts'
import { hiddenNames, knownOf, phraseOf, plainText, whyHidden } from './known.ts'
import { whenOf } from './people.ts'
import { code, value, visible, words, type Phrase } from './phrase.ts'
import type { ReadEntry } from './read-entries.ts'
import type { Fact, WrittenText, TimelineRow } from './report.ts'
import { isKnownType, sentenceOf, type Setting } from './sentences.ts'
import { basisWord, kindWord, methodWord, outcomeWord, priorityWord, statusWord, withheldWord } from './words.ts'

type Write = (json: JsonValue) => Phrase

const asText: Write = (json) => value(plainText(json))
const asTime: Write = (json) => value(momentOfText(plainText(json)))
const asCode: Write = (json) => code(plainText(json))
const via =
  (word: (name: string) => string): Write =>
  (json) =>
    value(word(plainText(json)))
const asSource: Write = (json) => {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return asText(json)
  const { system, reference } = json as Record<string, JsonValue>
  return value(`${plainText(system)} ${plainText(reference)}`)
}
const asSize: Write = (json) => (typeof json === 'number' ? words(bytesInWords(json)) : asText(json))

/** Label and form of the facts of an entry, in the order in which they are shown. */
type FactPlan = readonly (readonly [name: string, label: string, write: Write])[]

const deadline: FactPlan[number] = ['sla_due_at', 'Deadline', asTime]
const links: FactPlan = [
  ['alert_ids', 'Alerts', asText],
  ['customer_ids', 'Customers', asText],
  ['account_ids', 'Accounts', asText],
]

const plans: Readonly<Record<string, FactPlan>> = {
  'case.opened': [
    ['title', 'Title', asText],
    ['case_number', 'Number', asText],
    ['status', 'Status', via(statusWord)],
    ['outcome', 'Outcome', via(outcomeWord)],
    ['priority', 'Priority', via(priorityWord)],
    ['owner_name', 'Owner', asText],
    deadline,
    ...links,
    ['import_file', 'Imported file', asText],
    ['source', 'Imported from', asSource],
    ['created_at', 'Opened there', asTime],
  ],
  'case.edited': [['title', 'Title', asText]],
  'priority.changed': [deadline],
  'status.changed': [deadline],
  'links.added': links,
  'links.removed': links,
  'redaction.applied': [
    ['legal_basis', 'Legal basis', via(basisWord)],
    ['reference', 'Reference', asText],
  ],
  'task.added': [['due_at', 'Due', asTime]],
  'evidence.acquired': [
    ['method', 'Method', via(methodWord)],
    ['kind', 'Kind', via(kindWord)],
    ['size', 'Size', asSize],
    ['sha256', 'SHA-256', asCode],
  ],
  'evidence.edited': [
    ['label', 'Label', asText],
    ['tags', 'Tags', asText],
  ],
  'case.exported': [['recipient', 'Recipient', asText]],
}

const isEmpty = (json: JsonValue): boolean => json === null || json === '' || (Array.isArray(json) && json.length === 0)

const plannedFacts = (entry: ReadEntry, { erasures }: Setting): Fact[] =>
  (plans[entry.payload?.type ?? ''] ?? []).flatMap(([name, label, write]): Fact[] => {
    // The window shows when a case was opened elsewhere for imported cases only: for others it is the time of the
    // entry.
    if (name === 'created_at' && entry.payload?.pub['source'] === undefined) return []
    const known = knownOf(entry, name, erasures)
    return known === null || (known.shown && isEmpty(known.value)) ? [] : [{ label, value: phraseOf(known, write) }]
  })

/** Every value of an entry of a type that this release does not know. */
const allFacts = (entry: ReadEntry): Fact[] => [
  ...Object.entries(withoutOrigin(entry.payload?.pub ?? {})).map(([name, json]) => ({
    label: visible(name),
    value: asText(json),
  })),
  ...[...entry.disclosed].map(([name, json]) => ({ label: visible(name), value: asText(json) })),
]

/** Withheld values of which not even the name is sure. */
const namelessFacts = (entry: ReadEntry, { erasures }: Setting): Fact[] => {
  const nameless = entry.hidden.length - hiddenNames(entry).length
  if (nameless <= 0) return []
  const label = nameless === 1 ? 'Withheld value' : `${nameless} withheld values`
  return [{ label, value: whyHidden(entry.hidden, erasures) }]
}

const passageNames = ['text', 'notes', 'reason', 'description'] as const

const passages = (entry: ReadEntry, { erasures }: Setting): WrittenText[] =>
  (entry.payload?.type === 'task.done' ? ['note'] : passageNames).flatMap((name): WrittenText[] => {
    const known = knownOf(entry, name, erasures)
    if (known === null) return []
    const label = withheldWord(name)
    if (!known.shown) return [{ label, text: null, absence: known.why }]
    const text = visible(plainText(known.value))
    return text === '' ? [] : [{ label, text, absence: null }]
  })

const deviceOf = (entry: ReadEntry, devices: ReadonlyMap<string, number>): string => {
  const device = entry.payload?.dev
  if (device === undefined) return ''
  if (isHubId(device)) return 'the hub'
  const number = devices.get(device)
  return number === undefined ? `device ${visible(device)}` : `device ${number}`
}

/** An entry as a row of the timeline: every value is the one that was sealed, whatever has changed since. */
export const timelineRow = (entry: ReadEntry, setting: Setting, devices: ReadonlyMap<string, number>): TimelineRow => {
  const type = entry.payload?.type ?? 'unreadable'
  const known = isKnownType(type)
  return {
    number: entry.number,
    ...whenOf(entry),
    type: visible(type),
    who: doerOf(entry, setting.people),
    device: deviceOf(entry, devices),
    sentence: [...sentenceOf(entry, setting), ...originAfter(entry, setting.people)],
    facts: [
      ...(known ? plannedFacts(entry, setting) : allFacts(entry)),
      ...namelessFacts(entry, setting),
      ...setting.contests.factsOf(entry.id),
      ...setting.tasks.factsOf(entry.id),
    ],
    passages: known ? passages(entry, setting) : [],
    id: entry.id,
  }
}
