import { openCheckpoint } from '../../seal/checkpoint.ts'
import type { Checkpoint } from '../../seal/checkpoint.ts'
import { openEntry } from '../../seal/entry.ts'
import { hasFaults } from '../../seal/verify.ts'
import { isWitnessedToTheEnd } from '../../seal/verify-types.ts'
import type { CheckpointKey, VerifyReport } from '../../seal/verify-types.ts'
import type { CaseFile } from '../format/case-file.ts'
import { witnessedOf } from '../format/hub-facts.ts'
import { checkChains } from './check-chains.ts'
import type { ChainChecking, CheckedChains } from './check-chains.ts'
import type { CheckedRecords, RecordCounts, WitnessedRecord } from './checked-records.ts'
import { checkDisclosed, reportLeftOut } from './disclosed-values.ts'
import { checkEvidenceFacts } from './evidence-facts.ts'
import {
  checkCaseFacts,
  checkChainFacts,
  checkHubFacts,
  checkProofs,
  checkStampFacts,
  checkWorkspaceFacts,
} from './facts.ts'
import type { CheckedHub, OpenedFact } from './facts.ts'
import { inEffect, newestNote } from './hub.ts'
import type { ReceiptReading } from './hub.ts'
import { checkLog, noLog } from './hub-log.ts'
import type { CheckedLog, StampCheck } from './hub-log.ts'
import { checkpointKeysOf } from './key-rules.ts'
import type { TimedEntry } from './log-times.ts'
import { checkNames } from './names.ts'
import type { FiledChain, FiledDisclosures } from './read-chain.ts'
import { readRecords } from './read-records.ts'
import type { ReadRecords } from './read-records.ts'
import { checkTold } from './told.ts'

/** What checking records needs. */
export interface RecordParts extends ChainChecking {
  readonly openStamp?: StampCheck | undefined
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

const faultyNumbers = (chain: FiledChain, report: VerifyReport): Set<number> =>
  new Set(
    report.findings.flatMap(({ position, severity, code }) =>
      position === null || severity === 'information' || code === 'disclosure_missing'
        ? []
        : [chain.entries[position]?.number ?? -1],
    ),
  )

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

/** What of a hub stands behind the case; null: the bundle holds nothing of one. */
const checkedHubOf = ({ hub }: ReadRecords, { last }: ReceiptReading): CheckedHub | null =>
  hub === null
    ? null
    : {
        origin: hub.order.origin,
        kid: hub.order.kid,
        received: hub.order.case.filter((place) => place !== null).length,
        witnessed: witnessedOf({ checkpoint: newestNote(hub.case) }, hub.order.origin),
        lastReceiptAt: last,
      }

/** What `case.json` is held against. */
interface HeldAgainst {
  readonly records: ReadRecords
  readonly chains: CheckedChains
  readonly opened: readonly OpenedFact[]
  readonly checkedHub: CheckedHub | null
  readonly isWhole: boolean
}

/**
 * Holds `case.json` against the entries, where these are whole.
 *
 * @returns whether the names of people were held against entries that seal them (B-114)
 */
const checkFacts = (
  facts: CaseFile,
  { records, chains, opened, checkedHub, isWhole }: HeldAgainst,
  { bag, source, findings }: Pick<RecordParts, 'bag' | 'source' | 'findings'>,
): boolean => {
  const { hub, keys, workspace, names } = records
  const effects = inEffect(opened, hub?.order.case)
  let provesNames = false
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
    checkChainFacts(facts.chains.case, chains.report, findings)
    checkChainFacts(facts.chains.workspace, chains.own, findings)
  }
  checkEvidenceFacts(facts, { opened: effects, keys, isWhole }, source, findings)
  return provesNames
}

/** What the hub's log proves of the case, held against what `case.json` says of stamps. */
const checkHubLog = (
  { hub, hubKeys, chain }: ReadRecords,
  receipts: ReceiptReading,
  { facts, trust, openStamp, findings }: RecordParts,
): CheckedLog => {
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
  return log
}

const countsOf = (
  { hub, workspace, chain }: ReadRecords,
  { report, own, sealed, digests }: CheckedChains,
  facts: CaseFile | null,
): RecordCounts => {
  const told = facts?.evidence ?? []
  const evidence = told.filter(({ file }) => file !== null).length
  return {
    entries: own.entries + report.entries,
    disclosures: digests.size,
    evidence,
    checkpoints:
      workspace.checkpoints.length +
      chain.checkpoints.length +
      (hub === null ? 0 : hub.case.checkpoints.length + hub.workspace.checkpoints.length + 2 * hub.log.length),
    valuesLeftOut: report.findings.length - sealed.length,
    piecesLeftOut: told.length - evidence,
  }
}

const witnessedRecord = (hub: CheckedHub, { report }: CheckedChains, log: CheckedLog): WitnessedRecord => ({
  origin: hub.origin,
  size: report.witnessedSize,
  entries: report.entries,
  cosignedBy: hub.witnessed?.cosigned_by ?? [],
  lastReceiptAt: hub.lastReceiptAt,
  log,
})

/**
 * Checks entries, disclosures, proofs and checkpoints by the rules of the seal, and holds `case.json` against them
 * (B-30 to B-52, B-90 to B-95).
 */
export const checkRecords = async (parts: RecordParts): Promise<CheckedRecords> => {
  const { source, facts, findings } = parts
  const records = await readRecords(source, findings)
  const { chain, workspace, keys, disclosed, names, proofs, hub } = records
  const chains = await checkChains(records, parts)
  const { subject, report, own, receipts } = chains
  const faulty = faultyNumbers(chain, report)
  const opened = openFacts(chain, faulty, disclosed)
  checkDisclosed(chain, disclosed, findings)
  checkDisclosed(workspace, names, findings)
  checkProofs(chain, proofs, newestHead(chain, checkpointKeysOf(keys, subject.caseUid)), faulty, findings)
  const isWhole = !hasFaults(own) && !hasFaults({ findings: chains.sealed })
  const checkedHub = checkedHubOf(records, receipts)
  const provesNames = facts !== null && checkFacts(facts, { records, chains, opened, checkedHub, isWhole }, parts)
  const log = checkHubLog(records, receipts, parts)
  const counts = countsOf(records, chains, facts)
  reportLeftOut(counts.valuesLeftOut, counts.piecesLeftOut, findings)
  return {
    chainUids: ['workspace', subject.caseUid],
    keys,
    opened,
    filed: { chain, workspace, disclosed, names, hub },
    provesNames,
    isWhole,
    witnessed: checkedHub === null ? null : witnessedRecord(checkedHub, chains, log),
    isWitnessedToTheEnd:
      report.entries > 0 && isWitnessedToTheEnd(report) && (hub === null || isWitnessedToTheEnd(own)),
    counts,
  }
}
