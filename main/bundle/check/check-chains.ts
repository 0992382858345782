import { openEntry } from '../../seal/entry.ts'
import type { ActorDirectory } from '../../seal/actor-directory.ts'
import type { FindingChain } from '../../seal/findings.ts'
import { isHex32 } from '../../seal/hash.ts'
import { verifyEntries } from '../../seal/verify.ts'
import type { BlobState, CheckpointKey, KeyRecord, StoredEntry, VerifyReport } from '../../seal/verify-types.ts'
import type { CaseFile } from '../format/case-file.ts'
import type { BagReading } from './bag.ts'
import type { BundleFindings } from './findings.ts'
import { checkReceipts, hubNoteKeys } from './hub.ts'
import type { FiledHub, FiledHubProofs, ReceiptReading } from './hub.ts'
import { checkpointKeysOf } from './key-rules.ts'
import type { BundleTrust } from './key-rules.ts'
import { notesAbout, outsideKeys, reportElsewhere } from './outside-notes.ts'
import type { FiledChain } from './read-chain.ts'
import type { ReadRecords } from './read-records.ts'
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

/** What the hub signed about a chain, and the keys to hold it against. */
interface HubInput {
  readonly checkpoints: readonly string[]
  readonly keys: readonly CheckpointKey[]
  readonly receipts: ReadonlyMap<string, string>
}

interface ChainInput {
  readonly subject: FindingChain
  readonly chain: FiledChain
  readonly entries: readonly StoredEntry[]
  readonly hub: HubInput | null
  readonly keys: ReadonlyMap<string, KeyRecord>
  readonly actors: ActorDirectory
  readonly trust: BundleTrust | undefined
  readonly disclosures?: ReadonlySet<string>
  readonly blobs?: (sha256: string) => Promise<BlobState>
  readonly onProgress?: (done: number) => void
}

const verifyChain = ({
  subject,
  chain,
  entries,
  hub,
  keys,
  actors,
  trust,
  disclosures,
  blobs,
  onProgress,
}: ChainInput): Promise<VerifyReport> => {
  const outside = notesAbout(trust, subject.caseUid, chain, hub !== null).here
  const notes = [...chain.checkpoints, ...(hub?.checkpoints ?? []), ...outside]
  return verifyEntries({
    ...subject,
    entries,
    keys,
    actors,
    checkpoints: notes,
    outside,
    checkpointKeys: [...checkpointKeysOf(keys, subject.caseUid, outsideKeys(trust, notes)), ...(hub?.keys ?? [])],
    ...(hub === null ? {} : { receipts: hub.receipts }),
    ...(disclosures === undefined
      ? {}
      : { disclosures: (digest: string) => (disclosures.has(digest) ? 'present' : 'missing') }),
    ...(blobs === undefined ? {} : { blobs }),
    ...(onProgress === undefined ? {} : { onProgress }),
  })
}

/** S-54: an edited entry no longer tells the leaf that it had; its proof does, if that is whole. */
const withStatedIds = (
  chain: FiledChain,
  report: VerifyReport,
  proofs: ReadRecords['proofs'],
): StoredEntry[] | null => {
  const edited = new Set(
    report.findings
      .filter(
        ({ code }) => code === 'edited_payload' || code === 'edited_signature' || code === 'non_canonical_payload',
      )
      .map(({ position }) => position),
  )
  if (edited.size === 0) return null
  return chain.entries.map(({ entry, number }, position) => {
    const stated = edited.has(position) ? proofs.get(number)?.proof.entry : undefined
    return isHex32(stated) ? { ...entry, id: stated } : entry
  })
}

const entriesOf = (chain: FiledChain): StoredEntry[] => chain.entries.map(({ entry }) => entry)

/** A chain without a hub, or with what its hub signed about it. */
const hubInput = (
  hub: FiledHub | null,
  proofs: FiledHubProofs | undefined,
  chainUid: string,
  hubKeys: readonly KeyRecord[],
  receipts: ReceiptReading,
): HubInput | null =>
  hub === null || proofs === undefined
    ? null
    : { checkpoints: proofs.checkpoints, keys: hubNoteKeys(hubKeys, hub.order, chainUid), receipts: receipts.times }

const noReceipts: ReceiptReading = { times: new Map(), last: null }

/** Whether the entries of a chain are there without a gap, so that a tree over them can come out. */
const isComplete = (chain: FiledChain): boolean => chain.entries.every(({ number }, index) => number === index)

