import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { SyncedRound, SyncService } from '../service.ts'
import { askForCopy, listCopies, tellReturned } from './copies.ts'
import type { CopyParts } from './copies.ts'
import type { Exchange } from './exchange.ts'
import type { DeviceReplica } from './replica.ts'
import { ReplicaRefused } from './replica.ts'
import type { Holdings } from './workspace.ts'

/** What taking and giving back cases stands on. */
export interface HoldingParts {
  readonly replica: DeviceReplica
  readonly overview: Holdings
  readonly deviceId: string
  readonly signal: AbortSignal
  readonly roundNow: () => Promise<Result<SyncedRound, Refusal>>
  readonly fetchCase: SyncService['fetchCase']
  /** Runs a job while nothing else moves; refused where sync waits for a person. */
  alone<T>(job: (exchange: Exchange) => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>>
}

const noSuchCase = refusal('not_found', 'This case is not on this device, or has not come whole yet.')
const entriesWait = refusal(
  'entries_waiting',
  'Something of this case has not reached the hub yet. Sync first; then the case can be given back. Nothing was removed.',
)
const refusedWaits = refusal(
  'entries_waiting',
  'The hub refused something of this case, and it exists only here. Settle that first. Nothing was removed.',
)
const acquiringWaits = refusal(
  'entries_waiting',
  'Evidence of this case is being acquired. Finish or cancel that first. Nothing was removed.',
)
const evidenceWaits = (pieces: number): Refusal =>
  refusal(
    'entries_waiting',
    `The bytes of ${pieces === 1 ? 'one piece' : `${pieces} pieces`} of evidence of this case exist only on this device: the hub has not received them. Nothing was removed.`,
  )

/** Which cases are on this device (Y-73). */
export const createHolding = (parts: HoldingParts): Pick<SyncService, 'takeable' | 'takeOffline' | 'giveBack'> => {
  const { replica, overview, deviceId, signal, roundNow, fetchCase } = parts
  const asking = <T>(job: (copy: CopyParts) => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> =>
    parts.alone((exchange) => job({ exchange, signal }))

  /** What of the case exists only here; null: nothing. */
  const onlyHere = async (caseUid: string): Promise<Refusal | null> => {
    const standing = await replica.standing(caseUid)
    const only = await replica.onlyHere(caseUid)
    if (standing === null || only === null || standing.received < standing.announced) return noSuchCase
    if (standing.refused !== null) return refusedWaits
    if (standing.pending > 0) return entriesWait
    if (only.acquiring > 0) return acquiringWaits
    return only.pieces > 0 ? evidenceWaits(only.pieces) : null
  }

  const leave = async (copy: CopyParts, caseUid: string): Promise<Result<void, Refusal>> => {
    const fault = await onlyHere(caseUid)
    if (fault !== null) return fail(fault)
    const seq = (await replica.heads(caseUid)).get(deviceId)?.seq ?? 0
    const told = await tellReturned(copy, caseUid, seq)
    if (!told.ok) return told
    if (await replica.giveUp(caseUid)) return ok(undefined)
    // Something was written while the hub was told: the copy stays, and the hub is told so, else what was written could
    // not be sent.
    const again = await askForCopy(copy, caseUid)
    return again.ok ? fail(entriesWait) : again
  }

  return {
    takeable: () => asking(listCopies),
    takeOffline: async (caseUid) => {
      if ((await overview.caseOf(caseUid)) === null) {
        const asked = await asking((copy) => askForCopy(copy, caseUid))
        if (!asked.ok) return asked
        const round = await roundNow()
        return round.ok ? ok(undefined) : round
      }
      return await fetchCase(caseUid)
    },
    giveBack: async (caseUid) => {
      const round = (await replica.onlyHere(caseUid)) === null ? fail(noSuchCase) : await roundNow()
      if (!round.ok) return round
      try {
        return await asking((copy) => leave(copy, caseUid))
      } catch (error) {
        if (error instanceof ReplicaRefused) return fail(error.refusal)
        throw error
      }
    },
  }
}
