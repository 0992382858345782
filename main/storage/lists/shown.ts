import { changedFields, type EntryField, type ListedEntry } from '../../domain/lists/entry.ts'
import type { ListChange, ListVersion, ShownEntry } from '../../../shared/schema/lists.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { WatchlistVersionsTable } from './tables.ts'

/** An entry as the interface shows it. */
export const shownEntry = (entry: ListedEntry): ShownEntry => ({
  id: entry.id,
  kind: entry.kind,
  names: entry.names.map((name) => ({ ...name })),
  dates: entry.dates.map(({ year, month, day, toYear, circa }) => ({
    year,
    month: month ?? null,
    day: day ?? null,
    to_year: toYear ?? null,
    circa: circa ?? false,
  })),
  birth_places: [...entry.birthPlaces],
  countries: [...entry.countries],
  gender: entry.gender,
  identifiers: entry.identifiers.map((identifier) => ({ ...identifier })),
  addresses: entry.addresses.map((address) => ({ ...address })),
  positions: [...entry.positions],
  programmes: [...entry.programmes],
  remarks: entry.remarks,
  listed_on: entry.listedOn,
})

/** A field as the interface calls it: `birthPlaces` is `birth_places`. */
const shownField = (field: EntryField): string => field.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)

/** What became of an entry. */
export const shownChange = (id: string, before: ListedEntry | null, after: ListedEntry | null): ListChange => ({
  id,
  change: before === null ? 'added' : after === null ? 'removed' : 'changed',
  fields: before === null || after === null ? [] : changedFields(before, after).map(shownField),
  before: before === null ? null : shownEntry(before),
  after: after === null ? null : shownEntry(after),
})

/** A version as the interface shows it. */
export const shownVersion = (
  row: WatchlistVersionsTable,
  inForce: boolean,
  nameOf: (userUid: string) => string,
): ListVersion => ({
  version: row.version ?? 0,
  in_force: inForce,
  format: row.format,
  file_name: row.file_name,
  bytes: row.bytes,
  sha256: row.sha256,
  parts: JSON.parse(row.parts) as ListVersion['parts'],
  published_at: row.published_at === null ? null : toTimestamp(row.published_at),
  imported_at: toTimestamp(row.imported_at),
  imported_by: nameOf(row.imported_by),
  entries: row.entries,
  names: row.names,
  kinds: {
    person: 0,
    organisation: 0,
    vessel: 0,
    aircraft: 0,
    other: 0,
    ...(JSON.parse(row.kinds) as Partial<ListVersion['kinds']>),
  },
  skipped: row.skipped,
  changes:
    row.added === null || row.removed === null || row.changed === null
      ? null
      : { added: row.added, removed: row.removed, changed: row.changed },
})
