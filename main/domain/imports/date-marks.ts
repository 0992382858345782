import { asciiDigits } from './digits.ts'
import { isTimeWithoutYear } from './digit-times.ts'
import { fullYear } from './time-text.ts'

/** What the rows of a column show that makes a date of a usual form uncertain. */
export interface DateMarks {
  /** Rows prove that the month stands where other files have the day: 03.14.2026, 2026-14-03. */
  readonly monthElsewhere: boolean
  /**
   * A spreadsheet has read those days as dates that it could read with day and month exchanged, and left the others as
   * text: 13/01/2026.
   */
  readonly mayBeExchanged: boolean
  /** Days with points and a year of two digits may begin with the year: 26.03.15. */
  readonly mayBeginWithYear: boolean
  /** All its numbers of nine and ten digits are a month, a day and a time. */
  readonly mayLackYear: boolean
  /** Its numbers are from a workbook that counts days from 1904, where most count from 1900. */
  readonly daysFrom1904: boolean
}

/** Nothing is shown. */
export const noMarks: DateMarks = {
  monthElsewhere: false,
  mayBeExchanged: false,
  mayBeginWithYear: false,
  mayLackYear: false,
  daysFrom1904: false,
}

const yearFirst = /^\s*\d{4}([-/.])(\d{1,2})\1(\d{1,2})(?!\d)/u
const dotted = /^\s*(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d)/u
const slashed = /^\s*(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/u
const bare = /^\d{9,10}$/u

/** What such a value may begin with; amounts do not. */
const beginsDate = /^\s*\p{Nd}{1,4}[-/.]\s?\p{Nd}{1,2}[-/.]|^\p{Nd}{9,10}$/u

/** Whether a text may tell something of how a column writes its dates; a time by UTC is written by programs alone. */
export const tellsMarks = (text: string): boolean => text.length >= 6 && !text.endsWith('Z') && beginsDate.test(text)

const monthMax = 12
const dayMax = 31

/** Values that are met one after another, in one reading of them. */
const createSequence = () => {
  let last = Number.NaN
  let [up, down] = [true, true]
  return {
    take: (value: number): void => {
      if (value < last) up = false
      if (value > last) down = false
      last = value
    },
    isOrdered: (): boolean => up || down,
  }
}

const createSpan = () => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return {
    take: (value: number): void => {
      least = Math.min(least, value)
      most = Math.max(most, value)
    },
    size: (): number => (most < least ? 0 : most - least),
  }
}

/** Days vary by so much where years hardly do. */
const [daysVary, yearsVary] = [5, 2]

/** Whether dates with points and years of two digits begin with the year, as their column shows. */
const createShortDates = () => {
  let count = 0
  let [canBeginWithDay, canBeginWithYear] = [true, true]
  const [asDays, asYears] = [createSequence(), createSequence()]
  const [firsts, months, thirds] = [createSpan(), createSpan(), createSpan()]
  return {
    take: (first: number, month: number, third: number): void => {
      count += 1
      if (first < 1 || first > dayMax) canBeginWithDay = false
      if (third < 1 || third > dayMax) canBeginWithYear = false
      asDays.take((fullYear(String(third).padStart(2, '0')) * 12 + month) * dayMax + first)
      asYears.take((fullYear(String(first).padStart(2, '0')) * 12 + month) * dayMax + third)
      firsts.take(first)
      months.take(month)
      thirds.take(third)
    },
    mayBeginWithYear: (): boolean => {
      if (!canBeginWithYear) return false
      if (!canBeginWithDay) return true
      if (count < 2) return false
      // Statements are written in the order of time: the reading that keeps it is the right one.
      if (asDays.isOrdered() !== asYears.isOrdered()) return asYears.isOrdered()
      if (firsts.size() + months.size() === 0) return thirds.size() >= yearsVary
      return firsts.size() <= yearsVary && thirds.size() >= daysVary
    },
  }
}

/** What is shown by the dates of one column. */
export interface MarksObserver {
  observe(value: string): void
  marks(): DateMarks
}

/** A slip in so many rows proves nothing against them. */
const slip = 10

/** Makes the observer of one column; it is shown what `tellsMarks`. */
export const createMarksObserver = (daysFrom1904: boolean): MarksObserver => {
  const short = createShortDates()
  const usual = { inPlace: 0, elsewhere: 0 }
  const read = { low: 0, high: 0 }
  const asText = { low: 0, high: 0 }
  const digits = { withoutYear: 0, others: 0 }
  const place = (month: number, day: number): void => {
    if (day > monthMax && month <= monthMax) usual.inPlace += 1
    if (month > monthMax && day <= monthMax) usual.elsewhere += 1
  }
  return {
    observe: (value) => {
      const text = asciiDigits(value)
      if (text.length <= 10 && bare.test(text)) {
        digits[isTimeWithoutYear(text) ? 'withoutYear' : 'others'] += 1
        return
      }
      const iso = yearFirst.exec(text)
      if (iso !== null) {
        const [month, day] = [Number(iso[2]), Number(iso[3])]
        place(month, day)
        read[day > monthMax ? 'high' : 'low'] += 1
        return
      }
      const points = dotted.exec(text)
      if (points !== null) {
        const [day, month, third = ''] = [Number(points[1]), Number(points[2]), points[3]]
        place(month, day)
        if (third.length === 2) short.take(day, month, Number(third))
        return
      }
      const slashes = slashed.exec(text)
      if (slashes !== null) asText[Number(slashes[1]) > monthMax || Number(slashes[2]) > monthMax ? 'high' : 'low'] += 1
    },
    marks: () => ({
      monthElsewhere: usual.elsewhere > 0 && usual.elsewhere * slip >= usual.inPlace,
      mayBeExchanged: read.low > 0 && read.high === 0 && asText.high > 0 && asText.low === 0,
      mayBeginWithYear: short.mayBeginWithYear(),
      mayLackYear: digits.withoutYear > 0 && digits.others === 0,
      daysFrom1904,
    }),
  }
}
