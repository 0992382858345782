import { buildActorDirectory } from '../../seal/actors.ts'
import type { ActorDirectory } from '../../seal/actor-directory.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import type { Checkpoint } from '../../seal/checkpoint.ts'
import { openEntry } from '../../seal/entry.ts'
import type { FindingChain } from '../../seal/findings.ts'
import { isHex32 } from '../../seal/hash.ts'
import { buildKeyDirectory } from '../../seal/keys.ts'
import { hasFaults, verifyEntries } from '../../seal/verify.ts'
import { isWitnessedToTheEnd } from '../../seal/verify-types.ts'
import type { BlobState, CheckpointKey, KeyRecord, StoredEntry, VerifyReport } from '../../seal/verify-types.ts'
import type { CaseFile } from '../format/case-file.ts'
import { witnessedOf } from '../format/hub-facts.ts'
import { bundlePaths, caseFolders, workspaceFolders } from '../format/layout.ts'
import type { BagReading } from './bag.ts'
import { checkEvidenceFacts } from './evidence-facts.ts'
import type { FiledRecords } from './contents-of.ts'
import {
  checkCaseFacts,
  checkChainFacts,
  checkHubFacts,
  checkProofs,
  checkStampFacts,
  checkWorkspaceFacts,
} from './facts.ts'
import type { CheckedHub, OpenedFact } from './facts.ts'
import type { BundleFindings } from './findings.ts'
import {
  checkReceipts,
  hubKeysOf,
  hubNoteKeys,
  inEffect,
  newestNote,
  readFiledHub,
  reportSilentHub,
  withPlaces,
} from './hub.ts'
import type { FiledHub, FiledHubProofs, ReceiptReading } from './hub.ts'
import { checkLog, noLog } from './hub-log.ts'
import type { CheckedLog, StampCheck } from './hub-log.ts'
import type { TimedEntry } from './log-times.ts'
import { checkpointKeysOf } from './key-rules.ts'
import type { BundleTrust } from './key-rules.ts'
import { checkNames } from './names.ts'
import { notesAbout, outsideKeys, reportElsewhere } from './outside-notes.ts'
import { readDisclosures, readFiledChain, readProofs } from './read-chain.ts'
import type { FiledChain, FiledDisclosures } from './read-chain.ts'
import type { BundleSource } from './source.ts'
import { checkTold } from './told.ts'

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
  proofs: Awaited<ReturnType<typeof readProofs>>,
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

/** Disclosures that their entry does not seal, or that are of none, are findings. */
const checkDisclosed = (
  chain: FiledChain,
  disclosed: ReadonlyMap<number, FiledDisclosures>,
  findings: BundleFindings,
): void => {
  for (const { entry, number } of chain.entries) {
    const own = disclosed.get(number)
    const opened = own === undefined ? null : openEntry(entry)
    if (own === undefined || opened?.ok !== true) continue
    for (const { digest } of own.values) {
      if (!opened.value._sd.includes(digest))
        findings.add('disclosure_differs', 'a disclosed value is not one that the entry seals', {
          file: own.file,
          place: { id: entry.id, position: number },
        })
    }
  }
  for (const [number, { file }] of disclosed) {
    if (!chain.entries.some((entry) => entry.number === number) && !findings.concerns(file))
      findings.add('bundle_facts_differ', 'there is no such entry', { file })
  }
}

/** The entries that can be reasoned from, with what of each is disclosed. */
const openFacts = (
  chain: FiledChain,
  faulty: ReadonlySet<number>,
  disclosed: ReadonlyMap<number, FiledDisclosures>,
): OpenedFact[] =>
  chain.entries.flatMap(({ entry, number, file }) => {
    const opened = faulty.has(number) ? null : openEntry(entry)
    return opened?.ok === true
      ? [{ number, file, id: entry.id, payload: opened.value, disclosed: disclosed.get(number) }]
      : []
  })

const newestHead = (chain: FiledChain, keys: readonly CheckpointKey[]): Checkpoint | null =>
  chain.checkpoints
    .flatMap((note) => {
      const opened = openCheckpoint(note, keys)
      return opened.ok ? [opened.value.checkpoint] : []
    })
    .sort((a, b) => b.size - a.size)[0] ?? null

