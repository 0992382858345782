import { healthAnswer, healthLimits } from '../../../shared/protocol/health.ts'
import type { DeviceHealth } from '../../../shared/protocol/health.ts'
import { minuteMs } from '../../../shared/text/days.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SideCalls } from './side-calls.ts'
import type { UnsentFile } from './unsent-file.ts'

/** What of its computer and its folder a device tells its hub, besides what sync knows by itself. */
export interface OwnHealth {
  readonly release: string
  /** When the oldest own entry that no hub has was sealed, by the clock of this computer; null: none waits. */
  readonly oldestWaitingMs: () => number | null
  /** Room on the disk of the folder; null: it cannot be found out. */
  readonly freeBytes: () => number | null
  readonly afterWipe: () => AfterWipe
  /** The lists that are screened against, and how many days old each is. */
  readonly lists: () => readonly { readonly key: string; readonly days: number }[]
}

/** What is left on a device that was removed. */
export interface AfterWipe {
  /** Cases that are still here. */
  readonly cases: number
  /** Entries that no hub has, which are set aside. */
  readonly setAside: number
}

/** What sync knows by itself. */
export interface SyncHealth {
  readonly entriesWaiting: number
  readonly evidenceWaiting: { readonly pieces: number; readonly bytes: number }
  /** By how much the clock is ahead of the hub's; null: they were never compared. */
  readonly clockAheadMs: number | null
  /** How many pieces of evidence a device that was removed still brings; null: it was not removed. */
  readonly keptAfterRemoval: number | null
  /** The files of what its hub never got (Y-100). */
  readonly unsent: readonly UnsentFile[]
}

const within = (value: number, least: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, value)))
/** As the protocol bounds it: a clock that is centuries off is off by this much. */
const secondsMost = 3_200_000_000
const countMost = 1_000_000_000

/** Y-99: said only where nothing that was granted is here any more. */
const wipedOf = (
  own: OwnHealth,
  { keptAfterRemoval: kept, unsent }: SyncHealth,
  nowMs: number,
): Pick<DeviceHealth, 'wiped'> => {
  if (kept === null) return {}
  const { cases, setAside } = own.afterWipe()
  if (cases > 0) return {}
  const files = unsent.slice(0, healthLimits.unsentFiles).map(({ entries, pieces, evidence, writtenAtMs }) => ({
    ...(entries === null ? {} : { entries: within(entries, 0, countMost) }),
    ...(pieces === null ? {} : { pieces: within(pieces, 0, countMost) }),
    evidence,
    age_s: within((nowMs - writtenAtMs) / 1_000, 0, secondsMost),
  }))
  return { wiped: { set_aside: setAside, evidence_kept: kept, unsent: files } }
}

/** Y-97: the health of this device; what it does not know is left out. */
export const healthNow = (own: OwnHealth, sync: SyncHealth, nowMs: number): DeviceHealth => {
  const oldestMs = own.oldestWaitingMs()
  const free = own.freeBytes()
  return {
    release: own.release,
    entries_waiting: sync.entriesWaiting,
    ...(oldestMs === null ? {} : { oldest_waiting_s: within((nowMs - oldestMs) / 1_000, 0, secondsMost) }),
    evidence_waiting: sync.evidenceWaiting,
    ...(sync.clockAheadMs === null
      ? {}
      : { clock_ahead_s: within(sync.clockAheadMs / 1_000, -secondsMost, secondsMost) }),
    ...(free === null ? {} : { free_bytes: within(free, 0, Number.MAX_SAFE_INTEGER) }),
    ...wipedOf(own, sync, nowMs),
    lists: own
      .lists()
      .slice(0, healthLimits.lists)
      .map(({ key, days }) => ({ key, days: within(days, 0, 100_000) })),
  }
}

export interface HealthTellingParts {
  readonly health: () => DeviceHealth
  readonly hub: SideCalls
  readonly clock: Pick<Clock, 'monoMs'>
}

/** What changes by itself from minute to minute is no reason to tell it anew. */
const reasonOf = ({
  release,
  entries_waiting: entries,
  evidence_waiting: evidence,
  lists,
  wiped,
}: DeviceHealth): string =>
  JSON.stringify([
    release,
    entries,
    evidence,
    lists,
    wiped === undefined ? null : { ...wiped, unsent: wiped.unsent?.map(({ age_s: _, ...file }) => file) },
  ])

/** After which a device that was removed tries once more to say that it is wiped. */
export const wipedAgainMs = 15 * minuteMs

/** Between two tellings: where something changed that people look at, and where nothing did. */
const leastMs = minuteMs
const usualMs = wipedAgainMs

/** Y-97: tells the hub how this device is, after a round and no more often than is of use. */
export const createHealthTelling = ({ health, hub, clock }: HealthTellingParts) => {
  let triedMs: number | null = null
  let told: string | null = null

  const sinceMs = (): number => (triedMs === null ? Infinity : clock.monoMs() - triedMs)
  const isNews = (reason: string): boolean => told !== null && reason !== told

  const send = async (now: DeviceHealth): Promise<boolean> => {
    triedMs = clock.monoMs()
    // A hub of an earlier release does not know the call.
    const { ok: isKept } = await hub.ask('health', { health: now }, healthAnswer)
    if (isKept) told = reasonOf(now)
    return isKept
  }

  return {
    /** Resolves when the hub has been told, or was not reached: then it is told later. */
    tell: async (): Promise<void> => {
      // Asked after every round: whatever costs anything comes after the time.
      if (!hub.mayAsk() || sinceMs() < leastMs) return
      const now = health()
      if (sinceMs() >= usualMs || isNews(reasonOf(now))) await send(now)
    },
    /**
     * Y-99: tells at once that what was granted is wiped, and again where that has changed.
     *
     * @returns whether the hub knows, or there is nothing to tell yet
     */
    tellWiped: async (): Promise<boolean> => {
      const now = health()
      return now.wiped === undefined || reasonOf(now) === told || (await send(now))
    },
  }
}
