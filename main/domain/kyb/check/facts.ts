import type {
  CheckedIdentifier,
  CheckFinding,
  CheckOutcome,
  CheckPart,
  CheckPartName,
  CheckThresholds,
  PartyInterest,
  ScreenedParty,
} from '../../../../shared/schema/kyb.ts'
import type { BlockedOwnership } from '../ownership/blocked.ts'
import type { FinalOwnership } from '../ownership/final-owners.ts'

/** An address with the companies that the same data set has there. */
export interface SharedAddress {
  readonly text: string
  readonly country: string | null
  readonly companies: number
  readonly examples: readonly string[]
}

/** The business as the ownership data knows it. */
export interface RecordedBusiness {
  readonly id: string
  readonly founded: string | null
  readonly dissolved: string | null
  readonly jurisdiction: string | null
  readonly addresses: readonly SharedAddress[]
}

/** What the institution saw of a customer. */
export interface CustomerActivity {
  readonly customerId: string
  readonly transactions: number
  /** Days, ISO 8601. */
  readonly first: string | null
  readonly last: string | null
}

/** An officer with the number of companies of the data set in which it has a post. */
export interface Officer {
  readonly interest: PartyInterest
  readonly posts: number
}

/** All that a check rests on; nothing else is looked at. */
export interface CheckFacts {
  readonly asOf: string
  readonly thresholds: CheckThresholds
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  /** As the caller says it, or the data. */
  readonly founded: string | null
  readonly identifiers: readonly CheckedIdentifier[]
  /** null: the ownership data on this device does not hold the business. */
  readonly recorded: RecordedBusiness | null
  readonly dataset: {
    readonly key: string
    readonly version: number
    readonly dated: string | null
    readonly ageDays: number
    readonly stale: boolean
  } | null
  /** null: as `recorded`. */
  readonly ownership: FinalOwnership | null
  readonly officers: readonly Officer[]
  /** Those who stand in front for others. */
  readonly nominees: readonly PartyInterest[]
  readonly screened: readonly ScreenedParty[]
  readonly lists: readonly { readonly key: string; readonly ageDays: number }[]
  /** null: no list of OFAC is in force, or there are no owners to add. */
  readonly blocked: readonly BlockedOwnership[] | null
  /** null: the caller names no customer. */
  readonly activity: CustomerActivity | null
}

export const finding = (
  code: string,
  state: CheckFinding['state'],
  reason: string,
  evidence: readonly string[] = [],
): CheckFinding => ({ code, state, reason, evidence: [...evidence] })

/**
 * The outcome that findings make: the worst of them; `passed` only where something was looked at and nothing was left
 * out.
 */
export const worstOutcome = (findings: readonly CheckFinding[]): CheckOutcome => {
  const has = (state: CheckFinding['state']): boolean => findings.some((one) => one.state === state)
  if (has('failed')) return 'failed'
  if (has('found')) return 'attention'
  return has('not_checked') || !has('clear') ? 'not_checked' : 'passed'
}

export const partOfCheck = (
  name: CheckPartName,
  findings: readonly CheckFinding[],
  reason: string,
  outcome: CheckOutcome = worstOutcome(findings),
): CheckPart => ({ part: name, outcome, reason, findings: [...findings] })

/** The worst of several outcomes. */
export const worst = (outcomes: readonly CheckOutcome[]): CheckOutcome =>
  (['failed', 'attention', 'not_checked'] as const).find((one) => outcomes.includes(one)) ??
  (outcomes.length === 0 ? 'not_checked' : 'passed')
