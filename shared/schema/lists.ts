import { encodingNames } from '../text/encoding-names.ts'
import { z } from 'zod'
import { lineOfText, timestamp, uid } from './text.ts'

/** Names a list for screening for good: `un`, `ofac-sdn`, `eu`, `uk`, or a name of the institution's own. */
export const watchlistKey = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and hyphen, a letter first')

/** The forms in which lists are published that can be read. */
export const listFormats = [
  'un_xml',
  'ofac_csv',
  'ofac_cons_csv',
  'ofac_advanced_xml',
  'ofac_enhanced_xml',
  'eu_xml',
  'eu_csv',
  'seco_xml',
  'uk_csv',
  'uk_xml',
  'ofsi_csv',
  'ofsi_xml',
  'ftm_json',
  'targets_csv',
  'plain_csv',
] as const
export const listFormat = z.enum(listFormats)
export type ListFormat = z.infer<typeof listFormat>

/** Encodings that can be asked for where a file does not declare its own. */
export const listEncodings = encodingNames
export const listEncoding = z.enum(listEncodings)
export type ListEncoding = z.infer<typeof listEncoding>

/** What bounds a list, checked while it is read. */
export const listLimits = {
  /** Bytes of a file as it comes; what it unpacks to is bounded by `unpackedBytes`. */
  fileBytes: 4_294_967_296,
  unpackedBytes: 17_179_869_184,
  /** Bytes of a file beside the list (OFAC's alt.csv and add.csv). */
  sideFileBytes: 67_108_864,
  entries: 2_000_000,
  /** Names of one entry. */
  names: 5_000,
  /** Other values of one kind of one entry: identifiers, addresses, dates ... */
  values: 5_000,
  /** UTF-16 units of the id of one entry. A longer one is refused: what it was cut to could be another's. */
  id: 200,
  /** UTF-16 units of one name, of one other value, of the remarks. Longer ones are cut, and said so. */
  name: 1_000,
  value: 2_000,
  remarks: 20_000,
  /** UTF-16 units of the record of one entry in the file. */
  record: 2_097_152,
  /** Elements and depth of one record of XML. */
  elements: 100_000,
  depth: 40,
  /** UTF-16 units of what has to be kept from one part of a file for another. */
  kept: 50_331_648,
  /** Versions in a list of changes at once. */
  page: 100,
} as const

const country = z.string().nullable().describe('ISO 3166-1 alpha-2.')

export const listedKind = z.enum(['person', 'organisation', 'vessel', 'aircraft', 'other'])

const partialDate = z.object({
  year: z.int(),
  month: z.int().nullable(),
  day: z.int().nullable(),
  to_year: z.int().nullable(),
  circa: z.boolean(),
})

/** An entry of a list as the interface shows it. */
export const listedEntry = z.object({
  id: z.string(),
  kind: listedKind,
  names: z.array(z.object({ text: z.string(), type: z.enum(['primary', 'alias', 'weak', 'former']) })),
  dates: z.array(partialDate).describe('Of birth, founding or building.'),
  birth_places: z.array(z.string()),
  countries: z.array(z.string()),
  gender: z.enum(['male', 'female']).nullable(),
  identifiers: z.array(z.object({ type: z.string(), value: z.string(), country })),
  addresses: z.array(z.object({ text: z.string(), country })),
  positions: z.array(z.string()),
  programmes: z.array(z.string()),
  remarks: z.string().nullable(),
  listed_on: z.string().nullable().describe('YYYY-MM-DD.'),
})
export type ShownEntry = z.infer<typeof listedEntry>

/** Days after which a list is said to be ageing, and to be stale. */
export const defaultAges = { warn_days: 7, stale_days: 30 } as const

const days = z.int().min(1).max(3_650)

/** What a list is called, and how old it may be. */
export const listSettings = z
  .strictObject({
    title: lineOfText(120),
    warn_days: days.default(defaultAges.warn_days),
    stale_days: days.default(defaultAges.stale_days),
  })
  .refine(({ warn_days: warn, stale_days: stale }) => warn <= stale, {
    error: 'must not be more than stale_days',
    path: ['warn_days'],
  })
export type ListSettings = z.infer<typeof listSettings>

const counts = z.object({ person: z.int(), organisation: z.int(), vessel: z.int(), aircraft: z.int(), other: z.int() })

/** A version of a list: what one file held. */
export const listVersion = z.object({
  version: z.int(),
  in_force: z.boolean(),
  format: listFormat,
  file_name: z.string(),
  bytes: z.int(),
  sha256: z.string().describe('Of the file as it came, lower-case hex.'),
  parts: z
    .object({ alt: z.string().optional(), add: z.string().optional() })
    .describe('SHA-256 of the files beside it.'),
  published_at: timestamp.nullable().describe('As the file says; null where it does not.'),
  imported_at: timestamp,
  imported_by: z.string(),
  entries: z.int(),
  names: z.int(),
  kinds: counts,
  skipped: z.int().describe('Records of the file that name nobody.'),
  changes: z
    .object({ added: z.int(), removed: z.int(), changed: z.int() })
    .nullable()
    .describe('Compared with the previously current version; null of the first.'),
})
export type ListVersion = z.infer<typeof listVersion>

