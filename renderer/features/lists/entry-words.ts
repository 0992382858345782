import type { ShownEntry } from '../../../shared/schema/lists.ts'

const isEntryField = (field: string, entry: ShownEntry): field is keyof ShownEntry => Object.hasOwn(entry, field)

const dateText = ({ year, month, day, to_year: toYear, circa }: ShownEntry['dates'][number]): string =>
  `${circa ? '~' : ''}${[String(year), ...(month === null ? [] : [String(month).padStart(2, '0')]), ...(day === null ? [] : [String(day).padStart(2, '0')])].join('-')}${toYear === null ? '' : `–${toYear}`}`

/** What a field of an entry says, piece by piece. */
export const fieldTexts = (entry: ShownEntry, field: string): readonly string[] => {
  if (!isEntryField(field, entry)) return []
  switch (field) {
    case 'names':
      return entry.names.map(({ text, type }) => (type === 'primary' || type === 'alias' ? text : `${text} (${type})`))
    case 'dates':
      return entry.dates.map(dateText)
    case 'identifiers':
      return entry.identifiers.map(
        ({ type, value, country }) => `${type} ${value}${country === null ? '' : ` (${country})`}`,
      )
    case 'addresses':
      return entry.addresses.map(({ text }) => text)
    default: {
      const value = entry[field]
      return Array.isArray(value) ? value : value === null ? [] : [value]
    }
  }
}

/** What a field lost and gained between two readings of an entry. */
export const fieldChange = (
  before: ShownEntry,
  after: ShownEntry,
  field: string,
): { readonly lost: readonly string[]; readonly gained: readonly string[] } => {
  const [old, now] = [fieldTexts(before, field), fieldTexts(after, field)]
  return { lost: old.filter((text) => !now.includes(text)), gained: now.filter((text) => !old.includes(text)) }
}