/** What verifying the chains of a bundle came to. */
export interface CheckedChains {
  /** The case's chain, and what verifying it found. */
  readonly subject: FindingChain
  readonly report: VerifyReport
  /** What was found in the case's chain; values that the bundle leaves out are no finding of it. */
  readonly sealed: VerifyReport['findings']
  /** What verifying the workspace's chain found. */
  readonly own: VerifyReport
  /** What the receipts of the case prove. */
  readonly receipts: ReceiptReading
  /** Digests of all the values of the case that are disclosed. */
  readonly digests: ReadonlySet<string>
}

/** What verifying the chains needs beside the records. */
export interface ChainChecking {
  readonly source: BundleSource
  readonly bag: BagReading
  readonly facts: CaseFile | null
  readonly trust: BundleTrust | undefined
  readonly findings: BundleFindings
  readonly onEntries?: ((done: number, total: number) => void) | undefined
}

const workspaceSubject: FindingChain = { caseUid: 'workspace', caseNumber: null }

/** What the receipts of a chain prove; nothing where there is no hub. */
const receiptsOf = (
  { hub, hubKeys }: ReadRecords,
  kept: FiledHubProofs | undefined,
  filed: FiledChain,
  chainUid: string,
  findings: BundleFindings,
): ReceiptReading =>
  hub === null || kept === undefined
    ? noReceipts
    : checkReceipts(
        kept,
        filed.entries,
        { keys: hubKeys, origin: hub.order.origin, chainUid },
        isComplete(filed),
        findings,
      )

/** What stands in the hub's log is a checkpoint like any other: its root has to come out of the entries (S-93). */
const withLogHeads = (hub: FiledHub): FiledHubProofs => ({
  ...hub.case,
  checkpoints: [...new Set([...hub.case.checkpoints, ...hub.log.map(({ leaf }) => leaf)])],
})

/** Verifies the chain of the case; one that was edited once more, by the leaves that its proofs state. */
const verifyCase = async (input: ChainInput, proofs: ReadRecords['proofs']): Promise<VerifyReport> => {
  const first = await verifyChain(input)
  const restated = withStatedIds(input.chain, first, proofs)
  return restated === null ? first : await verifyChain({ ...input, entries: restated })
}

/** Verifies the chains of the case and of its workspace by the rules of the seal, with what a hub signed of them. */
export const checkChains = async (
  records: ReadRecords,
  { source, bag, facts, trust, findings, onEntries }: ChainChecking,
): Promise<CheckedChains> => {
  const { hub, workspace, chain, keys, actors, hubKeys, disclosed, proofs } = records
  const digests = new Set([...disclosed.values()].flatMap(({ values }) => values.map(({ digest }) => digest)))
  const subject: FindingChain = {
    caseUid: sealedCaseUid(chain) ?? facts?.case.uid ?? 'unknown',
    caseNumber: facts?.case.number ?? null,
  }
  const ownReceipts = receiptsOf(records, hub?.workspace, workspace, 'workspace', findings)
  const receipts = receiptsOf(records, hub?.case, chain, subject.caseUid, findings)
  const total = workspace.entries.length + chain.entries.length
  const after = (before: number) => (done: number) => onEntries?.(before + done, total)
  const shared = { keys, actors, trust }
  const own = await verifyChain({
    ...shared,
    subject: workspaceSubject,
    chain: workspace,
    entries: entriesOf(workspace),
    hub: hubInput(hub, hub?.workspace, 'workspace', hubKeys, ownReceipts),
    onProgress: after(0),
  })
  const report = await verifyCase(
    {
      ...shared,
      subject,
      chain,
      entries: entriesOf(chain),
      hub: hubInput(hub, hub === null ? undefined : withLogHeads(hub), subject.caseUid, hubKeys, receipts),
      disclosures: digests,
      blobs: blobsOf(facts, source, bag),
      onProgress: after(workspace.entries.length),
    },
    proofs,
  )
  const sealed = report.findings.filter(({ code }) => code !== 'disclosure_missing')
  findings.addSealed(own.findings, (position) => workspace.entries[position]?.file ?? null)
  findings.addSealed(sealed, (position) => chain.entries[position]?.file ?? null)
  for (const [about, filed] of [
    [workspaceSubject, workspace],
    [subject, chain],
  ] as const)
    reportElsewhere(about, notesAbout(trust, about.caseUid, filed, hub !== null).elsewhere, keys, trust, findings)
  return { subject, report, sealed, own, receipts, digests }
}
