import type { BundledEvidence } from '../../bundle/contents.ts'
import { erasureOrders } from '../../../shared/entries/evidence-erasure.ts'
import { isFoundInText } from '../../../shared/schema/found-in-text.ts'
import { isTaking } from '../../../shared/schema/taken-bundle.ts'
import { bytesInWords, momentOfText } from './formats.ts'
import { doerOf } from './origin.ts'
import { knownItems, knownOf, plainText } from './known.ts'
import { whenOf } from './people.ts'
import { code, joinedPhrases, value, visible, words, type Phrase } from './phrase.ts'
import type { ReadEntry } from './read-entries.ts'
import type { CustodyRow, EvidenceRow, Fact } from './report.ts'
import { relationWord, kindWord, methodWord } from './words.ts'
import type { Setting } from './sentences.ts'

const steps: Readonly<Record<string, string>> = {
  'evidence.acquired': 'Acquired',
  'evidence.viewed': 'Viewed',
  'evidence.downloaded': 'Downloaded',
  'evidence.exported': 'Exported',
  'evidence.edited': 'Label or tags edited',
  'evidence.noted': 'Note written',
  'evidence.statement_read': 'Read as a statement',
  'evidence.related': 'Relation stated',
  'evidence.unrelated': 'Relation taken back',
  'evidence.erasure_requested': 'Erasure of its bytes asked for',
  'evidence.erasure_declined': 'Erasure of its bytes declined',
  'evidence.erased': 'Bytes erased by order',
}

const stepOf = (entry: ReadEntry, uid: string, { pieces, erasures }: Setting): Phrase => {
  const type = entry.payload?.type ?? ''
  const exported =
    entry.payload !== null && isTaking(entry.payload.type, entry.payload.pub)
      ? 'Taken with a bundle of the case'
      : 'Exported with the case'
  const pub = entry.payload?.pub ?? {}
  const done = isFoundInText(type, pub) ? 'Passages shown by a search' : (steps[type] ?? type)
  const step = words(type === 'case.exported' ? exported : done)
  if (type === 'evidence.related' || type === 'evidence.unrelated') {
    const to = plainText(pub['to'])
    const other = to === uid ? (entry.payload?.subject ?? '') : to
    const kind = relationWord(plainText(pub['relation']))
    return to === uid
      ? [...step, ...words(': '), ...pieces.phrase(other), ...words(` ${kind} this`)]
      : [...step, ...words(`: ${kind} `), ...pieces.phrase(other)]
  }
  const label = type === 'evidence.edited' ? knownOf(entry, 'label', erasures) : null
  return label?.shown === true ? [...step, ...words(': '), ...value(plainText(label.value))] : step
}

/** The uids of the pieces that an entry is about. */
const piecesNamed = (
  { payload }: ReadEntry,
  uids: ReadonlyMap<string, string>,
  all: readonly string[],
): readonly string[] => {
  if (payload === null) return []
  const { evidence, to } = payload.pub
  if (payload.type === 'case.exported') {
    if (evidence === 'all') return all
    return (knownItems(evidence) ?? []).map((id) => uids.get(plainText(id))).filter((uid) => uid !== undefined)
  }
  if (!payload.type.startsWith('evidence.')) return []
  return typeof to === 'string' && to !== payload.subject ? [payload.subject, to] : [payload.subject]
}

/**
 * The entries about each piece by its uid. An export of all evidence is about the pieces that were acquired before it.
 */
export const custodyEntries = (
  entries: readonly ReadEntry[],
  evidence: readonly BundledEvidence[],
): ReadonlyMap<string, readonly ReadEntry[]> => {
  const uids = new Map(evidence.map(({ item }) => [String(item.id), item.uid]))
  const found = new Map<string, ReadEntry[]>(evidence.map(({ item }) => [item.uid, []]))
  const acquired: string[] = []
  for (const entry of entries) {
    if (entry.payload?.type === 'evidence.acquired' && found.has(entry.payload.subject))
      acquired.push(entry.payload.subject)
    for (const uid of piecesNamed(entry, uids, acquired)) found.get(uid)?.push(entry)
  }
  return found
}

