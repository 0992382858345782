import { erasureType } from '../../../shared/entries/evidence-erasure.ts'
import { accessAfter, openToEveryone } from '../../domain/access/need-to-know.ts'
import type { CaseAccess } from '../../domain/access/need-to-know.ts'
import { holdAfter, supersededBy } from '../../domain/cases/contest.ts'
import type { ContestedValues, Superseded } from '../../domain/cases/contest.ts'
import { asVoided, voidedBy } from '../../domain/cases/voided.ts'
import type { ReturnedRun } from '../../seal/returned.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { isOfHub } from '../../seal/hub-epochs.ts'

/** What the hub's rules need to know of a case's entries so far; kept beside the chain as JSON. */
export interface CaseHead {
  /** What only one can set at a time; null before the case is opened. */
  readonly holding: ContestedValues | null
  /** Who set the present state; null before the case is opened, and where an earlier release kept the head. */
  readonly statusBy: string | null
  /** Whether a legal hold is in force. */
  readonly held: boolean
  /**
   * The one device that placed the hold in force; null where there is none, where several have, and where an earlier
   * release kept the head.
   */
  readonly holder: string | null
  /** The device that opened the case; null before, and where an earlier release kept the head. */
  readonly opener: string | null
  /** Whether anybody but whoever opened it, and the hub, has written in it. */
  readonly shared: boolean
  /** Who may know the case (Y-107). */
  readonly access: CaseAccess
  /** Acts to come that have no effect (Y-95). */
  readonly voided: readonly string[]
  /** Pieces of evidence whose bytes were erased by order, by their uid (Y-120). */
  readonly erased: readonly string[]
  /** What came back after the hub was restored, and no entry says so yet (Y-84). */
  readonly returned: readonly ReturnedRun[]
  /** The newest entry of each device since the hub's own last one, for `seen` (S-23). */
  readonly fresh: Readonly<Record<string, string>>
}

export const newCaseHead: CaseHead = {
  holding: null,
  statusBy: null,
  held: false,
  holder: null,
  opener: null,
  shared: false,
  access: openToEveryone,
  voided: [],
  erased: [],
  returned: [],
  fresh: {},
}

/** An entry in its place. */
export interface OrderedEntry {
  readonly id: string
  readonly payload: EntryPayload
}

const factOf = ({ id, payload }: OrderedEntry) => ({ id, type: payload.type, refs: payload.refs, pub: payload.pub })

/** A hold that two devices have placed is neither's alone. */
const holderAfter = ({ held, holder }: CaseHead, { type, dev }: EntryPayload): string | null => {
  if (type === 'hold.released') return null
  if (type !== 'hold.placed') return holder
  return held && holder !== dev ? null : dev
}

/**
 * The head after one more entry in hub order, and whether that entry was overtaken (Y-42).
 *
 * @param hub whose own entries need no `seen`: the hub that keeps the head
 */
export const caseAfter = (
  head: CaseHead,
  entry: OrderedEntry,
  hub: { readonly kid: string },
): { readonly head: CaseHead; readonly superseded: Superseded | null } => {
  const { payload } = entry
  const isHubs = isOfHub(hub, payload)
  const named = isHubs ? voidedBy(payload) : null
  const isVoid = head.voided.includes(entry.id)
  const voided = isVoid ? head.voided.filter((id) => id !== entry.id) : head.voided
  const fresh = isHubs ? {} : { ...head.fresh, [payload.dev]: entry.id }
  const opener = head.holding === null ? payload.dev : head.opener
  const shared = head.shared || (payload.dev !== opener && !isHubs)
  const next = { ...head, opener, shared, fresh, voided: named === null ? voided : [...voided, named] }
  const fact = isVoid ? asVoided(factOf(entry)) : factOf(entry)
  if (fact === null) return { head: next, superseded: null }
  const superseded = head.holding === null ? null : supersededBy(head.holding, fact)
  const held = payload.type === 'hold.placed' ? true : payload.type === 'hold.released' ? false : head.held
  const holding = holdAfter(head.holding, fact)
  const access = accessAfter(head.access, payload)
  const statusBy = holding?.statusEntry === head.holding?.statusEntry ? head.statusBy : payload.actor
  const erased = payload.type === erasureType ? [...new Set([...head.erased, payload.subject])] : head.erased
  return {
    head: { ...next, erased, holding, statusBy, access, held, holder: holderAfter(head, payload) },
    superseded,
  }
}

/**
 * Reads a kept head. Of one that an earlier release kept nobody knows who has written in the case: others count as
 * having.
 */
export const readCaseHead = (json: string): CaseHead => ({
  ...newCaseHead,
  shared: true,
  ...(JSON.parse(json) as Partial<CaseHead>),
})
