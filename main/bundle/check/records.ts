import { openCheckpoint } from '../../seal/checkpoint.ts'
import type { Checkpoint } from '../../seal/checkpoint.ts'
import { openEntry } from '../../seal/entry.ts'
import type { Subject } from '../../seal/findings.ts'
import { isHex32 } from '../../seal/hash.ts'
import { buildKeyDirectory } from '../../seal/keys.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import { hasFaults, verifyEntries } from '../../seal/verify.ts'
import type { BlobState, CheckpointKey, KeyRecord, StoredEntry, VerifyReport } from '../../seal/verify-types.ts'
import type { CaseFile } from '../format/case-file.ts'
import { caseFolders, workspaceFolders } from '../format/layout.ts'
import type { BagReading } from './bag.ts'
import { checkCaseFacts, checkChainFacts, checkEvidenceFacts, checkProofs } from './facts.ts'
import type { OpenedFact } from './facts.ts'
import type { BundleFindings } from './findings.ts'
import { checkpointKeysOf } from './key-rules.ts'
import type { BundleTrust } from './key-rules.ts'
import { readDisclosures, readFiledChain, readProofs } from './read-chain.ts'
import type { FiledChain, FiledDisclosures } from './read-chain.ts'
import type { BundleSource } from './source.ts'

/** The case that the entries were sealed for, by most of them. */
const sealedCaseUid = (chain: FiledChain): string | null => {
  const counts = new Map<string, number>()
  for (const { entry } of chain.entries) {
    const opened = openEntry(entry)
    if (opened.ok) counts.set(opened.value.case, (counts.get(opened.value.case) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

/** The keys from outside, under every name that a note may have been signed as. */
const outsideKeys = (trust: BundleTrust | undefined, notes: readonly string[]): CheckpointKey[] => {
  const names = new Set(notes.flatMap((note) => [...note.matchAll(/^— (\S+) /gmu)].map((match) => match[1] as string)))
  const raws = (trust?.keys ?? []).flatMap((spki) => rawFromSpki(spki) ?? [])
  return [...names].flatMap((name) => raws.map((publicKeyRaw): CheckpointKey => ({ role: 'local', name, publicKeyRaw })))
}

/** B-61: the checkpoints from outside that speak about a chain. */
const notesAbout = (trust: BundleTrust | undefined, chainUid: string): string[] => (trust?.checkpoints ?? []).filter((note) => note.split('\n', 1)[0]?.endsWith(`/case/${chainUid}`))

/** The states that evidence files are in, by the SHA-256 that was sealed. */
const blobsOf = (facts: CaseFile | null, source: BundleSource, bag: BagReading) => {
  const present = new Set(source.files.map(({ path }) => path))
  const bySha256 = new Map<string, string[]>()
  for (const { sha256, file } of facts?.evidence ?? []) {
    if (file !== null) bySha256.set(sha256, [...(bySha256.get(sha256) ?? []), file])
  }
  return (sha256: string): Promise<BlobState> => {
    const files = bySha256.get(sha256) ?? []
    if (files.length === 0) return Promise.resolve('not_here')
    if (files.some((file) => !present.has(file))) return Promise.resolve('missing')
    // A file that could not be hashed has a finding for that.
    return Promise.resolve(files.every((file) => (bag.sha256.get(file) ?? sha256) === sha256) ? 'ok' : 'differs')
  }
}

interface ChainInput {
  readonly subject: Subject
  readonly chain: FiledChain
  readonly entries: readonly StoredEntry[]
  readonly keys: ReadonlyMap<string, KeyRecord>
  readonly trust: BundleTrust | undefined
  readonly disclosures?: ReadonlySet<string>
  readonly blobs?: (sha256: string) => Promise<BlobState>
  readonly onProgress?: (done: number) => void
}

const verifyChain = ({ subject, chain, entries, keys, trust, disclosures, blobs, onProgress }: ChainInput): Promise<VerifyReport> => {
  const notes = [...chain.checkpoints, ...notesAbout(trust, subject.caseUid)]
  return verifyEntries({
    ...subject,
    entries,
    keys,
    checkpoints: notes,
    checkpointKeys: checkpointKeysOf(keys, subject.caseUid, outsideKeys(trust, notes)),
    ...(disclosures === undefined ? {} : { disclosures: (digest: string) => (disclosures.has(digest) ? 'present' : 'missing') }),
    ...(blobs === undefined ? {} : { blobs }),
    ...(onProgress === undefined ? {} : { onProgress }),
  })
}

/** S-54: an edited entry no longer tells the leaf that it had; its proof does, if that is whole. */
const withStatedIds = (chain: FiledChain, report: VerifyReport, proofs: Awaited<ReturnType<typeof readProofs>>): StoredEntry[] | null => {
  const edited = new Set(report.findings.filter(({ code }) => code === 'edited_payload' || code === 'edited_signature' || code === 'non_canonical_payload').map(({ position }) => position))
  if (edited.size === 0) return null
  return chain.entries.map(({ entry, number }, position) => {
    const stated = edited.has(position) ? proofs.get(number)?.proof.entry : undefined
    return isHex32(stated) ? { ...entry, id: stated } : entry
  })
}

/** The entries that can be reasoned from, with what of each is disclosed; disclosures that their entry does not seal are findings. */
const openFacts = (chain: FiledChain, faulty: ReadonlySet<number>, disclosed: ReadonlyMap<number, FiledDisclosures>, findings: BundleFindings): OpenedFact[] => {
  const facts: OpenedFact[] = []
  for (const { entry, number, file } of chain.entries) {
    const opened = openEntry(entry)
    const own = disclosed.get(number)
    if (!opened.ok) continue
    for (const { digest } of own?.values ?? []) {
      if (!opened.value._sd.includes(digest)) findings.add('disclosure_differs', 'a disclosed value is not one that the entry seals', { file: own?.file ?? null, place: { id: entry.id, position: number } })
    }
    if (!faulty.has(number)) facts.push({ number, file, id: entry.id, payload: opened.value, disclosed: own })
  }
  for (const [number, { file }] of disclosed) {
    if (!chain.entries.some((entry) => entry.number === number) && !findings.concerns(file)) findings.add('bundle_facts_differ', 'there is no such entry', { file })
  }
  return facts
}

const newestHead = (chain: FiledChain, keys: readonly CheckpointKey[]): Checkpoint | null =>
  chain.checkpoints
    .flatMap((note) => {
      const opened = openCheckpoint(note, keys)
      return opened.ok ? [opened.value.checkpoint] : []
    })
    .sort((a, b) => b.size - a.size)[0] ?? null

/** B-52: what was left out, as information. */
const reportLeftOut = (values: number, pieces: number, findings: BundleFindings): void => {
  if (values > 0) findings.add('left_out', `withheld values that are not in this bundle: ${values}; their digests stand in the sealed entries`)
  if (pieces > 0) findings.add('left_out', `pieces of evidence that are not in this bundle: ${pieces}; their hashes stand in the sealed entries`)
}

/** What was counted of the records of a bundle. */
export interface RecordCounts {
  readonly entries: number
  readonly disclosures: number
  readonly evidence: number
  readonly checkpoints: number
  readonly valuesLeftOut: number
  readonly piecesLeftOut: number
}

/** What the records of a bundle say, once they are checked. */
export interface CheckedRecords {
  readonly keys: ReadonlyMap<string, KeyRecord>
  /** The sound entries of the case. */
  readonly opened: readonly OpenedFact[]
  readonly counts: RecordCounts
}

/** A bundle whose records cannot be read. */
export const noRecords: CheckedRecords = { keys: new Map(), opened: [], counts: { entries: 0, disclosures: 0, evidence: 0, checkpoints: 0, valuesLeftOut: 0, piecesLeftOut: 0 } }

/** What checking records needs. */
export interface RecordParts {
  readonly source: BundleSource
  readonly bag: BagReading
  /** null: there is no readable `case.json`. */
  readonly facts: CaseFile | null
  readonly trust: BundleTrust | undefined
  readonly findings: BundleFindings
  readonly onEntries?: (done: number, total: number) => void
}

const entriesOf = (chain: FiledChain): StoredEntry[] => chain.entries.map(({ entry }) => entry)

const faultyNumbers = (chain: FiledChain, report: VerifyReport): Set<number> =>
  new Set(report.findings.flatMap(({ position, severity, code }) => (position === null || severity === 'information' || code === 'disclosure_missing' ? [] : [chain.entries[position]?.number ?? -1])))

/** Checks entries, disclosures, proofs and checkpoints by the rules of the seal, and holds `case.json` against them (B-30 to B-52). */
export const checkRecords = async ({ source, bag, facts, trust, findings, onEntries }: RecordParts): Promise<CheckedRecords> => {
  const workspace = await readFiledChain(source, workspaceFolders, findings)
  const chain = await readFiledChain(source, caseFolders, findings)
  const { keys } = buildKeyDirectory(entriesOf(workspace))
  const disclosed = await readDisclosures(source, caseFolders.disclosures ?? '', findings)
  const proofs = await readProofs(source, caseFolders.proofs ?? '', findings)
  const digests = new Set([...disclosed.values()].flatMap(({ values }) => values.map(({ digest }) => digest)))
  const subject: Subject = { caseUid: sealedCaseUid(chain) ?? facts?.case.uid ?? 'unknown', caseNumber: facts?.case.number ?? null }
  const total = workspace.entries.length + chain.entries.length
  const after = (before: number) => (done: number) => onEntries?.(before + done, total)
  const own = await verifyChain({ subject: { caseUid: 'workspace', caseNumber: null }, chain: workspace, entries: entriesOf(workspace), keys, trust, onProgress: after(0) })
  const input: ChainInput = { subject, chain, entries: entriesOf(chain), keys, trust, disclosures: digests, blobs: blobsOf(facts, source, bag), onProgress: after(workspace.entries.length) }
  const first = await verifyChain(input)
  const restated = withStatedIds(chain, first, proofs)
  const report = restated === null ? first : await verifyChain({ ...input, entries: restated })
  const sealed = report.findings.filter(({ code }) => code !== 'disclosure_missing')
  findings.addSealed(own.findings, (position) => workspace.entries[position]?.file ?? null)
  findings.addSealed(sealed, (position) => chain.entries[position]?.file ?? null)
  const faulty = faultyNumbers(chain, report)
  const opened = openFacts(chain, faulty, disclosed, findings)
  checkProofs(chain, proofs, newestHead(chain, checkpointKeysOf(keys, subject.caseUid)), faulty, findings)
  const isWhole = !hasFaults(own) && !hasFaults({ findings: sealed })
  if (facts !== null) {
    if (isWhole) {
      checkCaseFacts(facts, opened, findings)
      checkChainFacts(facts.chains.case, report, findings)
      checkChainFacts(facts.chains.workspace, own, findings)
    }
    checkEvidenceFacts(facts, opened, isWhole, source, findings)
  }
  const valuesLeftOut = report.findings.length - sealed.length
  const acquired = opened.filter(({ payload }) => payload.type === 'evidence.acquired').length
  const evidence = (facts?.evidence ?? []).filter(({ file }) => file !== null).length
  const piecesLeftOut = Math.max(0, acquired - evidence)
  reportLeftOut(valuesLeftOut, piecesLeftOut, findings)
  const checkpoints = workspace.checkpoints.length + chain.checkpoints.length
  return { keys, opened, counts: { entries: own.entries + report.entries, disclosures: digests.size, evidence, checkpoints, valuesLeftOut, piecesLeftOut } }
}