export const listAge = z.object({
  days: z
    .int()
    .nullable()
    .describe('Whole days since publication or, if the file does not say, import; null if no version is current.'),
  since: z.enum(['published', 'imported']).nullable(),
  state: z.enum(['current', 'ageing', 'stale', 'missing']),
})
export type ListAge = z.infer<typeof listAge>

/** A list with the version of it that is in force. */
export const watchlist = z.object({
  key: watchlistKey,
  title: z.string(),
  warn_days: z.int(),
  stale_days: z.int(),
  versions: z.int(),
  age: listAge,
  in_force: listVersion.nullable(),
  in_force_since: timestamp.nullable(),
  elsewhere: z
    .object({ sha256: z.string(), published_at: timestamp.nullable(), since: timestamp })
    .nullable()
    .describe('What another device of the workspace has made current since, and this one does not have.'),
})
export type Watchlist = z.infer<typeof watchlist>

/** A list with its versions, the newest first. */
export const watchlistDetail = watchlist.extend({ history: z.array(listVersion) })
export type WatchlistDetail = z.infer<typeof watchlistDetail>

export const listChangeKinds = ['added', 'removed', 'changed'] as const

/** What became of one entry between two versions. */
export const listChange = z.object({
  id: z.string(),
  change: z.enum(listChangeKinds),
  fields: z.array(z.string()).describe('Of a changed one: which fields differ.'),
  before: listedEntry.nullable(),
  after: listedEntry.nullable(),
})
export type ListChange = z.infer<typeof listChange>

/**
 * What a version must be kept for: names are screened against it, its number is the highest, hits or sealed
 * dispositions were made by it.
 */
export const versionKept = z.enum(['in_force', 'newest', 'hits', 'dispositions'])
export type VersionKept = z.infer<typeof versionKept>

export const listVersionUse = z.object({
  version: z.int(),
  imported_at: timestamp,
  entries: z.int(),
  hits: z.int().describe('Hits that were last found in it.'),
  dispositions: z.int().describe('Sealed dispositions of hits in it.'),
  kept: versionKept.nullable().describe('Why it cannot be removed; null: it can.'),
})
export type ListVersionUse = z.infer<typeof listVersionUse>

export const listRemoval = z.object({
  removed: z.array(z.int()),
  kept: z
    .array(z.object({ version: z.int(), because: z.enum([...versionKept.options, 'unknown']) }))
    .describe('Those that stay, and why.'),
})
export type ListRemoval = z.infer<typeof listRemoval>

/** An entry with what became of it. */
export const entryOver = z.object({
  version: z.int().describe('The version that was asked.'),
  in_force: z.boolean(),
  entry: listedEntry.nullable().describe('Null: this version does not have it.'),
  since: z
    .object({ version: z.int(), imported_at: timestamp, earliest_kept: z.boolean() })
    .nullable()
    .describe(
      'From which version on it is listed without a break; `earliest_kept`: perhaps before, for no older version is kept.',
    ),
  history: z
    .array(
      z.object({
        version: z.int(),
        imported_at: timestamp,
        change: z.enum(listChangeKinds),
        fields: z.array(z.string()),
      }),
    )
    .describe('What versions changed of it, newest first; in the earliest kept one it counts as added.'),
})
export type EntryOver = z.infer<typeof entryOver>

/** A file of a list on its way in. */
export const listImport = z.object({
  id: uid,
  state: z.enum(['staged', 'running', 'done', 'failed', 'cancelled']),
  file_name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  compressed: z.boolean().describe('gzip'),
  format: listFormat.nullable().describe('As its content says; null where that says nothing.'),
  key: watchlistKey.nullable().describe('The list that it is for, as far as its format tells or the run has said.'),
  side_files: z.array(
    z.object({ part: z.enum(['alt', 'add']), file_name: z.string(), bytes: z.int(), sha256: z.string() }),
  ),
  published_at: timestamp.nullable(),
  dry_run: z.boolean(),
  progress: z.number().describe('Of the reading, 0 to 1.'),
  entries: z.int(),
  names: z.int(),
  skipped: z.int(),
  notes: z.array(z.string()).describe('What was left out or cut, and where; the first 50.'),
  changes: z.object({ added: z.int(), removed: z.int(), changed: z.int() }).nullable(),
  version: z
    .int()
    .nullable()
    .describe(
      'The version made from it, now current; null after a dry run, or if the file is that of the current version.',
    ),
  unchanged: z
    .boolean()
    .describe('Whether the file is that of the current version, so that there is nothing to change.'),
  needs_confirmation: z
    .enum(['shrink', 'older'])
    .nullable()
    .describe(
      'Why it failed, if a person may still allow it: it has fewer than half of the current entries (`allow_shrink`), or it was published before the current version (`allow_older`).',
    ),
  seconds: z.number(),
  error: z.string().nullable(),
})
export type ListImport = z.infer<typeof listImport>
