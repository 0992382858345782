/** Year, month, day, hour, minute, second. */
export type Calendar = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number]

/** How a column writes times of twelve digits; `each`: its rows do not tell, so each has to by itself. */
export type TwelveDigits = 'YYYYMMDDhhmm' | 'YYMMDDhhmmss' | 'milliseconds' | 'each'

const [firstYear, lastYear] = [1970, 2199]

const isReal = ([year, month, day, hour, minute, second]: Calendar): boolean =>
  year >= firstYear &&
  year <= lastYear &&
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  day <= new Date(Date.UTC(year, month, 0)).getUTCDate() &&
  hour <= 23 &&
  minute <= 59 &&
  second <= 59

const numbersIn = (text: string): readonly number[] => (text.match(/\d\d/g) ?? []).map(Number)

/**
 * Eight, twelve (with a year of four digits) or fourteen digits as a time of the calendar; undefined where they are
 * none that exists.
 */
export const packedCalendar = (text: string): Calendar | undefined => {
  const [century = 0, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbersIn(text)
  const calendar = [century * 100 + year, month, day, hour, minute, second] as const
  return isReal(calendar) ? calendar : undefined
}

/** Twelve digits whose year has two (ISO 8583): those from 70 on lie before 2000. */
export const shortCalendar = (text: string): Calendar | undefined => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbersIn(text)
  const calendar = [year + (year >= 70 ? 1900 : 2000), month, day, hour, minute, second] as const
  return isReal(calendar) ? calendar : undefined
}

/**
 * Whether nine or ten digits are a month, a day and a time of day, as cards and terminals write them (ISO 8583); a
 * spreadsheet takes the first zero away.
 */
export const isTimeWithoutYear = (digits: string): boolean => {
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbersIn(digits.padStart(10, '0'))
  // 2000 has every day that there is.
  return isReal([2000, month, day, hour, minute, second])
}

/** What the values of a column show about its times of twelve digits. */
export interface DigitObserver {
  observe(digits: string): void
  habit(): TwelveDigits
}

/** Makes the observer of one column; it is shown what has twelve or thirteen digits and nothing else. */
export const createDigitObserver = (): DigitObserver => {
  let [long, short, both, neither] = [0, 0, 0, 0]
  return {
    observe: (digits) => {
      const [isLong, isShort] =
        digits.length === 12
          ? [packedCalendar(digits) !== undefined, shortCalendar(digits) !== undefined]
          : [false, false]
      if (isLong && isShort) both += 1
      else if (isLong) long += 1
      else if (isShort) short += 1
      else neither += 1
    },
    // Of milliseconds one in three hundred looks like a date; of dates all do, but for a slip.
    habit: () => {
      if (neither > long + short + both) return 'milliseconds'
      if ((long === 0) === (short === 0)) return 'each'
      return long > 0 ? 'YYYYMMDDhhmm' : 'YYMMDDhhmmss'
    },
  }
}
