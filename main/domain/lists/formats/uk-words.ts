import type { ListedKind, ListedNameType } from '../entry.ts'
import { cleanLine } from '../text/clean.ts'
import { readPublished } from '../text/dates.ts'

/** What the United Kingdom's lists call an entry. */
export const ukKind = (text: string): ListedKind => {
  switch (text.trim().toLowerCase()) {
    case 'individual':
      return 'person'
    case 'entity':
      return 'organisation'
    case 'ship':
      return 'vessel'
    default:
      return 'other'
  }
}

/** A name of its six parts: the last is the family name, or the whole name of what is no person. */
export const ukName = (parts: readonly string[]): string => cleanLine(parts.join(' '))

/** Whether a list calls a name the primary one; a variation of it is another name. */
export const isPrimaryName = (type: string): boolean => /^primary name$/iu.test(type.trim())

/** What the lists call a name, with how good they hold it to be. */
export const ukNameType = (type: string, strength: string): ListedNameType => {
  if (/low quality|weak/iu.test(strength)) return 'weak'
  if (isPrimaryName(type)) return 'primary'
  return /f\.?k\.?a/iu.test(type) ? 'former' : 'alias'
}

/** The day in a line such as `Report Date: 02-Oct-2026` or `Last Updated,24/11/2025`. */
export const ukPublished = (line: string): number | null => {
  const [, day = ''] = /(\d{1,2}[/ -](?:\d{1,2}|[A-Za-z]{3,9})[/ -]\d{4})/u.exec(line) ?? []
  return readPublished(day)
}