const custodyRow = (entry: ReadEntry, uid: string, setting: Setting): CustodyRow => ({
  entry: entry.number,
  ...whenOf(entry),
  who: doerOf(entry, setting.people),
  what: stepOf(entry, uid, setting),
})

const fact = (label: string, text: string | null): Fact[] =>
  text === null || text === '' ? [] : [{ label, value: value(text) }]

const tool = (facts: BundledEvidence['facts']): string =>
  facts.tool_version === '' ? facts.tool : `${facts.tool} ${facts.tool_version}`

const acquisitionFacts = ({ item, facts }: BundledEvidence, { pieces }: Setting, shared: readonly string[]): Fact[] => {
  const hashes = Object.entries(facts.image_hashes ?? {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return [
    ...fact('Method', methodWord(facts.method)),
    ...fact('Tool', tool(facts)),
    ...fact('Acquired by', facts.acquired_by),
    ...(facts.acquired_by === item.acquired_by.name ? [] : fact('Taken in by', item.acquired_by.name)),
    {
      label: 'When',
      value: words(
        facts.started_at === facts.ended_at
          ? momentOfText(facts.started_at)
          : `${momentOfText(facts.started_at)} to ${momentOfText(facts.ended_at)}`,
      ),
    },
    ...fact('Source', facts.source),
    ...fact('Serial number', facts.serial),
    ...fact('Write blocker', facts.write_blocker),
    ...(facts.source_sha256 === null
      ? []
      : [
          {
            label: 'At the source',
            value: facts.source_sha256 === item.sha256 ? words('the same SHA-256') : code(facts.source_sha256),
          },
        ]),
    ...(hashes.length === 0
      ? []
      : [
          {
            label: 'Stated by the image',
            value: joinedPhrases(hashes.map(([name, digest]) => [...words(`${name} `), ...code(digest)])),
          },
        ]),
    ...fact('Kind', `${kindWord(item.kind)}, ${item.media_type}`),
    ...(item.tags.length === 0 ? [] : [{ label: 'Tags', value: joinedPhrases(item.tags.map(value)) }]),
    ...(shared.length === 0
      ? []
      : [{ label: 'Same bytes as', value: joinedPhrases(shared.map((id) => pieces.phrase(id))) }]),
  ]
}

/** At most so many pieces of the same bytes are named. */
const sharedMax = 5

const sharedOf = (
  { item }: BundledEvidence,
  bySha256: ReadonlyMap<string, readonly BundledEvidence[]>,
): readonly string[] => {
  const same: string[] = []
  for (const other of bySha256.get(item.sha256) ?? []) {
    if (same.length === sharedMax) break
    if (other.item.uid !== item.uid) same.push(other.item.uid)
  }
  return same
}

/** Why the bytes of a piece are not in the bundle. */
export const absentBytes = ({ erasedBy }: Pick<EvidenceRow, 'erasedBy'>): string =>
  erasedBy === null ? 'Its bytes are not in this bundle' : `Its bytes were erased by order ${visible(erasedBy)}`

/** The pieces of evidence with their facts and custody. */
export const evidenceRows = (
  evidence: readonly BundledEvidence[],
  entries: readonly ReadEntry[],
  setting: Setting,
): EvidenceRow[] => {
  const custody = custodyEntries(entries, evidence)
  const orders = erasureOrders(entries.flatMap(({ id, payload }) => (payload === null ? [] : [{ ...payload, id }])))
  const bySha256 = Map.groupBy(evidence, ({ item }) => item.sha256)
  return evidence.map((piece): EvidenceRow => {
    const { item, facts } = piece
    return {
      key: setting.pieces.keyOf(item.uid) as string,
      label: item.label === null ? null : visible(item.label),
      name: visible(item.name),
      path: item.path === null ? null : visible(item.path),
      size: bytesInWords(item.size),
      sha256: item.sha256,
      included: piece.bytes !== null,
      erasedBy: orders.get(item.uid) ?? null,
      facts: acquisitionFacts(piece, setting, sharedOf(piece, bySha256)),
      description: facts.description === null ? null : visible(facts.description),
      custody: (custody.get(item.uid) ?? []).map((entry) => custodyRow(entry, item.uid, setting)),
    }
  })
}
