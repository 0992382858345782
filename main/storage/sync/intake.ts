import type { CaseIntake, Intake } from '../../sync/device/replica.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { touchCase } from '../cases/projection.ts'
import { dropCase } from './drop.ts'
import type { DropParts } from './drop.ts'
import { endErasedBytes } from '../evidence/end-erased-bytes.ts'
import { endQuotingTerms } from '../access-log/end-terms.ts'
import { followErasure } from './erasures.ts'
import { forgetFormerOrders } from './former-orders.ts'
import { giveToCases, tellWaits } from './kept-evidence.ts'
import { keepLog } from './log-proofs.ts'
import { tellVoided } from './tell-voided.ts'
import { followOwnJoining } from './own-joining.ts'
import { chainFor, placeEntries } from './placing.ts'
import { projectAnew } from './project.ts'
import type { ChainProjectionParts } from './project.ts'
import { keepCheckpoint, keepReceipts, receiptTimes } from './receipts.ts'
import { chainIdOf, noStanding, readStanding, saveStanding, workspaceName } from './standings.ts'
import type { StandingsTable } from './tables.ts'

/** What taking in stands on. */
export interface IntakeParts extends ChainProjectionParts, DropParts {}

/** What is to be done once the transaction is durable. */
export interface Taken {
  /** Files that no case here holds any more. */
  readonly orphans: readonly string[]
  /** Whether something was erased, so that the log must be scrubbed. */
  readonly erased: boolean
}

/**
 * A chain that was here before its hub knew of it has been seen by people all along; one that was granted is hidden
 * until it is complete.
 */
const standingFor = ({ sql }: IntakeParts, uid: string): StandingsTable =>
  readStanding(sql, uid) ?? noStanding(uid, 0, uid === workspaceName || chainIdOf(sql, uid) !== null)

const projectTaken = async (
  tx: LedgerTx,
  parts: IntakeParts,
  chainId: number,
  placed: ReturnType<typeof placeEntries>,
  erased: boolean,
): Promise<StandingsTable> => {
  const { standing, arrived, moved, waiting, lastNoteAtMs } = placed
  if (standing.shown === 0) {
    if (standing.received < standing.announced) return standing
    // Nothing of it was projected yet; where all of it came at once it need not be read again.
    if (!erased && chainId > 0 && arrived.length === standing.received && waiting === 0)
      for (const entry of arrived) await tx.project(entry)
    else await projectAnew(tx, parts, chainId)
    return { ...standing, shown: 1 }
  }
  if (erased || (moved && (chainId <= 0 || lastNoteAtMs === null))) {
    await projectAnew(tx, parts, chainId)
    return standing
  }
  if (chainId >= 0) for (const entry of arrived) await tx.project(entry)
  if (moved && lastNoteAtMs !== null) await touchCase(parts.sql, chainId, lastNoteAtMs)
  return standing
}

/**
 * Takes in what came of one chain; answers whether something was erased.
 *
 * @param orphans gets the hashes of files that nobody here holds any more by that
 */
const takeChain = async (tx: LedgerTx, parts: IntakeParts, intake: CaseIntake, orphans: string[]): Promise<boolean> => {
  const { sql, appliers } = parts
  const before = standingFor(parts, intake.case)
  if (intake.from > before.received) throw new Error('there is a gap between what is here and what came')
  const items = intake.entries.slice(before.received - intake.from)
  let standing = before
  let erased = false
  if (items.length > 0) {
    const chain = await chainFor(sql, intake.case, items[0])
    const placed = placeEntries(tx, sql, chain, before, { items, receivedAt: receiptTimes(intake.receipts) })
    const erasures = placed.arrived.map((entry) => followErasure(parts, chain.id, entry))
    erased = erasures.some((values) => values !== null)
    if (erased)
      await endQuotingTerms(
        tx,
        parts,
        chain.id,
        erasures.flatMap((values) => values ?? []),
      )
    tellVoided(parts, placed.arrived, tx.nowMs)
    const unknown = placed.arrived.filter(({ payload }) => !appliers.has(payload.type)).length
    standing = await projectTaken(
      tx,
      parts,
      chain.id,
      { ...placed, standing: { ...placed.standing, opaque: before.opaque + unknown } },
      erased,
    )
    const ended = chain.id > 0 ? endErasedBytes(sql, chain.id) : null
    if (ended !== null) {
      orphans.push(...ended)
      erased = true
    }
  }
  const chainId = chainIdOf(sql, intake.case)
  if (chainId !== null) forgetFormerOrders(sql, { id: chainId, uid: intake.case })
  const lastReceipt = keepReceipts(sql, intake.case, intake.receipts, standing.last_receipt_at)
  standing = { ...standing, last_receipt_at: lastReceipt }
  saveStanding(sql, intake.checkpoint === null ? standing : keepCheckpoint(sql, standing, intake.checkpoint, tx.nowMs))
  return erased
}

const grant = (sql: IntakeParts['sql'], uid: string, size: number): void => {
  const known = readStanding(sql, uid)
  if (known !== undefined) saveStanding(sql, { ...known, announced: Math.max(known.announced, size) })
  // A case that is here already needs no waiting for; one that is empty is complete.
  else if (chainIdOf(sql, uid) === null) saveStanding(sql, noStanding(uid, size, false))
}

/** The workspace's chain first: the keys of what follows are in it. */
const keysFirst = (cases: readonly CaseIntake[]): readonly CaseIntake[] =>
  [...cases].sort((a, b) => Number(b.case === workspaceName) - Number(a.case === workspaceName))

/** Takes in what the hub sent, within one transaction (Y-40, Y-41). */
export const takeIntake = async (tx: LedgerTx, parts: IntakeParts, intake: Intake): Promise<Taken> => {
  const { sql } = parts
  const orphans: string[] = []
  for (const uid of intake.dropped) if (uid !== workspaceName) orphans.push(...(await dropCase(tx, parts, uid)))
  for (const { case: uid, size } of intake.granted) grant(sql, uid, size)
  let erased = intake.dropped.length > 0
  for (const chain of keysFirst(intake.cases)) {
    if (await takeChain(tx, parts, chain, orphans)) erased = true
    if (chain.case === workspaceName) await followOwnJoining(tx, parts)
  }
  if (intake.granted.length > 0 || intake.cases.length > 0) {
    giveToCases(sql)
    await tellWaits(tx)
  }
  if (intake.log !== undefined) keepLog(sql, intake.log, tx.nowMs)
  if (intake.lease !== null)
    sql.run(
      'update hub set slots = ?, lease_until = ? where id = 1',
      JSON.stringify(intake.lease.slots),
      intake.lease.untilMs,
    )
  if (intake.since !== null) sql.run('update hub set since = ? where id = 1', intake.since)
  return { orphans, erased }
}