/** B-52: what was left out, as information. */
const reportLeftOut = (values: number, pieces: number, findings: BundleFindings): void => {
  if (values > 0)
    findings.add(
      'left_out',
      `withheld values that are not in this bundle: ${values}; their digests stand in the sealed entries`,
    )
  if (pieces > 0)
    findings.add(
      'left_out',
      `pieces of evidence that are not in this bundle: ${pieces}; their hashes stand in the sealed entries`,
    )
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

/** How far the hub vouches for the entries of a case. */
export interface WitnessedRecord {
  readonly origin: string
  /** The first so many entries in the order of the hub, of all that there are. */
  readonly size: number
  readonly entries: number
  /** Names of others that have signed the same checkpoint; their keys are not in the bundle. */
  readonly cosignedBy: readonly string[]
  /** The time of the newest receipt, RFC 3339. */
  readonly lastReceiptAt: string | null
  /** What is proven in the hub's log: by whom it is cosigned, and when it was stamped. */
  readonly log: CheckedLog
}

/** What the records of a bundle say, once they are checked. */
export interface CheckedRecords {
  /** Of the case and of its workspace; none where nothing could be read. */
  readonly chainUids: readonly string[]
  readonly keys: ReadonlyMap<string, KeyRecord>
  /** The sound entries of the case. */
  readonly opened: readonly OpenedFact[]
  /** null: the bundle holds nothing of a hub. */
  readonly witnessed: WitnessedRecord | null
  /** S-115, B-107: of the case's chain, and where there is a hub, of the one that enrols the keys. */
  readonly isWitnessedToTheEnd: boolean
  /** Whether the names of people were held against entries that seal them (B-114). */
  readonly provesNames: boolean
  /** What was read; null: nothing could be. */
  readonly filed: FiledRecords | null
  /** Whether the entries of the case and of its workspace have no fault. */
  readonly isWhole: boolean
  readonly counts: RecordCounts
}

/** A bundle whose records cannot be read. */
export const noRecords: CheckedRecords = {
  chainUids: [],
  keys: new Map(),
  opened: [],
  witnessed: null,
  isWitnessedToTheEnd: false,
  filed: null,
  provesNames: false,
  isWhole: false,
  counts: { entries: 0, disclosures: 0, evidence: 0, checkpoints: 0, valuesLeftOut: 0, piecesLeftOut: 0 },
}

/** What checking records needs. */
export interface RecordParts {
  readonly source: BundleSource
  readonly bag: BagReading
  /** null: there is no readable `case.json`. */
  readonly facts: CaseFile | null
  readonly trust: BundleTrust | undefined
  readonly findings: BundleFindings
  readonly openStamp?: StampCheck | undefined
  readonly onEntries?: (done: number, total: number) => void
}

const entriesOf = (chain: FiledChain): StoredEntry[] => chain.entries.map(({ entry }) => entry)

const faultyNumbers = (chain: FiledChain, report: VerifyReport): Set<number> =>
  new Set(
    report.findings.flatMap(({ position, severity, code }) =>
      position === null || severity === 'information' || code === 'disclosure_missing'
        ? []
        : [chain.entries[position]?.number ?? -1],
    ),
  )

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

/** What entries and receipts say of their times, for whoever vouches for them (B-108). */
const timedEntries = ({ entries }: FiledChain, { times }: ReceiptReading): TimedEntry[] =>
  entries.flatMap(({ entry }) => {
    const opened = openEntry(entry)
    const receivedMs = Date.parse(times.get(entry.id) ?? '')
    return opened.ok
      ? [
          {
            place: entry.hubPosition ?? null,
            atMs: Date.parse(opened.value.at),
            receivedMs: Number.isNaN(receivedMs) ? null : receivedMs,
          },
        ]
      : []
  })

const noReceipts: ReceiptReading = { times: new Map(), last: null }

/** Whether the entries of a chain are there without a gap, so that a tree over them can come out. */
const isComplete = (chain: FiledChain): boolean => chain.entries.every(({ number }, index) => number === index)

/**
 * B-94: the key that is named as the hub's is one that the workspace enrols for it, and the order has a place for each
 * entry.
 */
const checkOrder = (
  { order }: FiledHub,
  hubKeys: readonly KeyRecord[],
  chain: FiledChain,
  workspace: FiledChain,
  findings: BundleFindings,
): void => {
  const file = bundlePaths.hubOrder
  if (!hubKeys.some(({ kid }) => kid === order.kid))
    findings.add('bundle_key_mismatch', 'it names a key that the workspace never enrolled for its hub', { file })
  for (const [places, { entries }] of [
    [order.case, chain],
    [order.workspace, workspace],
  ] as const) {
    const last = entries.at(-1)?.number ?? -1
    if (places.length !== last + 1)
      findings.add('bundle_facts_differ', 'it does not have a place for each entry, and for nothing else', { file })
  }
}

/**
 * Checks entries, disclosures, proofs and checkpoints by the rules of the seal, and holds `case.json` against them
 * (B-30 to B-52, B-90 to B-95).
 */
export const checkRecords = async ({
  source,
  bag,
  facts,
  trust,
  findings,
  openStamp,
  onEntries,
}: RecordParts): Promise<CheckedRecords> => {
  const hub = await readFiledHub(source, findings)
  const workspace = withPlaces(
    await readFiledChain(source, workspaceFolders, findings),
    hub?.order.workspace_signed ?? hub?.order.workspace,
  )
  const chain = withPlaces(
    await readFiledChain(source, caseFolders, findings),
    hub?.order.case_signed ?? hub?.order.case,
  )
  const { keys } = buildKeyDirectory(inEffect(workspace.entries, hub?.order.workspace).map(({ entry }) => entry))
  const actors = buildActorDirectory(
    workspace.entries.map(({ entry }) => entry),
    keys,
  )
  const hubKeys = hub === null ? [] : hubKeysOf(keys, hub.order)
  if (hub !== null) checkOrder(hub, hubKeys, chain, workspace, findings)
  reportSilentHub(keys, hub, findings)
  const disclosed = await readDisclosures(source, caseFolders.disclosures, findings)
  const names = await readDisclosures(source, workspaceFolders.disclosures, findings)
  const proofs = await readProofs(source, caseFolders.proofs ?? '', findings)
  const digests = new Set([...disclosed.values()].flatMap(({ values }) => values.map(({ digest }) => digest)))
  const subject: FindingChain = {
    caseUid: sealedCaseUid(chain) ?? facts?.case.uid ?? 'unknown',
    caseNumber: facts?.case.number ?? null,
  }
  const receiptsOf = (kept: FiledHubProofs, filed: FiledChain, chainUid: string): ReceiptReading =>
    hub === null
      ? noReceipts
      : checkReceipts(
          kept,
          filed.entries,
          { keys: hubKeys, origin: hub.order.origin, chainUid },
          isComplete(filed),
          findings,
        )
  const ownReceipts = hub === null ? noReceipts : receiptsOf(hub.workspace, workspace, 'workspace')
  const receipts = hub === null ? noReceipts : receiptsOf(hub.case, chain, subject.caseUid)
  const total = workspace.entries.length + chain.entries.length
  const after = (before: number) => (done: number) => onEntries?.(before + done, total)
  const ownSubject: FindingChain = { caseUid: 'workspace', caseNumber: null }
  const own = await verifyChain({
    subject: ownSubject,
    chain: workspace,
    entries: entriesOf(workspace),
    hub: hubInput(hub, hub?.workspace, 'workspace', hubKeys, ownReceipts),
    keys,
    actors,
    trust,
    onProgress: after(0),
  })
  const input: ChainInput = {
    subject,
    chain,
    entries: entriesOf(chain),
    // What stands in the hub's log is a checkpoint like any other: its root has to come out of the entries (S-93).
    hub: hubInput(
      hub,
      hub === null
        ? undefined
        : { ...hub.case, checkpoints: [...new Set([...hub.case.checkpoints, ...hub.log.map(({ leaf }) => leaf)])] },
      subject.caseUid,
      hubKeys,
      receipts,
    ),
    keys,
    actors,
    trust,
    disclosures: digests,
    blobs: blobsOf(facts, source, bag),
    onProgress: after(workspace.entries.length),
  }
  const first = await verifyChain(input)
  const restated = withStatedIds(chain, first, proofs)
  const report = restated === null ? first : await verifyChain({ ...input, entries: restated })
  const sealed = report.findings.filter(({ code }) => code !== 'disclosure_missing')
  findings.addSealed(own.findings, (position) => workspace.entries[position]?.file ?? null)
  findings.addSealed(sealed, (position) => chain.entries[position]?.file ?? null)
  for (const [about, filed] of [
    [ownSubject, workspace],
    [subject, chain],
  ] as const)
    reportElsewhere(about, notesAbout(trust, about.caseUid, filed, hub !== null).elsewhere, keys, trust, findings)
  const faulty = faultyNumbers(chain, report)
  const opened = openFacts(chain, faulty, disclosed)
  checkDisclosed(chain, disclosed, findings)
  checkDisclosed(workspace, names, findings)
  checkProofs(chain, proofs, newestHead(chain, checkpointKeysOf(keys, subject.caseUid)), faulty, findings)
  const isWhole = !hasFaults(own) && !hasFaults({ findings: sealed })
  const checkedHub: CheckedHub | null =
    hub === null
      ? null
      : {
          origin: hub.order.origin,
          kid: hub.order.kid,
          received: hub.order.case.filter((place) => place !== null).length,
          witnessed: witnessedOf({ checkpoint: newestNote(hub.case) }, hub.order.origin),
          lastReceiptAt: receipts.last,
        }
  let provesNames = false
  if (facts !== null) {
    const effects = inEffect(opened, hub?.order.case)
    if (isWhole) {
      checkWorkspaceFacts(facts, bag, keys, findings)
      checkCaseFacts(facts, effects, keys, findings)
      checkTold(facts, effects, keys, findings)
      provesNames = checkNames(
        {
          told: facts,
          opened,
          workspace: inEffect(workspace.entries, hub?.order.workspace),
          places: hub?.order.workspace,
          disclosed: names,
          keys,
        },
        findings,
      )
      checkHubFacts(facts, checkedHub, effects, findings)
      checkChainFacts(facts.chains.case, report, findings)
      checkChainFacts(facts.chains.workspace, own, findings)
    }
    checkEvidenceFacts(facts, { opened: effects, keys, isWhole }, source, findings)
  }
  const log =
    hub === null
      ? noLog
      : checkLog(hub.log, {
          origin: hub.order.origin,
          hubKeys,
          witnesses: trust?.witnesses ?? [],
          openStamp,
          entries: timedEntries(chain, receipts),
          findings,
        })
  if (facts !== null) checkStampFacts(facts, log, findings)
  const valuesLeftOut = report.findings.length - sealed.length
  const told = facts?.evidence ?? []
  const evidence = told.filter(({ file }) => file !== null).length
  const piecesLeftOut = told.length - evidence
  reportLeftOut(valuesLeftOut, piecesLeftOut, findings)
  const checkpoints =
    workspace.checkpoints.length +
    chain.checkpoints.length +
    (hub === null ? 0 : hub.case.checkpoints.length + hub.workspace.checkpoints.length + 2 * hub.log.length)
  return {
    chainUids: ['workspace', subject.caseUid],
    keys,
    opened,
    filed: { chain, workspace, disclosed, names, hub },
    provesNames,
    isWhole,
    witnessed:
      checkedHub === null
        ? null
        : {
            origin: checkedHub.origin,
            size: report.witnessedSize,
            entries: report.entries,
            cosignedBy: checkedHub.witnessed?.cosigned_by ?? [],
            lastReceiptAt: checkedHub.lastReceiptAt,
            log,
          },
    isWitnessedToTheEnd:
      report.entries > 0 && isWitnessedToTheEnd(report) && (hub === null || isWitnessedToTheEnd(own)),
    counts: {
      entries: own.entries + report.entries,
      disclosures: digests.size,
      evidence,
      checkpoints,
      valuesLeftOut,
      piecesLeftOut,
    },
  }
}
