import { utcDay } from '../../../shared/text/days.ts'

/**
 * A day's numbers 1 to 99,999 are cut into slots of a hundred: slot s holds s*100+1 to s*100+100 (Y-16).
 */
export const slotSize = 100
export const lastSequence = 99_999
const slots = Math.ceil(lastSequence / slotSize)

/** The parts of a case number. */
export interface CaseNumber {
  readonly institution: string
  /** YYYYMMDD. */
  readonly day: string
  /** 1 to 99,999. */
  readonly sequence: number
}

/** `CASE-<INSTITUTION>-<YYYYMMDD>-<5 digits>`. */
export const formatCaseNumber = ({ institution, day, sequence }: CaseNumber): string =>
  `CASE-${institution}-${day}-${String(sequence).padStart(5, '0')}`

/** Takes a case number apart; null where the text is none. */
export const parseCaseNumber = (text: string): CaseNumber | null => {
  const parts = /^CASE-(.+)-(\d{8})-(\d{5})$/u.exec(text)
  if (parts === null) return null
  return { institution: parts[1] as string, day: parts[2] as string, sequence: Number(parts[3]) }
}

/** The UTC day of a moment (Unix milliseconds), YYYYMMDD. */
export const numberDay = (ms: number): string => utcDay(ms).replaceAll('-', '')

/** The slot that a sequence number lies in, and its place there, 1 to 100. */
export const slotOf = (sequence: number): { readonly slot: number; readonly place: number } => {
  const slot = Math.floor((sequence - 1) / slotSize)
  return { slot, place: sequence - slot * slotSize }
}

/** How far one slot of a day is used. */
export interface SlotUse {
  readonly slot: number
  /** 0 to 100: the last place used. */
  readonly last: number
}

/** Numbers of a day, the first and the last of them included. */
export interface NumberRange {
  readonly first: number
  readonly last: number
}

/** The numbers of a slot. */
export const rangeOfSlot = (slot: number): NumberRange => ({
  first: slot * slotSize + 1,
  last: Math.min(slot * slotSize + slotSize, lastSequence),
})

/**
 * The next sequence number of a day for a device that holds numbers of a hub (Y-16, Y-94): a slot that it has begun is
 * used up first.
 *
 * @param uses how far this device has used slots of that day
 * @param held the numbers that it may use
 * @returns null where no number is left
 */
export const nextHeldSequence = (uses: readonly SlotUse[], held: readonly NumberRange[]): number | null => {
  const used = new Map(uses.map(({ slot, last }) => [slot, last]))
  const nextIn = ({ first, last }: NumberRange): number | null => {
    for (let slot = slotOf(first).slot; slot <= slotOf(last).slot; slot++) {
      const next = Math.max(first, slot * slotSize + (used.get(slot) ?? 0) + 1)
      if (next <= Math.min(last, rangeOfSlot(slot).last)) return next
    }
    return null
  }
  const open = held.map(nextIn).filter((next) => next !== null)
  return open.find((next) => (used.get(slotOf(next).slot) ?? 0) > 0) ?? open[0] ?? null
}

/**
 * The next sequence number of a day for a device that works alone.
 *
 * @param newest the slot that this device used last on that day, if any; it takes them in order
 * @returns null where no number is left
 */
export const nextSequence = (newest: SlotUse | null): number | null => {
  const inSlot = (slot: number, place: number): number | null => {
    const sequence = slot * slotSize + place
    return place <= slotSize && sequence <= lastSequence ? sequence : null
  }
  const following = newest === null ? null : inSlot(newest.slot, newest.last + 1)
  const next = newest === null ? 0 : newest.slot + 1
  return following ?? (next >= slots ? null : inSlot(next, 1))
}
