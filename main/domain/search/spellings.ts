/** Text that people put between the signs of an identifier to read it: blanks and hyphens. */
const between = /[\s\p{Pd}]/u
const allBetween = new RegExp(between, 'gu')

/** An identifier without case, blanks and hyphens: as two spellings of it are compared. */
export const plainSpelling = (text: string): string => text.normalize('NFKC').toLowerCase().replace(allBetween, '')

const accountNumber = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/u

/** An account number in groups of four, as paper has it. */
const grouped = (compact: string): readonly string[] =>
  accountNumber.test(compact) ? [compact.replace(/.{4}(?=.)/gu, '$& ')] : []

/**
 * The spellings under which an identifier may be stored, the typed one first: with and without blanks and hyphens, in
 * capitals and small letters, an account number in groups of four.
 */
export const identifierSpellings = (typed: string): readonly string[] => {
  const text = typed.normalize('NFKC').trim()
  const compact = text.replace(allBetween, '')
  const capitals = compact.toUpperCase()
  const all = [typed.trim(), text, text.toUpperCase(), text.toLowerCase(), compact, capitals, compact.toLowerCase()]
  return [...new Set([...all, ...grouped(capitals)])].filter((spelling) => spelling !== '')
}

/** How an identifier fits what was typed, and up to which sign. */
export interface FittingSpelling {
  readonly how: 'exact' | 'beginning'
  /** In UTF-16 code units of the stored spelling. */
  readonly end: number
}

/** Compares an identifier with what was typed, blanks, hyphens and case aside; null where it does not begin so. */
export const fitSpelling = (stored: string, typed: string): FittingSpelling | null => {
  const wanted = plainSpelling(typed)
  if (wanted === '') return null
  let plain = ''
  let at = 0
  for (const sign of stored) {
    if (plain.length >= wanted.length) break
    plain += plainSpelling(sign)
    at += sign.length
  }
  if (plain !== wanted) return null
  return plainSpelling(stored) === wanted ? { how: 'exact', end: stored.length } : { how: 'beginning', end: at }
}
