import type { Finding, FindingCode } from '../../shared/schema/findings.ts'
import { findForeignActors } from './actors.ts'
import { checkAttachments } from './attachments.ts'
import { chainHeads, deviceChains, findForks, findReordered, isSound } from './chain.ts'
import type { ChainFault, DeviceChain, PlacedEntry, SoundEntry } from './chain.ts'
import { findExplainedTimeFaults } from './clock-attestations.ts'
import { makeFinding } from './findings.ts'
import type { FindingChain } from './findings.ts'
import { anchorHeads, checkHeads, hubOrder, openHeads } from './heads.ts'
import { checkEntrySignature, inspectEntry, judgeEntry } from './judge.ts'
import type { Inspection, UsableKey } from './judge.ts'
import { findMissing } from './missing.ts'
import { publicKeyFromSpki } from './signature.ts'
import type { KeyRecord, SequencePoint, VerifyInput, VerifyReport } from './verify-types.ts'

export { hasFaults } from './verify-types.ts'
export type { CheckpointKey, KeyRecord, StoredEntry, VerifyInput, VerifyReport } from './verify-types.ts'

/** Signatures under way at a time: enough to keep the thread pool full, few enough to hold little. */
const window = 64

/** Entries between two calls of `onProgress`. */
const progressStep = 256

const usableKeys = (keys: ReadonlyMap<string, KeyRecord>): Map<string, UsableKey> =>
  new Map([...keys].map(([kid, record]) => [kid, { record, publicKey: publicKeyFromSpki(record.spki) }]))

interface Judged {
  readonly placed: PlacedEntry[]
  readonly findings: Finding[]
}

/** Judges every entry by itself, in order, with a window of signatures on the thread pool. */
const judgeAll = async (input: VerifyInput, subject: FindingChain): Promise<Judged> => {
  const keys = usableKeys(input.keys)
  const placed: PlacedEntry[] = []
  const findings: Finding[] = []
  const underWay: { inspection: Inspection; signature: Promise<boolean> }[] = []
  const settle = async (): Promise<void> => {
    const next = underWay.shift()
    if (next === undefined) return
    const { inspection, signature } = next
    const judgement = judgeEntry(inspection, await signature, keys, input.caseUid)
    const { fault, ...verdict } = judgement
    const entry: PlacedEntry = {
      ...verdict,
      position: placed.length,
      id: inspection.entry.id,
      fault: fault?.code ?? null,
      hubPosition: inspection.entry.hubPosition ?? null,
    }
    placed.push(entry)
    if (fault !== null) findings.push(makeFinding(subject, fault.code, fault.message, entry))
    if (placed.length % progressStep === 0) input.onProgress?.(placed.length)
  }
  for await (const entry of input.entries) {
    const inspection = inspectEntry(entry)
    underWay.push({ inspection, signature: checkEntrySignature(inspection, keys) })
    if (underWay.length >= window) await settle()
  }
  while (underWay.length > 0) await settle()
  input.onProgress?.(placed.length)
  return { placed, findings }
}

const toFindings = (subject: FindingChain, faults: readonly ChainFault[]): Finding[] =>
  faults.map(({ code, message, entry }) => makeFinding(subject, code, message, entry))

const codesByEntry = (findings: readonly Finding[]): Map<string, FindingCode[]> => {
  const codes = new Map<string, FindingCode[]>()
  for (const { entry_id: id, code } of findings) {
    if (id === null) continue
    const known = codes.get(id) ?? []
    if (!known.includes(code)) known.push(code)
    codes.set(id, known)
  }
  return codes
}

const sequencesOf = (chains: readonly DeviceChain[]): Map<string, SequencePoint[]> =>
  new Map(
    chains.map((chain) => [chain.dev, chain.entries.map((entry) => ({ dseq: entry.claim.dseq, id: entry.trueId }))]),
  )

const unwitnessed = (subject: FindingChain, entries: number, witnessed: number): Finding[] => {
  if (entries <= witnessed) return []
  return [
    makeFinding(
      subject,
      'unwitnessed',
      `${entries - witnessed} of ${entries} entries are not covered by a hub’s checkpoint yet`,
    ),
  ]
}

/** First by place (what concerns no entry comes last), then in the order found. */
const inOrder = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER))

/**
 * Verifies one case (or the workspace chain): each entry by itself, the chains of its devices, its times, its tree
 * against every checkpoint, and what it seals by digest (docs/spec/seal.md, S-80 and on). It reads and writes nothing
 * itself.
 */
export const verifyEntries = async (input: VerifyInput): Promise<VerifyReport> => {
  const subject: FindingChain = { caseUid: input.caseUid, caseNumber: input.caseNumber }
  const { placed, findings: entryFindings } = await judgeAll(input, subject)
  const sound: SoundEntry[] = placed.filter(isSound)
  const chains = deviceChains(placed)
  const missing = findMissing(placed, chains)
  const reordered = findReordered(placed, chains)
  const hub = hubOrder(placed)
  const opened = openHeads(subject, input.checkpoints, input.checkpointKeys, input.outside)
  const heads = checkHeads(subject, [...opened.heads, ...anchorHeads(subject, sound)], {
    arrival: placed,
    hub,
    missing: missing.count,
    disturbedFrom: [...missing.gone, ...reordered].reduce((first, { since }) => Math.min(first, since), Infinity),
  })
  const findings = inOrder([
    ...entryFindings,
    ...toFindings(subject, [
      ...chains.flatMap(findForks),
      ...missing.gone,
      ...missing.replaced,
      ...reordered,
      ...findExplainedTimeFaults({ sound, hub, hubRoots: heads.hubRoots, chains }, input),
      ...findForeignActors(sound, hub.slice(0, heads.witnessedSize), input.keys, input.actors),
    ]),
    ...opened.findings,
    ...heads.findings,
    ...(await checkAttachments(subject, sound, input)),
    ...unwitnessed(subject, placed.length, heads.witnessedSize),
  ])
  return {
    findings,
    entries: placed.length,
    size: heads.size,
    root: heads.root,
    heads: chainHeads(chains),
    witnessedSize: heads.witnessedSize,
    outsideSize: heads.outsideSize,
    perEntry: codesByEntry(findings),
    sequences: sequencesOf(chains),
    accountedFor: missing.count + placed.length - sound.length,
  }
}
