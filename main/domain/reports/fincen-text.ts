import anyAscii from 'any-ascii'

const typographic: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2011': '-',
  '\u2212': '-',
  '\u2026': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
}

/**
 * A text as FinCEN's elements hold it: no line breaks or tabs, no space at either end (user guide of the SAR XML
 * schema, section 3.2), and the quotation marks, dashes and spaces of typography as those of a keyboard, which changes
 * no word.
 */
export const fincenText = (text: string): string =>
  text
    .replace(
      /[\u2018\u2019\u201a\u201c-\u201e\u00ab\u00bb\u2013\u2014\u2011\u2212\u2026\u00a0\u202f\u2009]/gu,
      (character) => typographic[character] ?? character,
    )
    .replace(/[\t\r\n]+/gu, ' ')
    .trim()

/**
 * Characters of a text that the filing system may not take; each once. Only the printable ones of US-ASCII are sure.
 */
export const refusedCharacters = (text: string): readonly string[] => [
  ...new Set([...fincenText(text)].filter((character) => !/[ -~]/u.test(character))),
]

/** How a text could be written in the letters that are taken, for a person to judge. */
export const inAscii = (text: string): string => anyAscii(fincenText(text))

/** Length as the schema counts it: characters, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length

// FinCEN SAR electronic filing requirements: words that must not stand in a field for what is unknown.
const prohibited: ReadonlySet<string> = new Set([
  'AKA',
  'COMPUTER GENERATED',
  'CUSTOMER',
  'DBA',
  'NON CUSTOMER',
  'NONE',
  'NOT APPLICABLE',
  'OTHER',
  'SAME',
  'SAME AS ABOVE',
  'SEE ABOVE',
  'SEE NARRATIVE',
  'SIGNATURE CARD',
  'T/A',
  'UNKNOWN',
  'VARIOUS',
  'XX',
  'XXX',
  'N/A',
  'NA',
])

/** Whether a field holds a word that stands for nothing; unknown values have fields of their own. */
export const isProhibited = (text: string): boolean =>
  prohibited.has(
    fincenText(text)
      .toUpperCase()
      .replace(/[-_.]+/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
  )

/** Letters and digits of a number, without the marks that people write between them. */
export const bareNumber = (text: string): string => fincenText(text).replace(/[\s().+/-]+/gu, '')

/** A day as the schema writes it, `YYYYMMDD`; unknown parts of a date of birth as zeros. */
export const fincenDay = (day: string): string => day.replaceAll('-', '').padEnd(8, '0')

const narrativeBlock = 4_000

/** Longest narrative: four blocks of 4,000 characters and one of 1,000. */
export const narrativeMax = 17_000

/**
 * A narrative in the blocks of the schema, at most five. No block begins or ends with a space, so that none is lost
 * between them.
 */
export const narrativeBlocks = (narrative: string): readonly string[] => {
  const blocks: string[] = []
  let rest = [...fincenText(narrative)]
  while (rest.length > 0) {
    let end = Math.min(narrativeBlock, rest.length)
    if (end < rest.length) while (end > 1 && (rest[end] === ' ' || rest[end - 1] === ' ')) end -= 1
    blocks.push(rest.slice(0, end).join(''))
    rest = rest.slice(end)
  }
  return blocks
}
