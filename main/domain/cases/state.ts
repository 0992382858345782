import type { CaseOutcome, CasePriority, CaseStatus } from '../../../shared/schema/case.ts'

/** A case as its entries left it. Times are Unix milliseconds; people are named by user uid. */
export interface CaseState {
  readonly id: number
  readonly uid: string
  readonly number: string
  readonly title: string
  /** Digests of the disclosures that title and description come from. */
  readonly titleDigest: string
  readonly descriptionDigest: string
  readonly priority: CasePriority
  readonly status: CaseStatus
  /** What came of it; null: nobody said, or it is not finished. */
  readonly outcome: CaseOutcome | null
  /** Who made the last change of state. */
  readonly statusBy: string
  /** The entry that set the state, and the one that set the owner; '' where neither can be told. */
  readonly statusEntry: string
  readonly ownerEntry: string
  readonly ownerId: number
  readonly ownerUid: string
  readonly slaHours: number
  readonly slaDueAtMs: number
  /** Since when the deadline stands still; null: it runs. */
  readonly pausedAtMs: number | null
  /** By how much pauses have moved the deadline so far. */
  readonly pausedMs: number
  readonly createdAtMs: number
  readonly createdBy: string
  readonly updatedAtMs: number
  readonly finishedAtMs: number | null
  readonly hold: Hold | null
  readonly source: Source | null
  /** Number of entries. */
  readonly revision: number
}

/** A legal hold; its reason is the disclosure with the digest. */
export interface Hold {
  readonly atMs: number
  readonly by: string
  readonly digest: string
}

/** Where an imported case comes from. */
export interface Source {
  readonly system: string
  readonly reference: string
}
