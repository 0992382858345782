import { redactedText } from '../../../shared/schema/case.ts'
import { imageHashes } from '../../../shared/schema/evidence.ts'
import type { KeyRecord } from '../../seal/verify-types.ts'
import type { CaseFile, EvidenceFacts } from '../format/case-file.ts'
import { countedFacts, ownId, valueOf } from './facts.ts'
import type { OpenedFact } from './facts.ts'

/**
 * What is told of a piece of evidence beside what its acquisition says openly: label, tags and the facts that are
 * withheld. A value that the recipient does not get is told as nothing, so that nobody can put another in its place.
 */

/** What was sealed last of a value: itself, or that the recipient does not get it. */
type Sealed<T> = { readonly shown: true; readonly value: T } | { readonly shown: false }

const hidden = { shown: false } as const

/** A database keeps a lone surrogate as the mark of one. */
const asKept = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed() : redactedText)

const textIn = (fact: OpenedFact, name: string): string | null => {
  const value = valueOf(fact, name)
  return value === undefined ? null : asKept(value)
}

const names = ({ payload }: OpenedFact, field: string): boolean =>
  Array.isArray(payload.pub['fields']) && payload.pub['fields'].includes(field)

const labelIn = (edit: OpenedFact): Sealed<string | null> | null => {
  const label = textIn(edit, 'label')
  if (label !== null) return { shown: true, value: label }
  if (edit.payload.pub['label_removed'] === true) return { shown: true, value: null }
  return names(edit, 'label') ? hidden : null
}

const tagsIn = (edit: OpenedFact): Sealed<readonly string[]> | null => {
  const tags = valueOf(edit, 'tags')
  if (tags === undefined) return names(edit, 'tags') ? hidden : null
  const texts = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
  return { shown: true, value: [...new Set(texts.map(asKept))].sort() }
}

/** The last of what edits say of a value; where one of them is not shown, nothing may be told instead. */
const lastOf = <T>(
  edits: readonly OpenedFact[],
  read: (edit: OpenedFact) => Sealed<T> | null,
  nothing: T,
): { readonly last: Sealed<T>; readonly mayBeLeftOut: boolean } => {
  const said = edits.flatMap((edit) => read(edit) ?? [])
  return { last: said.at(-1) ?? { shown: true, value: nothing }, mayBeLeftOut: said.some(({ shown }) => !shown) }
}

const labelFits = (told: string | null, edits: readonly OpenedFact[]): boolean => {
  const { last, mayBeLeftOut } = lastOf(edits, labelIn, null)
  if (told === null && mayBeLeftOut) return true
  return last.shown ? told === last.value : told === redactedText
}

const tagsFit = (told: readonly string[], edits: readonly OpenedFact[]): boolean => {
  const { last, mayBeLeftOut } = lastOf(edits, tagsIn, [])
  if (told.length === 0 && mayBeLeftOut) return true
  return last.shown && JSON.stringify([...told].sort()) === JSON.stringify(last.value)
}

/** A name that is not shown is told by the number of its piece, and its ending. */
const isStandIn = (name: string, id: number): boolean =>
  name.startsWith(`evidence-${id}`) && /^(?:\.[0-9A-Za-z]{1,10})?$/.test(name.slice(`evidence-${id}`.length))

const textFits = (told: string | null, acquired: OpenedFact, name: string): boolean => {
  const sealed = textIn(acquired, name)
  return sealed === null ? told === null || told === '' || told === redactedText : told === sealed
}

const nameFits = ({ name, id }: EvidenceFacts, acquired: OpenedFact): boolean => {
  const sealed = textIn(acquired, 'name')
  return sealed === null ? name === redactedText || isStandIn(name, id) : name === sealed
}

const openText = ({ payload }: OpenedFact, name: string): string | null =>
  typeof payload.pub[name] === 'string' ? payload.pub[name] : null

const imageFits = ({ facts }: EvidenceFacts, { payload }: OpenedFact): boolean =>
  JSON.stringify(facts.image_hashes) === JSON.stringify(imageHashes.safeParse(payload.pub['image_hashes']).data ?? null)

/** Which of what is told of a piece was sealed in other words; each by its name. */
const pieceFaults = (
  piece: EvidenceFacts,
  acquired: OpenedFact,
  edits: readonly OpenedFact[],
  { people, keys }: ToldBy,
): string[] => {
  const { facts } = piece
  const { payload } = acquired
  const person = people[payload.actor] ?? payload.actor
  const fits: readonly (readonly [what: string, fits: boolean])[] = [
    ['id', piece.id === ownId(keys, payload, payload.pub['evidence_id'])],
    ['name', nameFits(piece, acquired)],
    ['path', textFits(piece.path, acquired, 'path')],
    ['label', labelFits(piece.label, edits)],
    ['tags', tagsFit(piece.tags, edits)],
    ['kind', piece.kind === (payload.pub['kind'] ?? 'other')],
    ['media type', piece.media_type === (payload.pub['media_type'] ?? 'application/octet-stream')],
    ['time of its taking', Date.parse(piece.acquired_at) === Date.parse(payload.at)],
    ['person who took it in', piece.acquired_by === '' || piece.acquired_by === person],
    ['source', textFits(facts.source, acquired, 'source')],
    ['serial number', textFits(facts.serial, acquired, 'serial')],
    ['person who acquired it', textFits(facts.acquired_by, acquired, 'acquired_by')],
    ['description', textFits(facts.description, acquired, 'description')],
    ['write blocker', facts.write_blocker === openText(acquired, 'write_blocker')],
    ['hash at the source', facts.source_sha256 === openText(acquired, 'source_sha256')],
    ['hashes of its image', imageFits(piece, acquired)],
  ]
  return fits.flatMap(([what, isSo]) => (isSo ? [] : [what]))
}

/** What the entries say of people and keys. */
interface ToldBy {
  readonly people: CaseFile['people']
  readonly keys: ReadonlyMap<string, KeyRecord>
}

/** What is told of a piece otherwise than it was sealed, and the entry of its acquisition. */
interface Difference {
  readonly uid: string
  readonly what: string
  readonly entry: OpenedFact
}

/**
 * B-110: label, tags and acquisition of each piece, as they were sealed.
 *
 * @param opened in the order in which they take effect (Y-40); whole
 */
export const evidenceDifferences = (
  told: CaseFile,
  opened: readonly OpenedFact[],
  keys: ReadonlyMap<string, KeyRecord>,
): readonly Difference[] => {
  const byId = new Map(opened.map((fact) => [fact.id, fact]))
  const edits = Map.groupBy(
    countedFacts(opened, keys).filter(({ type }) => type === 'evidence.edited'),
    ({ payload }) => ownId(keys, payload, payload.pub['evidence_id']),
  )
  return told.evidence.flatMap((piece) => {
    const acquired = byId.get(piece.entry)
    // A piece that no entry acquired has a finding for that.
    if (acquired?.payload.type !== 'evidence.acquired') return []
    return pieceFaults(piece, acquired, edits.get(piece.id) ?? [], { people: told.people, keys }).map((what) => ({
      uid: piece.uid,
      what,
      entry: acquired,
    }))
  })
}
