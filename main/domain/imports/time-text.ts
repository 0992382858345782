import { asciiDigits } from './digits.ts'

/** A time without what stands around it, and the IANA zone that stands in brackets behind one without an offset. */
export interface TimeText {
  readonly text: string
  readonly zone?: string
}

/** Zones by the abbreviations that mean one alone; CST, IST, BST and others are several countries'. */
const offsets: ReadonlyMap<string, string> = new Map([
  ['UT', '+00:00'],
  ['WET', '+00:00'],
  ['WEST', '+01:00'],
  ['CET', '+01:00'],
  ['MEZ', '+01:00'],
  ['CEST', '+02:00'],
  ['MESZ', '+02:00'],
  ['EET', '+02:00'],
  ['EEST', '+03:00'],
  ['MSK', '+03:00'],
  ['EST', '-05:00'],
  ['EDT', '-04:00'],
  ['CDT', '-05:00'],
  ['MST', '-07:00'],
  ['MDT', '-06:00'],
  ['PST', '-08:00'],
  ['PDT', '-07:00'],
  ['JST', '+09:00'],
  ['KST', '+09:00'],
])

const quick = /^[\d.:TZ+-]+$/u
const abbreviation = /(?<=:\d{2}(?:[.,]\d{1,9})?(?:\s?[AaPp][Mm])?\s)([A-Z]{2,4})(?=$|\s\d{4}$)/u
const bracketed = /\[([A-Za-z][\w+-]*(?:\/[\w+-]+)*)\]$/u
const explained = /(?<=[+-]\d{2}:?\d{2})\s*\([^()]*\)$/u
const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/u
/** The C library and `date`: Tue Dec 31 10:15:30 UTC 2024. */
const yearLast =
  /^(?:\p{L}{2,10},?\s+)?(\p{L}{3,12})\s+(\d{1,2})\s+(\d{1,2}:\d{2}(?::\d{2})?)\s+(?:(\S{1,9})\s+)?(\d{4})$/u

/**
 * A time as its parts are looked for: digits of ASCII, offsets instead of abbreviations, the year before the time of
 * day, no explanation in brackets.
 */
export const plainTime = (value: string): TimeText => {
  const trimmed = value.trim()
  if (quick.test(trimmed)) return { text: trimmed }
  let text = withoutUnits(
    asciiDigits(trimmed)
      .replaceAll(directions, '')
      .replaceAll(/\p{Zs}/gu, ' ')
      .trim(),
  )
  text = text.replace(explained, '').replace(abbreviation, (name) => offsets.get(name) ?? name)
  const last = yearLast.exec(text)
  if (last !== null)
    text = `${last[1] ?? ''} ${last[2] ?? ''}, ${last[5] ?? ''} ${last[3] ?? ''}${last[4] === undefined ? '' : ` ${last[4]}`}`
  const zone = bracketed.exec(text)
  if (zone === null) return { text }
  const bare = text.slice(0, zone.index)
  return hasOffset.test(bare) ? { text: bare } : { text: bare, zone: zone[1] ?? '' }
}

/** Directions around a date, as messengers and spreadsheets put them. */
const directions = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/gu

const padded = (text: string | undefined): string => (text ?? '').padStart(2, '0')

/** The units of East Asian dates and times as signs: `2026년 2월 13일`, `17时05分30秒`. */
const withoutUnits = (text: string): string =>
  text
    .replace(/(\d{4})\s?년\s?(\d{1,2})\s?월\s?(\d{1,2})\s?일/u, '$1-$2-$3')
    .replace(
      /(\d{1,2})\s?[时時点點시]\s?(\d{1,2})\s?[分분](?:\s?(\d{1,2})\s?[秒초])?/u,
      (_, hour: string, minute: string, second?: string) => `${hour}:${padded(minute)}:${padded(second)}`,
    )
    .replace(/^(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})\.(?=$|\s)/u, '$1-$2-$3')

/** A year of two digits: from 70 on before 2000, as POSIX has it; one of four as it is. */
export const fullYear = (text: string): number =>
  text.length === 2 ? Number(text) + (Number(text) >= 70 ? 1900 : 2000) : Number(text)
