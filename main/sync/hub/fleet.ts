import { dayMs } from '../../../shared/text/days.ts'
import type { HubDevice, HubHealth } from './records.ts'

/** From when on a silence is told, where nothing else is set: a week off is no news, and a second one may be. */
export const usualSilenceDays = 7

type Told = Pick<HubHealth, 'toldAtMs'> | undefined

/** The time at the hub, and for how long a device may be silent (Y-98). */
export interface SilenceRule {
  readonly nowMs: number
  readonly afterMs: number
}

/** When a device was last heard of. One that never called was heard of when it was enrolled. */
export const lastHeardMs = (
  { lastContactMs, enrolledAtMs }: Pick<HubDevice, 'lastContactMs' | 'enrolledAtMs'>,
  told: Told,
): number => Math.max(lastContactMs ?? enrolledAtMs, told?.toldAtMs ?? 0)

/** Y-98: whether a device that may call has not for too long. */
export const isSilent = (
  device: Pick<HubDevice, 'state' | 'lastContactMs' | 'enrolledAtMs'>,
  told: Told,
  { nowMs, afterMs }: SilenceRule,
): boolean => device.state === 'active' && nowMs - lastHeardMs(device, told) > afterMs

/** When the oldest work that waits on a device was sealed, by the hub's clock, as the device told; null: none is known. */
export const oldestWaitingMs = ({ toldAtMs, health }: Pick<HubHealth, 'toldAtMs' | 'health'>): number | null =>
  health.oldest_waiting_s === undefined ? null : Math.max(0, toldAtMs - health.oldest_waiting_s * 1_000)

/** What the devices that may call told of themselves, taken together. */
export interface Fleet {
  readonly silent: number
  /** How many never told anything of themselves. */
  readonly untold: number
  /** How many told that they have something that the hub lacks. */
  readonly waiting: number
  readonly entriesWaiting: number
  readonly evidenceWaitingBytes: number
  /** Null where nobody told. */
  readonly oldestWaitingMs: number | null
  readonly clockOffsetSeconds: number | null
  readonly leastFreeBytes: number | null
  readonly oldestListDays: number | null
}

const bestOf = (values: readonly number[], choose: (a: number, b: number) => number): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => choose(a, b))
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** Takes together what devices told. What a device told is its word: it can be wrong, and nothing is decided by it. */
export const fleetOf = (devices: readonly HubDevice[], healths: readonly HubHealth[], rule: SilenceRule): Fleet => {
  const told = new Map(healths.map((one) => [one.deviceId, one]))
  const active = devices.filter(({ state }) => state === 'active')
  const known = active.flatMap(({ deviceId }) => told.get(deviceId) ?? [])
  const of = (pick: (one: HubHealth) => number | null | undefined): readonly number[] =>
    known.flatMap((one) => pick(one) ?? [])
  return {
    silent: active.filter((device) => isSilent(device, told.get(device.deviceId), rule)).length,
    untold: active.length - known.length,
    waiting: known.filter(
      ({ health }) => (health.entries_waiting ?? 0) > 0 || (health.evidence_waiting?.pieces ?? 0) > 0,
    ).length,
    entriesWaiting: sum(of(({ health }) => health.entries_waiting)),
    evidenceWaitingBytes: sum(of(({ health }) => health.evidence_waiting?.bytes)),
    oldestWaitingMs: bestOf(of(oldestWaitingMs), Math.min),
    clockOffsetSeconds: bestOf(
      of(({ health }) => (health.clock_ahead_s === undefined ? undefined : Math.abs(health.clock_ahead_s))),
      Math.max,
    ),
    leastFreeBytes: bestOf(
      of(({ health }) => health.free_bytes),
      Math.min,
    ),
    oldestListDays: bestOf(
      known.flatMap(({ health }) => (health.lists ?? []).map(({ days }) => days)),
      Math.max,
    ),
  }
}

/** How long a silence lasts before it is told, from days. */
export const silenceOf = (days: number): number => days * dayMs
