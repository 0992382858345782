import { isTaking } from '../../../../shared/schema/taken-bundle.ts'
import type { EvidenceEntryType, TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { named, type StatedChange } from './changes.ts'
import { factOf } from './entryFacts.ts'

const piece = (entry: TimelineEntry): StatedChange[] => named('piece', 'piece', entry, ['evidence_id'])

const acquired = (entry: TimelineEntry): StatedChange[] => [
  ...named('file', 'file', entry, ['name']),
  ...named('size', 'bytes', entry),
  ...named('sha256', 'hash', entry),
  ...named('method', 'method', entry),
  ...named('evidenceSource', 'text', entry, ['source']),
  ...named('serial', 'text', entry),
  ...named('acquiredBy', 'text', entry, ['acquired_by']),
]

/** A label that was taken away is sealed as a flag: there is no value to withhold. */
const labelled = (entry: TimelineEntry): StatedChange[] =>
  factOf(entry, 'label_removed') === null
    ? named('label', 'text', entry)
    : [{ field: 'label', kind: 'text', from: null, to: { state: 'shown', value: null } }]

const relation = (entry: TimelineEntry): StatedChange[] => [
  ...piece(entry),
  ...named('relation', 'relation', entry),
  ...named('otherPiece', 'piece', entry, ['to_id']),
]

/** By which order bytes go. */
const order = (entry: TimelineEntry): StatedChange[] => named('order', 'text', entry, ['reference'])

const encryption = (entry: TimelineEntry): StatedChange[] =>
  entry.values['encrypted'] === true ? named('recipient', 'text', entry) : []

/** What each entry about evidence states. */
export const evidenceChanges: Readonly<Record<EvidenceEntryType, (entry: TimelineEntry) => readonly StatedChange[]>> = {
  'evidence.acquired': acquired,
  'evidence.viewed': piece,
  'evidence.downloaded': piece,
  'evidence.edited': (entry) => [...piece(entry), ...labelled(entry), ...named('tags', 'text', entry)],
  'evidence.noted': piece,
  'evidence.statement_read': (entry) => [
    ...piece(entry),
    ...named('statementRows', 'text', entry, ['rows']),
    ...named('account', 'text', entry),
    ...named('sheet', 'text', entry),
  ],
  'evidence.erasure_requested': (entry) => [...piece(entry), ...order(entry)],
  'evidence.erasure_declined': piece,
  'evidence.erased': (entry) => [...piece(entry), ...named('sha256', 'hash', entry), ...order(entry)],
  'evidence.related': relation,
  'evidence.unrelated': relation,
  'case.exported': (entry) => [
    ...named('pieces', 'amount', entry, ['evidence']),
    ...named('disclosed', 'disclosed', entry, ['disclosures']),
    ...encryption(entry),
    ...(isTaking(entry.type, entry.values) ? named('sha256', 'hash', entry) : []),
  ],
}
