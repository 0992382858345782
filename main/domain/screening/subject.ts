/** A date of birth or of founding as lists know it: a year, a month of it, a day of that, or a span of years. */
export interface PartialDate {
  readonly year: number
  /** 1 to 12. */
  readonly month?: number
  readonly day?: number
  /** The last year, where only a span is known. */
  readonly toYear?: number
  /** Said to be about right only. */
  readonly circa?: boolean
}

/**
 * What is known of somebody besides names. Countries are ISO 3166-1 alpha-2 in capitals; identifiers are upper-case
 * letters and digits.
 */
export interface Qualifiers {
  readonly dates: readonly PartialDate[]
  readonly countries: readonly string[]
  readonly gender: 'male' | 'female' | null
  readonly identifiers: readonly string[]
}
