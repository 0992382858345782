import type { legalBases } from '../../../shared/schema/legal-basis.ts'
import type { CaseOutcome, CasePriority, CaseStatus } from '../../../shared/schema/case.ts'
import type { CaseEntryType, SyncEntryType, TaskEntryType } from '../../../shared/schema/timeline.ts'
import type { SealedAccess } from '../../../shared/schema/case-access.ts'
import type { Policy } from '../../../shared/schema/policy.ts'
import type { Role } from '../../../shared/schema/user.ts'
import type { CaseAccess, Knower } from '../access/need-to-know.ts'
import type { OwnerCandidate } from './owners.ts'
import type { Source } from './state.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** An entry of a case before it is sealed: what is sealed openly, and what by digest only. */
export interface CaseDraft {
  readonly type: CaseEntryType | SyncEntryType | TaskEntryType
  readonly pub: Readonly<Record<string, Json>>
  readonly withheld?: Readonly<Record<string, Json>>
  readonly refs?: readonly string[]
}

/** Who acts, when, under which rules. */
export interface DecisionContext {
  /** The time that the entry will carry, Unix milliseconds. */
  readonly nowMs: number
  readonly actor: { readonly userUid: string; readonly role: Role }
  readonly policy: Policy
}

/** Opens a case. The caller has chosen identity and number; the rules choose owner and deadline. */
export interface OpenCommand {
  readonly id: number
  readonly number: string
  readonly title: string
  readonly description: string
  readonly priority: CasePriority
  readonly customerIds: readonly number[]
  readonly accountIds: readonly number[]
  readonly alertIds: readonly number[]
  /** The owner asked for; null: the least-loaded of the candidates. */
  readonly owner: OwnerCandidate | null
  readonly candidates: readonly OwnerCandidate[]
  /** What an import brings besides; times are Unix milliseconds. */
  readonly source?: Source
  readonly createdAtMs?: number
  /** From when the deadline is counted where the clock of this computer is known to be wrong: the time at the hub. */
  readonly countedFromMs?: number
  readonly slaDueAtMs?: number
  readonly status?: CaseStatus
  readonly outcome?: CaseOutcome
  /** Who may know the case from the start, and who opens it; without, everyone. */
  readonly access?: { readonly rule: SealedAccess; readonly opener: Knower }
}

export type LinkLists = {
  readonly alertIds: readonly number[]
  readonly customerIds: readonly number[]
  readonly accountIds: readonly number[]
}

/** Where a withheld identifier was sealed: the digest of its list, and its place there. */
export type SealedPlace = { readonly digest: string; readonly place: number }

/** What can be asked of a case that exists. */
export type CaseCommand =
  /**
   * `hands`: who is no second person for the case (`handsOn`); read where the policy asks for one. `outcome`: what came
   * of the case; without, a finished case keeps the one that it has.
   */
  | {
      readonly kind: 'status'
      readonly status: CaseStatus
      readonly outcome?: CaseOutcome
      readonly notes: string
      readonly hands: ReadonlySet<string>
      readonly settles?: string
      /** Required tasks that are open; read where the policy asks for them. */
      readonly openTasks?: number
      /** Whether they are left open. */
      readonly leavesTasks?: boolean
    }
  | {
      readonly kind: 'edit'
      readonly title?: string
      readonly description?: string
      readonly presentDescription: string | null
    }
  | { readonly kind: 'priority'; readonly priority: CasePriority; readonly notes: string }
  | {
      readonly kind: 'assign'
      readonly owner: OwnerCandidate
      readonly presentOwnerName: string
      readonly notes?: string
      readonly settles?: string
    }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'link'; readonly links: LinkLists; readonly present: LinkLists }
  | {
      readonly kind: 'unlink'
      readonly links: LinkLists
      readonly present: LinkLists
      readonly sealedAt: (kind: 'customer' | 'account', id: number) => SealedPlace
    }
  /** Lets things stand where somebody was overtaken; `loser` is the entry that was. */
  | { readonly kind: 'settle'; readonly loser: string; readonly notes?: string }
  | { readonly kind: 'renumber'; readonly number: string }
  /** Who may know the case; `present` is the rule until now. */
  | {
      readonly kind: 'access'
      readonly access: SealedAccess
      readonly present: CaseAccess
      readonly actor: Knower
      readonly notes: string
    }
  | { readonly kind: 'glass'; readonly present: CaseAccess; readonly actor: Knower; readonly reason: string }
  | { readonly kind: 'hold'; readonly reason: string }
  | { readonly kind: 'release'; readonly reason: string }
  | {
      readonly kind: 'redact'
      readonly entryId: string
      readonly digests: readonly string[]
      /** The digests that the entry withholds, and whether their values still exist. */
      readonly withheld: ReadonlyMap<string, 'present' | 'erased'>
      /** The names of those values: a device that gets the entry after the erasure knows them by this alone. */
      readonly names?: ReadonlyMap<string, string>
      /** Values of other entries that quote them, to be erased in the same act. */
      readonly quotations?: readonly { readonly entryId: string; readonly digest: string; readonly name: string }[]
      readonly legalBasis: (typeof legalBases)[number]
      readonly reference?: string
    }
