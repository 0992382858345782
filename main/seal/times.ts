import { isOfCase } from './case-origin.ts'
import type { ChainFault, DeviceChain, SoundEntry } from './chain.ts'
import type { VerifyInput } from './verify-types.ts'

/** A wall clock may be stepped back by this much (NTP does) before it is a regression. */
export const clockStepMs = 1000

/** How far a device's clock may be from a hub's, unless the caller says otherwise. */
export const defaultClockToleranceMs = 300_000

const regression = (before: SoundEntry, entry: SoundEntry): string | null => {
  const a = before.claim
  const b = entry.claim
  if (b.hlc <= a.hlc) return 'the hybrid clock did not go forward from the device’s entry before'
  if (a.boot !== b.boot) return null
  if (b.mono < a.mono) return 'the monotonic clock went back within one boot'
  return Date.parse(b.at) < Date.parse(a.at) - clockStepMs
    ? 'the wall clock of the device was set back while it ran: the times before or after that are wrong'
    : null
}

/** S-95: clocks that went back along one device's chain. A forked device is compared along each branch. */
export const findClockRegressions = (chain: DeviceChain): ChainFault[] => {
  const byId = new Map(chain.entries.map((entry) => [entry.trueId, entry]))
  const faults: ChainFault[] = []
  for (const entry of chain.entries) {
    const before =
      (entry.claim.prev === null ? undefined : byId.get(entry.claim.prev)) ?? chain.slots.get(entry.claim.seq - 1)?.[0]
    const message = before === undefined ? null : regression(before, entry)
    if (message !== null) faults.push({ code: 'clock_regression', entry, message })
  }
  return faults
}

/** S-96, S-97: entries whose own time cannot be, given when a hub is known to have had something. */
export const findImpossibleTimes = (
  entries: readonly SoundEntry[],
  hubOrder: readonly { readonly id: string }[],
  input: Pick<VerifyInput, 'receipts' | 'anchorTimes' | 'clockToleranceMs' | 'caseUid'>,
): ChainFault[] => {
  const tolerance = input.clockToleranceMs ?? defaultClockToleranceMs
  const anchorTime = ({ claim: { anchor } }: SoundEntry): string | undefined => {
    if (anchor === null) return undefined
    const told = input.anchorTimes?.get(anchor.root)
    // The checkpoint cannot be older than the receipt of the last entry that it covers.
    const last = isOfCase(anchor.origin, input.caseUid) ? hubOrder[anchor.size - 1] : undefined
    return told ?? (last === undefined ? undefined : input.receipts?.get(last.id))
  }
  const faults: ChainFault[] = []
  for (const entry of entries) {
    const at = Date.parse(entry.claim.at)
    const earliest = anchorTime(entry)
    const latest = input.receipts?.get(entry.id)
    if (earliest !== undefined && at < Date.parse(earliest) - tolerance) {
      faults.push({
        code: 'time_before_anchor',
        entry,
        message:
          'the entry is dated before the checkpoint that it names existed: the clock of its device was behind, or its time was made up',
      })
    }
    if (latest !== undefined && at > Date.parse(latest) + tolerance) {
      faults.push({
        code: 'time_after_receipt',
        entry,
        message:
          'the entry is dated after the hub received it: the clock of its device was ahead, or its time was made up',
      })
    }
  }
  return faults
}
