import { parseCaseNumber, slotOf, slotSize } from '../../domain/cases/numbers.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { HubDevice, HubTx } from './store.ts'

/** How long a device may give out the numbers of its slots after a contact (Y-16). */
export const leaseMs = 30 * 86_400_000
/** A lease is written anew only where it has lost this much: an idle contact costs no transaction. */
const renewAfterMs = 86_400_000
/** Numbers left in a day's hundred at which another slot is given. */
const fewLeft = 20

/** The lease of a device as it is told. */
export const leaseOf = (device: Pick<HubDevice, 'slots' | 'leaseUntilMs'>): { readonly slots: number[]; readonly until: string } => ({
  slots: [...device.slots],
  until: new Date(device.leaseUntilMs).toISOString(),
})

/** Whether a lease is due to be renewed at this contact. */
export const isLeaseDue = (device: Pick<HubDevice, 'leaseUntilMs' | 'slots'>, nowMs: number): boolean =>
  device.slots.length === 0 || device.leaseUntilMs - nowMs < leaseMs - renewAfterMs

/** Y-16: whether an entry uses up the last of a device's slots for its day. */
export const usesUpSlots = (device: Pick<HubDevice, 'slots'>, payload: Pick<EntryPayload, 'type' | 'pub'>): boolean => {
  const text = payload.type === 'case.opened' ? payload.pub['case_number'] : payload.type === 'case.renumbered' ? payload.pub['to'] : undefined
  const number = typeof text === 'string' ? parseCaseNumber(text) : null
  if (number === null) return false
  const { slot, place } = slotOf(number.sequence)
  return slot === Math.max(...device.slots) && place > slotSize - fewLeft
}

/**
 * A device with its lease renewed. After the lease's end its slots may be another's: then it gets what is free now.
 *
 * @param more how many slots it is to have besides
 */
export const renewLease = async (tx: HubTx, device: HubDevice, nowMs: number, more = 0): Promise<HubDevice> => {
  const kept = device.leaseUntilMs > nowMs ? device.slots : []
  const wanted = Math.max(more, kept.length === 0 ? 1 : 0)
  const given = wanted === 0 ? [] : await tx.freeSlots(nowMs, wanted)
  return { ...device, slots: [...kept, ...given], leaseUntilMs: nowMs + leaseMs }
}
