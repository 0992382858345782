import { dueSoonMs, isFinished } from '../../../shared/schema/case.ts'
import type { SlaState } from '../../../shared/schema/case.ts'
import { dayMs, hourMs } from '../../../shared/text/days.ts'
import type { CaseState } from './state.ts'

/** The deadline of a case created then, with so many hours, its pauses added (whole milliseconds). */
export const deadline = (createdAtMs: number, slaHours: number, pausedMs = 0): number =>
  createdAtMs + Math.round(slaHours * hourMs) + pausedMs

/**
 * Below it a deadline can differ from the opening and its hours by a pause that a laptop did not know of which changed
 * the priority apart.
 */
const wrongClockFromMs = 30 * dayMs

/**
 * From when the hours of a case count: the time of its opening; where that is months off what the present deadline was
 * counted from, its clock was wrong, and the hub's time of then stands in the deadline. One that was imported
 * may have brought a deadline that no hours lead to: there the time of its opening is asked.
 */
export const countedFrom = ({
  source,
  createdAtMs,
  slaDueAtMs,
  slaHours,
  pausedMs,
}: Pick<CaseState, 'source' | 'createdAtMs' | 'slaDueAtMs' | 'slaHours' | 'pausedMs'>): number => {
  const countedMs = slaDueAtMs - deadline(0, slaHours, pausedMs)
  return source === null && Math.abs(countedMs - createdAtMs) > wrongClockFromMs ? countedMs : createdAtMs
}

/** How a case's deadline is kept for ranges: it runs, it stands still, or it was met or missed. */
export const slaKinds = { running: 0, paused: 1, met: 2, missed: 3 } as const

type SlaFacts = Pick<CaseState, 'status' | 'slaDueAtMs' | 'pausedAtMs' | 'finishedAtMs'>

/** The kind that follows from the entries alone. */
export const slaKind = (state: SlaFacts): number => {
  if (isFinished(state.status))
    return state.finishedAtMs !== null && state.finishedAtMs > state.slaDueAtMs ? slaKinds.missed : slaKinds.met
  return state.pausedAtMs === null ? slaKinds.running : slaKinds.paused
}

/** Where a case stands against its deadline at a moment. */
export const slaState = (kind: number, slaDueAtMs: number, nowMs: number): SlaState => {
  if (kind === slaKinds.paused) return 'paused'
  if (kind === slaKinds.met) return 'met'
  if (kind === slaKinds.missed) return 'missed'
  if (slaDueAtMs <= nowMs) return 'breached'
  return slaDueAtMs < nowMs + dueSoonMs ? 'due_soon' : 'on_track'
}

/** Beyond every deadline that a timestamp can name, so that finished cases come after all others. */
const finishedBase = 4_000_000_000_000_000

/** The place in the default order: unfinished cases by deadline, then finished ones, last changed first. */
export const queueRank = (state: Pick<CaseState, 'status' | 'slaDueAtMs' | 'updatedAtMs'>): number =>
  isFinished(state.status) ? finishedBase - state.updatedAtMs : state.slaDueAtMs

/** The first rank of finished cases. */
export const firstFinishedRank = 1_000_000_000_000_000
