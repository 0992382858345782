import type { PartialDate, Qualifiers } from './subject.ts'

/** What a fact besides the name says of a hit. `factor` multiplies the name's score; above 1 it speaks for the hit. */
export interface QualifierFinding {
  readonly kind: 'date' | 'country' | 'gender' | 'identifier'
  readonly agrees: boolean
  readonly searched: string
  readonly listed: string
  readonly factor: number
}

/** Years by which two records of one birth are often apart. */
const yearsApart = 2

/** What the same day and the same country are worth: the most that a date and a country can bring. */
const sameDayWorth = 1.1
const sameCountryWorth = 1.03

/** A date as people read it: `1962-03-21`, `about 1962`, `1960 to 1962`. */
export const shownDate = ({ year, month, day, toYear, circa }: PartialDate): string =>
  `${circa === true ? 'about ' : ''}${[year, month, day]
    .filter((part) => part !== undefined)
    .map((part) => String(part).padStart(2, '0'))
    .join('-')}${toYear === undefined ? '' : ` to ${toYear}`}`

/** Years that lie between two dates; 0 where they can be the same. */
const yearsBetween = (a: PartialDate, b: PartialDate): number =>
  Math.max(0, a.year - (b.toYear ?? b.year), b.year - (a.toYear ?? a.year))

const sameDay = (a: PartialDate, b: PartialDate): boolean =>
  a.day !== undefined && a.year === b.year && a.month === b.month && a.day === b.day

/** Day and month swapped, as forms of two countries do. */
const swapped = (a: PartialDate, b: PartialDate): boolean =>
  a.year === b.year && a.day !== undefined && a.day === b.month && a.month === b.day

/** What a slip of the hand in a year costs: the same whole name stays a hit, also beside another country. */
const slipWorth = 0.9

/** Whether one year is the other with two neighbouring digits crossed, or one digit mistaken for the next. */
const isSlipOfYear = (a: number, b: number, isOneDigitEnough: boolean): boolean => {
  const [one, other] = [String(a).padStart(4, '0'), String(b).padStart(4, '0')]
  const apart = [0, 1, 2, 3].filter((place) => one[place] !== other[place])
  const [first = 0, second] = apart
  if (second === undefined) return isOneDigitEnough || Math.abs(Number(one[first]) - Number(other[first])) === 1
  return apart.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first]
}

/** Years that a slip of the hand sets apart; months and days must not differ, where both are known. */
const isSlip = (a: PartialDate, b: PartialDate): boolean =>
  (a.month ?? b.month) === (b.month ?? a.month) &&
  (a.day ?? b.day) === (b.day ?? a.day) &&
  [b.year, b.toYear ?? b.year].some((year) => isSlipOfYear(a.year, year, a.day !== undefined && b.day !== undefined))

const compareDates = (searched: readonly PartialDate[], listed: readonly PartialDate[]): QualifierFinding | null => {
  const pairs = searched.flatMap((a) =>
    listed.map((b) => ({ a, b, years: yearsBetween(a, b), same: sameDay(a, b) || swapped(a, b) })),
  )
  const best = pairs.reduce<(typeof pairs)[number] | null>(
    (nearest, pair) =>
      nearest === null || pair.same > nearest.same || (pair.same === nearest.same && pair.years < nearest.years)
        ? pair
        : nearest,
    null,
  )
  if (best === null) return null
  const slack = yearsApart + (best.a.circa === true || best.b.circa === true ? 3 : 0)
  const agrees = best.years <= slack
  const isSlipped = pairs.some(({ a, b }) => isSlip(a, b))
  return {
    kind: 'date',
    agrees,
    searched: shownDate(best.a),
    listed: shownDate(best.b),
    factor: best.same ? sameDayWorth : best.years === 0 ? 1.05 : agrees ? 1 : isSlipped ? slipWorth : 0.75,
  }
}

const compareCountries = (searched: readonly string[], listed: readonly string[]): QualifierFinding | null => {
  if (searched.length === 0 || listed.length === 0) return null
  const shared = searched.filter((country) => listed.includes(country))
  // People move, and lists know one country of several: another country says little.
  return {
    kind: 'country',
    agrees: shared.length > 0,
    searched: searched.join(', '),
    listed: listed.join(', '),
    factor: shared.length > 0 ? sameCountryWorth : 0.95,
  }
}

const compareGenders = (searched: Qualifiers['gender'], listed: Qualifiers['gender']): QualifierFinding | null =>
  searched === null || listed === null
    ? null
    : { kind: 'gender', agrees: searched === listed, searched, listed, factor: searched === listed ? 1 : 0.85 }

const compareIdentifiers = (searched: readonly string[], listed: readonly string[]): QualifierFinding | null => {
  const shared = searched.find((identifier) => listed.includes(identifier))
  return shared === undefined
    ? null
    : { kind: 'identifier', agrees: true, searched: shared, listed: shared, factor: 1.5 }
}

/** The most by which dates and countries of a subject can multiply the score of its name. */
export const mostOf = ({ dates, countries }: Pick<Qualifiers, 'dates' | 'countries'>): number =>
  (dates.length > 0 ? sameDayWorth : 1) * (countries.length > 0 ? sameCountryWorth : 1)

/** Compares what is known of two subjects besides their names; what one side does not know is not told. */
export const compareQualifiers = (searched: Qualifiers, listed: Qualifiers): readonly QualifierFinding[] =>
  [
    compareDates(searched.dates, listed.dates),
    compareCountries(searched.countries, listed.countries),
    compareGenders(searched.gender, listed.gender),
    compareIdentifiers(searched.identifiers, listed.identifiers),
  ].filter((finding) => finding !== null)
