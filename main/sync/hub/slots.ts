import { parseCaseNumber, slotOf, slotSize } from '../../domain/cases/numbers.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { HubDevice, HubTx } from './store.ts'

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
export const isLeaseDue = (device: Pick<HubDevice, 'leaseUntilMs' | 'slots'>, nowMs: number): boolean =>
  device.slots.length === 0 || device.leaseUntilMs - nowMs < leaseMs - renewAfterMs

/** The case number that an entry gives out; undefined where it gives out none. */
const numberGiven = ({ type, pub }: Pick<EntryPayload, 'type' | 'pub'>): JsonValue | undefined =>
  type === 'case.opened' ? pub['case_number'] : type === 'case.renumbered' ? pub['to'] : undefined

/** Where a case number lies; null where it is none. */
const placeOf = (number: JsonValue | undefined): { readonly slot: number; readonly place: number } | null => {
  const parts = typeof number === 'string' ? parseCaseNumber(number) : null
  return parts === null ? null : slotOf(parts.sequence)
}

type Holders = Pick<HubTx, 'freeSlots' | 'slotsHeldBy'>

/** The slots that are free for a device, the lowest first. */
const freeFor = async (
  tx: Holders,
  device: Pick<HubDevice, 'deviceId' | 'number' | 'userUid'>,
  held: readonly number[],
  nowMs: number,
  wanted: number,
): Promise<readonly number[]> => {
  const most =
    device.number === 0
      ? slotCount
      : slotsOfOne - held.length - (await tx.slotsHeldBy(device.userUid, nowMs, device.deviceId))
  return most <= 0 ? [] : await tx.freeSlots(nowMs, Math.min(wanted, most))
}

/**
 * Y-16: a device as it stands after giving out a number: it must lie in a slot that it has or had. A slot that nobody
 * has is taken for one of a lease that the hub forgot when it was restored, and becomes the device's.
 *
 * @returns null where the number is none, or of another device's slot
 */
export const withNumberOf = async (
  tx: Holders,
  device: HubDevice,
  payload: Pick<EntryPayload, 'type' | 'pub'>,
  nowMs: number,
): Promise<HubDevice | null> => {
  const number = numberGiven(payload)
  if (number === undefined) return device
  const given = placeOf(number)
  if (given === null) return null
  if (device.slots.includes(given.slot) || device.pastSlots.includes(given.slot)) return device
  const room = await freeFor(tx, device, device.slots, nowMs, 1)
  const free = room.length === 0 ? room : await tx.freeSlots(nowMs, slotCount)
  return free.includes(given.slot) ? { ...device, slots: [...device.slots, given.slot] } : null
}

/** Y-16: whether an entry uses up the last of a device's slots for its day. */
export const usesUpSlots = (device: Pick<HubDevice, 'slots'>, payload: Pick<EntryPayload, 'type' | 'pub'>): boolean => {
  const given = placeOf(numberGiven(payload))
  return given !== null && given.slot === Math.max(...device.slots) && given.place > slotSize - fewLeft
}

/**
 * A device with its lease renewed. After the lease's end its slots may be another's: then it gets what is free now.
 *
 * @param more how many slots it is to have besides
 */
export const renewLease = async (tx: Holders, device: HubDevice, nowMs: number, more = 0): Promise<HubDevice> => {
  const kept = device.leaseUntilMs > nowMs ? device.slots : []
  const wanted = Math.max(more, kept.length === 0 ? 1 : 0)
  const given = wanted === 0 ? [] : await freeFor(tx, device, kept, nowMs, wanted)
  const pastSlots =
    kept.length === device.slots.length ? device.pastSlots : [...new Set([...device.pastSlots, ...device.slots])]
  return { ...device, slots: [...kept, ...given], leaseUntilMs: nowMs + leaseMs, pastSlots }
}
