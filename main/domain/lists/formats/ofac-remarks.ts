import type { ListEntryDraft } from '../draft.ts'

/**
 * Labels of what is a number of somebody, by how they end; what stands behind them and is none (telephones, sections of
 * laws) is named apart.
 */
const label =
  /^(?<label>(?:[\p{L}][\p{L}.,'/() -]*?)??(?:No\.?|Number|#|ID|Code|Card|Document|Passport|Identification|License|electoral|Nacional|MMSI|SSN|SWIFT\/BIC|FEIN|LEI|RFC|RIF|RUC|NIT|BIK \(RU\)|\(MSN\)|\(USCCC\)|[A-Z]\.(?:[A-Z]\.)+|F\/N\)|Address - [A-Z]{2,6}))[\s#:]+(?<value>(?!(?:No|Number|Num|Code|Card|Document|ID)\b)(?=[^(]*\d)[\p{L}\p{N}][\p{L}\p{N}./,' -]*?)(?:\s*\((?<country>[^)]*)\))?(?:[\s,]+(?:issued|expires|valid)\b.*)?$/u
const noIdentifier = /^(?:phone|telephone|fax|tel|caatsa|executive|section|chinese commercial)/iu

/** The number without what is told behind it: a longer word without a digit belongs to it no more. */
const numberIn = (value: string): string => {
  const words = value.split(/\s+/u)
  const end = words.findIndex((word) => word.length > 3 && !/\d/u.test(word))
  return (end <= 0 ? words : words.slice(0, end)).join(' ')
}

const quotedName = /^(?<how>[afn])\.k\.a\.\s*'(?<name>[^']*(?:'\p{L}[^']*)*)'$/u
const dated =
  /^(?:DOB|Date of Birth|Organization Established Date|Aircraft Manufacture Date|Vessel Year of Build)\s+(?<date>.+)$/u
const belonging = /^(?:nationality|citizen|Nationality of Registration|Nationality|Citizenship)\s+(?<country>.+)$/u

/**
 * OFAC's longest part of remarks has a quarter of this. What is longer says nothing that is known here, and would be
 * looked at from each of its characters.
 */
const partMost = 1_000

const readPart = (part: string, draft: ListEntryDraft): void => {
  if (part.length > partMost) return
  const text = part
    .trim()
    .replace(/\.$/u, '')
    .replace(/^alt\.\s+/iu, '')
  const name = quotedName.exec(text)?.groups
  // OFAC files aliases that it calls weak in the remarks, in quotation marks.
  if (name !== undefined) return draft.name(name['name'], name['how'] === 'f' ? 'former' : 'weak')
  const date = dated.exec(text)?.groups
  if (date !== undefined) return draft.date(date['date'])
  if (text.startsWith('POB ')) return draft.birthPlace(text.slice(4))
  const country = belonging.exec(text)?.groups
  if (country !== undefined) return draft.country(country['country'])
  if (text.startsWith('Gender ')) return draft.gender(text.slice(7))
  const found = label.exec(text)?.groups
  if (found !== undefined && !noIdentifier.test(text))
    draft.identifier((found['label'] ?? '').replace(/\s*#$/u, ''), numberIn(found['value'] ?? ''), found['country'])
}

/**
 * Reads what OFAC writes into the remarks of its CSV: dates and places of birth, nationalities, weak aliases, numbers.
 * The remarks themselves are kept too.
 */
export const readRemarks = (remarks: string, draft: ListEntryDraft): void => {
  for (const part of remarks.split(/;\s*/u)) readPart(part, draft)
  draft.remark(remarks)
}
