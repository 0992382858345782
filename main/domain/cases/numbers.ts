/** A day's numbers 1 to 99,999 are cut into slots of a hundred: slot s holds s*100+1 to s*100+100 (DESIGN section 3). */
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
export const formatCaseNumber = ({ institution, day, sequence }: CaseNumber): string => `CASE-${institution}-${day}-${String(sequence).padStart(5, '0')}`

/** Takes a case number apart; null where the text is none. */
export const parseCaseNumber = (text: string): CaseNumber | null => {
  const parts = /^CASE-(.+)-(\d{8})-(\d{5})$/u.exec(text)
  if (parts === null) return null
  return { institution: parts[1] as string, day: parts[2] as string, sequence: Number(parts[3]) }
}

/** The UTC day of a moment (Unix milliseconds), YYYYMMDD. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')

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

/**
 * The next sequence number of a day.
 *
 * @param newest the slot that this device used last on that day, if any
 * @param held the slots that this device may use, ascending; `all` for a device that works alone and takes them in order
 * @returns null where no number is left
 */
export const nextSequence = (newest: SlotUse | null, held: readonly number[] | 'all'): number | null => {
  const inSlot = (slot: number, place: number): number | null => {
    const sequence = slot * slotSize + place
    return place <= slotSize && sequence <= lastSequence ? sequence : null
  }
  if (newest !== null) {
    const following = inSlot(newest.slot, newest.last + 1)
    if (following !== null && (held === 'all' || held.includes(newest.slot))) return following
  }
  const after = newest === null ? -1 : newest.slot
  const next = held === 'all' ? after + 1 : held.find((slot) => slot > after)
  return next === undefined || next >= slots ? null : inSlot(next, 1)
}
