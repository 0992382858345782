import { withoutOrigin } from '../../../../shared/schema/origin.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { named, plainText, type StatedChange, type ValueKind } from './changes.ts'
import { detectionChanges } from './describeDetection.ts'
import { reportChanges } from './describeReport.ts'
import { taskChanges } from './describeTasks.ts'
import { evidenceChanges } from './describeEvidence.ts'
import { factOf, firstFact, type Fact } from './entryFacts.ts'
import { knownTypes, type KnownType } from './knownTypes.ts'

/** A longer text that an entry carries: a note, a rationale, a description. */
export interface EntryText {
  readonly role: 'note' | 'description' | 'reason' | 'other'
  readonly name: string
  readonly fact: Fact
}

/** What an entry says, ready for words. */
export interface EntryView {
  /** The entry's type, or `unknown` for one that this release does not write. */
  readonly headline: KnownType | 'unknown'
  readonly changes: readonly StatedChange[]
  readonly texts: readonly EntryText[]
}

const noteNames = ['text', 'note', 'notes', 'rationale'] as const
const reasonNames = ['reason'] as const

const moved = (field: string, kind: ValueKind, entry: TimelineEntry): StatedChange[] => {
  const from = firstFact(entry, ['from', `from_${field}`, `old_${field}`])
  const to = firstFact(entry, ['to', `to_${field}`, `new_${field}`, field])
  return from === null && to === null ? [] : [{ field, kind, from, to }]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An edit of a field as `{from, to}`, or as separate names. */
const edited = (field: string, entry: TimelineEntry): StatedChange[] => {
  const whole = factOf(entry, field)
  if (whole?.state === 'shown' && isRecord(whole.value) && ('from' in whole.value || 'to' in whole.value)) {
    return [
      {
        field,
        kind: 'text',
        from: { state: 'shown', value: whole.value['from'] },
        to: { state: 'shown', value: whole.value['to'] },
      },
    ]
  }
  const from = firstFact(entry, [`${field}_from`, `from_${field}`, `old_${field}`, `previous_${field}`])
  const to = firstFact(entry, [`${field}_to`, `to_${field}`, `new_${field}`, field])
  return from === null && to === null ? [] : [{ field, kind: 'text', from, to }]
}

const linkChanges = (entry: TimelineEntry): StatedChange[] => [
  ...named('alerts', 'ids', entry, ['alert_ids', 'alerts']),
  ...named('customers', 'ids', entry, ['customer_ids', 'customers']),
  ...named('accounts', 'ids', entry, ['account_ids', 'accounts']),
]

const toCase = (entry: TimelineEntry): StatedChange[] => [
  ...named('caseRelation', 'caseRelation', entry, ['relation']),
  ...named('otherCase', 'case', entry, ['other_number']),
]

const deadline = (entry: TimelineEntry): StatedChange[] =>
  named('deadline', 'time', entry, ['sla_due_at', 'to_sla_due_at'])

/** Where an imported case came from, and when it was opened there. */
const sourceChanges = (entry: TimelineEntry): StatedChange[] => {
  const source = factOf(entry, 'source')
  if (source?.state !== 'shown' || !isRecord(source.value)) return []
  const { system, reference } = source.value
  return [
    {
      field: 'source',
      kind: 'text',
      from: null,
      to: { state: 'shown', value: `${plainText(system)} ${plainText(reference)}` },
    },
    ...named('created', 'time', entry, ['created_at']),
  ]
}

/** Who may know a case from its first entry on, where that is not everyone. */
const openedAccess = (entry: TimelineEntry): StatedChange[] => {
  const access = factOf(entry, 'access')
  if (access?.state !== 'shown' || !isRecord(access.value)) return []
  return [{ field: 'access', kind: 'access', from: null, to: { state: 'shown', value: access.value['rule'] } }]
}

const isEmptyList = ({ to }: StatedChange): boolean =>
  to?.state === 'shown' && Array.isArray(to.value) && to.value.length === 0

const caseOutcome = (entry: TimelineEntry): StatedChange[] => named('caseOutcome', 'caseOutcome', entry, ['outcome'])

const accessChanges = (entry: TimelineEntry): StatedChange[] => [
  ...named('access', 'access', entry, ['rule']),
  ...named('accessPeople', 'people', entry, ['people']),
]

const openingChanges = (entry: TimelineEntry): StatedChange[] => [
  ...named('title', 'text', entry),
  ...named('number', 'text', entry, ['case_number', 'number']),
  ...named('status', 'status', entry),
  ...caseOutcome(entry),
  ...named('priority', 'priority', entry),
  ...named('owner', 'user', entry, ['owner_name', 'owner', 'owner_id']),
  ...openedAccess(entry),
  ...deadline(entry),
  ...linkChanges(entry).filter((change) => !isEmptyList(change)),
  ...named('file', 'text', entry, ['import_file']),
  ...sourceChanges(entry),
]

const changesByType: Readonly<Record<KnownType, (entry: TimelineEntry) => readonly StatedChange[]>> = {
  'case.opened': openingChanges,
  'case.edited': (entry) => edited('title', entry),
  'case.renumbered': (entry) => moved('number', 'text', entry),
  'priority.changed': (entry) => [...moved('priority', 'priority', entry), ...deadline(entry)],
  'status.changed': (entry) => [...moved('status', 'status', entry), ...caseOutcome(entry), ...deadline(entry)],
  'note.added': () => [],
  'owner.assigned': (entry) => moved('owner', 'user', entry),
  'links.added': linkChanges,
  'links.removed': linkChanges,
  'case.related': toCase,
  'case.unrelated': toCase,
  'hold.placed': () => [],
  'hold.released': () => [],
  'access.set': accessChanges,
  'glass.broken': () => [],
  'redaction.applied': (entry) => [
    ...named('basis', 'basis', entry, ['legal_basis']),
    ...named('reference', 'text', entry, ['reference']),
  ],
  'transition.superseded': () => [],
  'assignment.superseded': () => [],
  'conflict.settled': () => [],
  'evidence.received': (entry) => named('sha256', 'hash', entry),
  'act.voided': (entry) => named('because', 'text', entry, ['message']),
  'entries.returned': () => [],
  'grant.given': () => [],
  'grant.ended': () => [],
  ...taskChanges,
  ...evidenceChanges,
  ...detectionChanges,
  ...reportChanges,
}

const isKnown = (type: string): type is KnownType => (knownTypes as readonly string[]).includes(type)

const textsNamed = (entry: TimelineEntry, role: EntryText['role'], names: readonly string[]): EntryText[] =>
  names.flatMap((name) => {
    const fact = factOf(entry, name)
    return fact === null || (fact.state === 'shown' && (fact.value === null || fact.value === ''))
      ? []
      : [{ role, name, fact }]
  })

/** Withheld values that were erased so thoroughly that their names are unknown: keyed by their digest. */
const namelessTexts = (entry: TimelineEntry): EntryText[] =>
  Object.entries(entry.withheld)
    .filter(([name, value]) => name === value.digest && value.state !== 'disclosed')
    .map(([name, value]) => ({
      role: 'other',
      name,
      fact: { state: value.state === 'redacted' ? 'redacted' : 'unavailable', digest: value.digest },
    }))

const knownTexts = (entry: TimelineEntry): EntryText[] => [
  ...textsNamed(entry, 'note', noteNames),
  ...textsNamed(entry, 'reason', reasonNames),
  ...descriptionTexts(entry),
  ...namelessTexts(entry),
]

const descriptionTexts = (entry: TimelineEntry): EntryText[] => {
  if (entry.type !== 'case.edited') return textsNamed(entry, 'description', ['description'])
  return edited('description', entry).flatMap((change) =>
    change.to === null ? [] : [{ role: 'description' as const, name: 'description', fact: change.to }],
  )
}

/** Puts an entry into its parts; an entry of an unknown type keeps all of its values as they are. */
export const describeEntry = (entry: TimelineEntry): EntryView => {
  if (isKnown(entry.type))
    return { headline: entry.type, changes: changesByType[entry.type](entry), texts: knownTexts(entry) }
  // What made it stands in the headline.
  const changes = Object.keys(withoutOrigin(entry.values)).map((name): StatedChange => ({
    field: name,
    kind: 'text',
    from: null,
    to: factOf(entry, name),
  }))
  const texts = Object.keys(entry.withheld).flatMap((name) => textsNamed(entry, 'other', [name]))
  return { headline: 'unknown', changes, texts }
}
