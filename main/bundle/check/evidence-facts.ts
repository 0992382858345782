import { hasTimestamp } from '../../../shared/schema/text.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { KeyRecord } from '../../seal/verify-types.ts'
import type { CaseFile, EvidenceFacts } from '../format/case-file.ts'
import { bundlePaths } from '../format/layout.ts'
import { effective, mayGive, ownId, valueOf } from './facts.ts'
import type { OpenedFact } from './facts.ts'
import type { BundleFindings } from './findings.ts'
import type { BundleSource } from './source.ts'

const acquisitionType = 'evidence.acquired'

/** What was sealed of how a piece was acquired, as far as the entry says it. */
const acquisitionFault = ({ facts }: EvidenceFacts, { pub }: EntryPayload): string | null => {
  const texts = ['method', 'tool', 'tool_version'] as const
  const times = ['started_at', 'ended_at'] as const
  const text = texts.find((name) => pub[name] !== undefined && pub[name] !== facts[name])
  // A sealed text that is no time says nothing of when.
  const sealedMs = (name: string): number => (typeof pub[name] === 'string' ? Date.parse(pub[name]) : Number.NaN)
  const time = times.find((name) => hasTimestamp(sealedMs(name)) && sealedMs(name) !== Date.parse(facts[name]))
  const differing = text ?? time
  return differing === undefined ? null : `another ${differing} of an acquisition`
}

const pieceFault = (piece: EvidenceFacts, entry: OpenedFact | undefined): string | null => {
  if (entry === undefined || entry.payload.type !== acquisitionType) return 'no sealed acquisition of this piece'
  const { pub, subject } = entry.payload
  if (subject !== piece.uid) return 'another piece of evidence'
  if (pub['size'] !== piece.size || pub['sha256'] !== piece.sha256) return 'another size or hash of a piece'
  if (piece.path !== null && ![undefined, piece.path].includes(valueOf(entry, 'path') as string | undefined))
    return 'another path of a piece'
  if (![undefined, piece.name].includes(valueOf(entry, 'name') as string | undefined)) return 'another name of a piece'
  return acquisitionFault(piece, entry.payload)
}

/**
 * Y-46: the acquisitions that gave the case a piece: of the form of their type, with an id that their device may give
 * out and that none before has taken.
 */
const acquisitions = (opened: readonly OpenedFact[], keys: ReadonlyMap<string, KeyRecord>): OpenedFact[] => {
  const taken = new Set<unknown>()
  return effective(opened).filter(({ payload }) => {
    if (payload.type !== acquisitionType) return false
    const id = ownId(keys, payload, payload.pub['evidence_id'])
    if (!mayGive(keys, payload, id) || taken.has(id)) return false
    taken.add(id)
    return true
  })
}

/** B-102: the list tells each piece that the case has, and each once: one that it left out would speak for nobody. */
const checkComplete = (
  told: CaseFile['evidence'],
  opened: readonly OpenedFact[],
  keys: ReadonlyMap<string, KeyRecord>,
  findings: BundleFindings,
): void => {
  const differ = (what: string, { id, number, payload }: OpenedFact): void =>
    findings.add('bundle_facts_differ', `it ${what} (${payload.subject})`, {
      file: bundlePaths.caseFile,
      place: { id, position: number },
    })
  const times = new Map<string, number>()
  for (const { entry } of told) times.set(entry, (times.get(entry) ?? 0) + 1)
  for (const fact of opened) if ((times.get(fact.id) ?? 0) > 1) differ('tells a piece of evidence more than once', fact)
  for (const fact of acquisitions(opened, keys))
    if (!times.has(fact.id)) differ('does not tell a piece of evidence that was acquired', fact)
}

/**
 * What is known of a case's evidence besides its list: the entries in the order in which they take effect (Y-40), and
 * whether the chain is whole.
 */
export interface EvidenceRecords {
  readonly opened: readonly OpenedFact[]
  readonly keys: ReadonlyMap<string, KeyRecord>
  readonly isWhole: boolean
}

/** B-41, B-50, B-102: the evidence, as the list and as the files have it. */
export const checkEvidenceFacts = (
  facts: CaseFile,
  { opened, keys, isWhole }: EvidenceRecords,
  source: BundleSource,
  findings: BundleFindings,
): void => {
  checkComplete(facts.evidence, opened, keys, findings)
  const byId = new Map(opened.map((entry) => [entry.id, entry]))
  const listed = new Map<string, string>()
  for (const piece of facts.evidence) {
    const entry = byId.get(piece.entry)
    // An entry that is missing or damaged has a finding of its own.
    const fault = entry === undefined && !isWhole ? null : pieceFault(piece, entry)
    if (fault !== null)
      findings.add('bundle_facts_differ', `it tells ${fault} (${piece.uid})`, {
        file: bundlePaths.caseFile,
        place: entry === undefined ? null : { id: entry.id, position: entry.number },
      })
    if (piece.file === null) continue
    if (!piece.file.startsWith(bundlePaths.evidence) || listed.has(piece.file))
      findings.add('bundle_facts_differ', `it names no file of its own for the piece ${piece.uid}`, {
        file: bundlePaths.caseFile,
      })
    listed.set(piece.file, piece.uid)
  }
  const present = new Set(source.files.map(({ path }) => path))
  for (const [file] of listed)
    if (!present.has(file)) findings.add('bundle_file_missing', 'the list of the evidence names it', { file })
  for (const path of present) {
    if (path.startsWith(bundlePaths.evidence) && !listed.has(path))
      findings.add('bundle_facts_differ', 'the list of the evidence does not name it', { file: path })
  }
}
