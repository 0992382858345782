import type { SyncState } from '../../../shared/schema/sync.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { ContactLock } from '../../domain/access/contact-lock.ts'
import { numbersIn } from '../../domain/cases/number-ranges.ts'
import { numberDay, parseCaseNumber, rangeOfSlot } from '../../domain/cases/numbers.ts'
import type { Clock } from '../../platform/clock.ts'
import { toHex } from '../../seal/hash.ts'
import { hubFingerprint } from '../hub/code.ts'
import type { MovingBytes } from './bytes/movement.ts'
import type { TransferStore } from './bytes/transfer-store.ts'
import { upToOf } from './bytes/transfers.ts'
import type { Transfers } from './bytes/transfers.ts'
import type { HeldNumbers } from './case-numbers.ts'
import type { DeviceReplica } from './replica.ts'
import type { SyncRunner } from './runner.ts'
import { unsentWords } from './unsent-file.ts'
import type { UnsentFile } from './unsent-file.ts'
import type { WatchedClock } from './watched-clock.ts'
import { messageOf, syncStateOf } from './words.ts'
import type { DeviceCounts, DeviceFacts, DeviceSettings } from './workspace.ts'

export interface TellingParts {
  readonly clock: Pick<Clock, 'nowMs'>
  /** The device's key. */
  readonly kid: string
  readonly facts: DeviceFacts
  readonly replica: Pick<DeviceReplica, 'relation'>
  readonly settings: Pick<DeviceSettings, 'choices' | 'bytes' | 'alarms' | 'lease'>
  readonly numbers: Pick<HeldNumbers, 'from'>
  readonly counts: DeviceCounts
  /** What waits where no bytes travel. */
  readonly store: Pick<TransferStore, 'waiting'>
  readonly runner: Pick<SyncRunner, 'machine' | 'nextAttemptAtMs'>
  readonly transfers: Pick<Transfers, 'waiting' | 'moving' | 'heldBack' | 'hubFull'> | undefined
  readonly watched: WatchedClock
  /** Of a device that was removed: the files of what its hub never got (Y-100). */
  readonly unsent: readonly UnsentFile[]
  readonly lock: ContactLock | null
}

const unsentView = ({
  path,
  entries,
  pieces,
  evidence,
  writtenAtMs,
}: UnsentFile): SyncState['unsent_files'][number] => ({
  path,
  entries,
  pieces,
  evidence,
  written_at: toTimestamp(writtenAtMs),
})

/** The hub's key as people compare it (Y-10): the first 80 bits of its SHA-256, in groups. */
const fingerprintOf = (spki: Uint8Array): string => (toHex(hubFingerprint(spki)).match(/.{4}/gu) ?? []).join(' ')

/** How many case numbers the device can still give out today by its lease, and until when it may. */
const leaseNow = ({ clock, facts, settings, numbers, counts, watched }: TellingParts): SyncState['lease'] => {
  const lease = settings.lease()
  if (lease === null) return null
  // The lease is of the hub's time; people read it by the clock of this computer.
  const untilMs = lease.untilMs + watched.aheadMs()
  const until = toTimestamp(untilMs)
  // What was lent for one day is that day's, whatever becomes of the lease (Y-94).
  const slots = untilMs <= clock.nowMs() ? [] : lease.slots
  const day = numberDay(clock.nowMs())
  const held = [
    ...slots.map((slot) => ({ segment: facts.institution, ...rangeOfSlot(slot) })),
    ...numbers.from(day).filter((range) => range.day === day),
  ]
  const used = [...new Set(held.map(({ segment }) => segment))]
    .flatMap((segment) => counts.numbersWith(`CASE-${segment}-${day}-`))
    .map(parseCaseNumber)
    .filter((number) => number !== null)
    .filter(({ institution, sequence }) =>
      held.some(({ segment, first, last }) => segment === institution && first <= sequence && sequence <= last),
    ).length
  return { numbers_left_today: Math.max(0, numbersIn(held) - used), until }
}

/** The times are of the hub; people read them by the clock of this computer. */
const lockView = (
  { afterDays, contactMs, locksAtMs, locked, warns }: ContactLock,
  aheadMs: number,
): NonNullable<SyncState['lock']> => ({
  after_days: afterDays,
  contact_at: toTimestamp(contactMs + aheadMs),
  locks_at: toTimestamp(locksAtMs + aheadMs),
  locked,
  warns,
})

const movingView = (moving: MovingBytes | null | undefined): SyncState['evidence_moving']['send'] =>
  moving === null || moving === undefined
    ? null
    : { bytes_per_s: moving.bytesPerSecond, seconds_left: moving.secondsLeft }

/** Where sync of a device stands, in the words that people read. */
export const tellState = (parts: TellingParts): SyncState => {
  const { kid, facts, replica, settings, counts, store, runner, transfers, watched, unsent, lock } = parts
  const machine = runner.machine()
  const waiting = counts.waiting()
  const choices = settings.choices()
  const bytes = transfers?.waiting() ?? store.waiting(upToOf(choices))
  const standing = syncStateOf(machine, {
    waiting,
    refused: counts.refused(),
    kept: bytes.kept,
    unsent: bytes.send,
    heldBack: transfers?.heldBack() === true,
    hubFull: transfers?.hubFull() === true,
  })
  const moving = transfers?.moving()
  const relation = replica.relation()
  const nextAt = runner.nextAttemptAtMs()
  return {
    state: standing,
    message: `${messageOf(standing, machine, { pieces: bytes.send, bytes: bytes.sendBytes, kept: bytes.kept })}${unsentWords(unsent)}`,
    hub:
      relation === null
        ? null
        : { url: relation.url, origin: relation.origin, fingerprint: fingerprintOf(relation.spki) },
    device: { id: facts.deviceId, number: facts.deviceNumber, name: counts.deviceName(kid) ?? '' },
    entries_waiting: waiting,
    evidence_waiting: {
      send: bytes.send,
      send_bytes: bytes.sendBytes,
      fetch: bytes.fetch,
      fetch_bytes: bytes.fetchBytes,
    },
    evidence_moving: { send: movingView(moving?.send), fetch: movingView(moving?.fetch) },
    evidence_kept: { pieces: bytes.kept, bytes: bytes.keptBytes },
    unsent_files: unsent.map(unsentView),
    last_contact_at: typeof relation?.lastContactMs === 'number' ? toTimestamp(relation.lastContactMs) : null,
    next_attempt_at: nextAt === null ? null : toTimestamp(nextAt),
    paused: choices.paused,
    metered: choices.metered,
    evidence_policy: choices.evidencePolicy,
    rate_cap: choices.rateCap,
    lease: leaseNow(parts),
    bytes: settings.bytes(),
    conflicts: counts.openConflicts(),
    alarms: settings.alarms().map(({ code, message, atMs }) => ({ code, message, at: toTimestamp(atMs) })),
    clock: watched.fault(),
    lock: lock === null ? null : lockView(lock, watched.aheadMs()),
  }
}
