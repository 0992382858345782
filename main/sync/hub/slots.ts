import { everyDaySlots } from '../../domain/cases/number-ranges.ts'
import { parseCaseNumber, slotOf, slotSize } from '../../domain/cases/numbers.ts'
import type { CaseNumber } from '../../domain/cases/numbers.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { isLentFor } from './numbers.ts'
import type { HubDevice } from './records.ts'
import type { HubTx } from './store.ts'

/** How long a device may give out the numbers of its slots after a contact (Y-16). */
export const leaseMs = 30 * 86_400_000
/** A lease is written anew only where it has lost this much: an idle contact costs no transaction. */
const renewAfterMs = 86_400_000
/** A day's numbers are cut into this many slots (Y-16). */
export const slotCount = 1_000
/**
 * Of these, the devices of one person hold this many at most, so that nobody can take all: 25,000 new cases a day. The
 * folder on which the hub was founded (number 0) is free of that.
 */
const slotsOfOne = 250
/** Numbers left in a day's hundred at which another slot is given. */
const fewLeft = 20

/** The lease of a device as it is told. */
export const leaseOf = (
  device: Pick<HubDevice, 'slots' | 'leaseUntilMs'>,
): { readonly slots: number[]; readonly until: string } => ({
  slots: [...device.slots],
  until: new Date(device.leaseUntilMs).toISOString(),
})

/** Whether a lease is due to be renewed at this contact. */
export const isLeaseDue = (device: Pick<HubDevice, 'leaseUntilMs'>, nowMs: number): boolean =>
  device.leaseUntilMs - nowMs < leaseMs - renewAfterMs

/** The case number that an entry gives out; undefined where it gives out none. */
const numberGiven = ({ type, pub }: Pick<EntryPayload, 'type' | 'pub'>): JsonValue | undefined =>
  type === 'case.opened' ? pub['case_number'] : type === 'case.renumbered' ? pub['to'] : undefined

/** The parts of a case number; null where it is none. */
const partsOf = (number: JsonValue | undefined): CaseNumber | null =>
  typeof number === 'string' ? parseCaseNumber(number) : null

/** What giving out slots is asked of: the segment that they are of, and the store. */
export interface Holders {
  readonly tx: HubTx
  /** The institution's own segment: slots are of that. */
  readonly own: string
}

/** How many slots more the devices of its person may hold. */
const roomFor = async (
  { tx }: Holders,
  device: Pick<HubDevice, 'deviceId' | 'number' | 'userUid'>,
  held: readonly number[],
  nowMs: number,
): Promise<number> =>
  device.number === 0
    ? slotCount
    : slotsOfOne - held.length - (await tx.slotsHeldBy(device.userUid, nowMs, device.deviceId))

/** Slots that nobody has of those that are lent for every day, the lowest first. */
const freeSlots = async ({ tx, own }: Holders, nowMs: number): Promise<readonly number[]> => {
  const lentByDay = await tx.slotsLentByDay(own)
  return (await tx.freeSlots(nowMs, slotCount)).filter((slot) => slot < everyDaySlots && !lentByDay.has(slot))
}

/**
 * The slots that a device gets, from the one on that has its number: a hub that was restored has forgotten which ones it
 * had lent, and the numbers that it gives devices from then on are far from those of before (Y-106).
 */
const freeFor = async (
  holders: Holders,
  device: Pick<HubDevice, 'deviceId' | 'number' | 'userUid'>,
  held: readonly number[],
  nowMs: number,
  wanted: number,
): Promise<readonly number[]> => {
  const most = await roomFor(holders, device, held, nowMs)
  if (most <= 0) return []
  const free = await freeSlots(holders, nowMs)
  const start = device.number % everyDaySlots
  const fromStart = [...free.filter((slot) => slot >= start), ...free.filter((slot) => slot < start)]
  return fromStart.slice(0, Math.min(wanted, most))
}

/**
 * Y-16, Y-94: a device as it stands after giving out a number: it must lie in a slot that it has or had, or be lent to
 * it for its day. A number that nobody has is taken for one of a lease that the hub forgot when it was restored: its
 * slot, or the number alone, becomes the device's. One that this hub had signed for stays the device's, even if it was
 * lent to another one since (Y-84).
 *
 * @param given.segments all segments of the institution
 * @param given.signedBefore whether this hub signed for the entry before it was set back
 * @returns null where the number is none, or another device's
 */
export const withNumberOf = async (
  holders: Holders,
  { segments, signedBefore }: { readonly segments: readonly string[]; readonly signedBefore: boolean },
  device: HubDevice,
  payload: Pick<EntryPayload, 'type' | 'pub'>,
  nowMs: number,
): Promise<HubDevice | null> => {
  const number = numberGiven(payload)
  if (number === undefined) return device
  const given = partsOf(number)
  if (given === null) return null
  const { slot } = slotOf(given.sequence)
  const isOfSlots = given.institution === holders.own
  if (isOfSlots && (device.slots.includes(slot) || device.pastSlots.includes(slot))) return device
  if (await isLentFor(holders.tx, segments, device, given)) return device
  const hasRoom = isOfSlots && (await roomFor(holders, device, device.slots, nowMs)) > 0
  if (hasRoom && (await freeSlots(holders, nowMs)).includes(slot)) return { ...device, slots: [...device.slots, slot] }
  if (!signedBefore) return null
  return isOfSlots && slot < everyDaySlots ? { ...device, pastSlots: [...device.pastSlots, slot] } : device
}

/** Y-16: whether an entry uses up the last of a device's slots for its day. */
export const usesUpSlots = (device: Pick<HubDevice, 'slots'>, payload: Pick<EntryPayload, 'type' | 'pub'>): boolean => {
  const parts = partsOf(numberGiven(payload))
  const given = parts === null ? null : slotOf(parts.sequence)
  return given !== null && given.slot === Math.max(...device.slots) && given.place > slotSize - fewLeft
}

/**
 * A device with its lease renewed. After the lease's end its slots may be another's: then it gets what is free now.
 *
 * @param more how many slots it is to have besides
 */
export const renewLease = async (holders: Holders, device: HubDevice, nowMs: number, more = 0): Promise<HubDevice> => {
  const kept = device.leaseUntilMs > nowMs ? device.slots : []
  const wanted = Math.max(more, kept.length === 0 ? 1 : 0)
  const given = wanted === 0 ? [] : await freeFor(holders, device, kept, nowMs, wanted)
  const pastSlots =
    kept.length === device.slots.length ? device.pastSlots : [...new Set([...device.pastSlots, ...device.slots])]
  return { ...device, slots: [...kept, ...given], leaseUntilMs: nowMs + leaseMs, pastSlots }
}
