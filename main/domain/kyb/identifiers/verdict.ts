import type { CheckedIdentifier, IdentifierType, IdentifierVerdict } from '../../../../shared/schema/kyb.ts'

/** What a check of an identifier says, before it is said of whom. */
export interface IdentifierReading {
  readonly verdict: IdentifierVerdict
  /** In one word, for programs. */
  readonly code: string
  readonly reason: string
  readonly normalised: string | null
  readonly country: string | null
  /** What was checked. */
  readonly rule: string | null
}

/** The identifier follows its rule, check digits included. */
export const valid = (normalised: string, country: string | null, rule: string): IdentifierReading => ({
  verdict: 'valid',
  code: 'check_digits',
  reason: `The form and the check digits are right (${rule}).`,
  normalised,
  country,
  rule,
})

/**
 * It has the form of its kind, which has no check digits or none that can be checked here: a weaker word than `valid`
 * with check digits, and its code says so.
 */
export const formed = (normalised: string, country: string | null, rule: string): IdentifierReading => ({
  verdict: 'valid',
  code: 'form',
  reason: `The form is right (${rule}); there are no check digits that could tell a mistyped one.`,
  normalised,
  country,
  rule,
})

/** It does not. */
export const invalid = (
  code: string,
  reason: string,
  rule: string | null,
  country: string | null = null,
): IdentifierReading => ({
  verdict: 'invalid',
  code,
  reason,
  normalised: null,
  country,
  rule,
})

/** Nothing here can say; that is no pass. */
export const notChecked = (
  code: string,
  reason: string,
  country: string | null = null,
  rule: string | null = null,
): IdentifierReading => ({ verdict: 'not_checked', code, reason, normalised: null, country, rule })

/** A verdict on an identifier as it was given. */
export const judged = (type: IdentifierType, value: string, verdict: IdentifierReading): CheckedIdentifier => ({
  type,
  value,
  ...verdict,
})
