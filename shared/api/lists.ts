import { z } from 'zod'
import {
  entryOver,
  listChange,
  listChangeKinds,
  listedEntry,
  listEncoding,
  listFormat,
  listImport,
  listLimits,
  listRemoval,
  listSettings,
  listVersionUse,
  watchlist,
  watchlistDetail,
  watchlistKey,
} from '../schema/lists.ts'
import { integerText, lineOfText, uid } from '../schema/text.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'

const tag = 'Screening lists'
const deciders = ['supervisor', 'admin'] as const

const listParams = z.strictObject({ key: watchlistKey })
const importParams = z.strictObject({ id: uid })
const versionText = integerText({ min: 1, max: 1_000_000_000 })
const pageText = {
  page: integerText({ min: 1, max: 1_000_000 }).default(1),
  size: integerText({ min: 1, max: listLimits.page }).default(25),
}

export const listWatchlists = defineOperation({
  id: 'listWatchlists',
  method: 'GET',
  path: '/v1/screening/lists',
  tag,
  summary: 'List the lists',
  description: 'Lists against which names are screened, each with its current version and age; by key.',
  access: 'signed_in',
  answer: envelope(z.array(watchlist)),
})

export const readWatchlist = defineOperation({
  id: 'readWatchlist',
  method: 'GET',
  path: '/v1/screening/lists/{key}',
  tag,
  summary: 'Read a list',
  description: 'A list with all its versions, the newest first.',
  access: 'signed_in',
  params: listParams,
  answer: envelope(watchlistDetail),
  refusals: ['not_found'],
})

export const configureWatchlist = defineOperation({
  id: 'configureWatchlist',
  method: 'PUT',
  path: '/v1/screening/lists/{key}',
  tag,
  summary: 'Name a list, or say how old it may be',
  description:
    'Changes the title of a list and the days after which it is said to be ageing and stale. The change is sealed.',
  access: deciders,
  params: listParams,
  body: listSettings,
  answer: envelope(watchlist),
  refusals: ['not_found', 'already_done', 'invalid_request'],
})

export const putVersionInForce = defineOperation({
  id: 'putVersionInForce',
  method: 'PUT',
  path: '/v1/screening/lists/{key}/in-force',
  tag,
  summary: 'Make a version of a list current',
  description:
    'Makes another version of the list current, for example an earlier one. This is sealed, and the register is screened again.',
  access: deciders,
  params: listParams,
  body: z.strictObject({ version: z.int().min(1), reason: lineOfText(500).describe('Why; sealed with the change.') }),
  answer: envelope(watchlist),
  refusals: ['not_found', 'unknown_reference', 'already_done'],
})

export const diffWatchlist = defineOperation({
  id: 'diffWatchlist',
  method: 'GET',
  path: '/v1/screening/lists/{key}/diff',
  tag,
  summary: 'What changed between two versions of a list',
  description:
    'Entries that were added, removed and changed, with the fields that differ, by id of the entry. Without `from` it is the version before `to`; without `to` the current version.',
  access: 'signed_in',
  params: listParams,
  query: z.strictObject({
    from: versionText.optional(),
    to: versionText.optional(),
    change: z.enum(listChangeKinds).optional(),
    ...pageText,
  }),
  answer: pageEnvelope(listChange).extend({
    from: z.int(),
    to: z.int(),
    counts: z.object({ added: z.int(), removed: z.int(), changed: z.int() }),
  }),
  refusals: ['not_found', 'unknown_reference'],
})

export const listListedEntries = defineOperation({
  id: 'listListedEntries',
  method: 'GET',
  path: '/v1/screening/lists/{key}/entries',
  tag,
  summary: 'Read the entries of a list',
  description:
    'A page of the entries of a version, by id; without `version`, of the current one. With `q` those that it is found in: exact ids first, then names that begin with it, then the rest.',
  access: 'signed_in',
  params: listParams,
  query: z.strictObject({
    version: versionText.optional(),
    id: lineOfText(200)
      .optional()
      .describe('Only the entry with this id of the publisher; `q` does not count beside it.'),
    q: lineOfText(200)
      .optional()
      .describe(
        'Only entries that have each of these words in a name, its transliteration, their id, a programme or an identifier, case and marks aside.',
      ),
    ...pageText,
  }),
  answer: pageEnvelope(listedEntry),
  refusals: ['not_found', 'unknown_reference'],
})

export const readListedEntry = defineOperation({
  id: 'readListedEntry',
  method: 'GET',
  path: '/v1/screening/lists/{key}/entry',
  tag,
  summary: 'Read an entry of a list',
  description:
    'One entry as a version has it (without `version`, the current one); since which version it is listed, and what each version changed.',
  access: 'signed_in',
  params: listParams,
  query: z.strictObject({ id: lineOfText(200), version: versionText.optional() }),
  answer: envelope(entryOver),
  refusals: ['not_found', 'unknown_reference'],
})

export const readVersionUse = defineOperation({
  id: 'readVersionUse',
  method: 'GET',
  path: '/v1/screening/lists/{key}/use',
  tag,
  summary: 'What the versions of a list are needed for',
  description:
    'The versions on this device, the newest first, with the hits and sealed dispositions that were made by each, and why it cannot be removed.',
  access: 'signed_in',
  params: listParams,
  answer: envelope(z.array(listVersionUse)),
  refusals: ['not_found'],
})

export const removeVersions = defineOperation({
  id: 'removeVersions',
  method: 'POST',
  path: '/v1/screening/lists/{key}/removals',
  retry: 'again',
  tag,
  summary: 'Remove old versions of a list',
  description:
    'Removes versions from this device for good, each by itself: the one in force, the newest, and those that hits or sealed dispositions were made by are kept, and the answer says why. ' +
    'Entries that another version has stay. Each removal is sealed with the SHA-256 of the file, so that the file can be told from others if it is brought again.',
  access: deciders,
  params: listParams,
  body: z.strictObject({
    versions: z.array(z.int().min(1)).min(1).max(200),
    reason: lineOfText(500).describe('Why; sealed with the removal.'),
  }),
  answer: envelope(listRemoval),
  refusals: ['not_found'],
})

export const stageList = defineOperation({
  id: 'stageList',
  method: 'POST',
  path: '/v1/screening/list-imports',
  retry: 'anew',
  tag,
  summary: 'Stage a file of a list',
  description:
    'Takes a file of up to 4 GiB, plain or as gzip: the UN consolidated list, OFAC’s sdn.csv or its advanced XML, the EU’s, the UK’s (CSV or XML), OpenSanctions’ FollowTheMoney entities or targets, or any CSV with a column of names. ' +
    'Which it is is found from its content. Nothing is imported yet.',
  access: deciders,
  status: 201,
  bodyKind: 'file',
  bodyLimit: listLimits.fileBytes,
  query: z.strictObject({ file_name: lineOfText(255) }),
  body: z.string(),
  answer: envelope(listImport),
  refusals: ['unsupported_media_type', 'payload_too_large', 'file_refused'],
})

export const stageListPart = defineOperation({
  id: 'stageListPart',
  method: 'POST',
  path: '/v1/screening/list-imports/{id}/parts',
  retry: 'anew',
  tag,
  summary: 'Stage a file beside a list',
  description: 'Adds OFAC’s alt.csv (other names) or add.csv (addresses) to a staged sdn.csv.',
  access: deciders,
  status: 201,
  bodyKind: 'file',
  bodyLimit: listLimits.sideFileBytes,
  params: importParams,
  query: z.strictObject({ part: z.enum(['alt', 'add']), file_name: lineOfText(255) }),
  body: z.string(),
  answer: envelope(listImport),
  refusals: ['not_found', 'in_progress', 'unsupported_media_type', 'payload_too_large', 'unknown_reference'],
})

export const runListImport = defineOperation({
  id: 'runListImport',
  method: 'POST',
  path: '/v1/screening/list-imports/{id}/run',
  retry: 'key',
  tag,
  summary: 'Import a list',
  description:
    'Reads the staged file whole, compares it with the version in force, and puts it in force as a new version, in one step at the end: a file that cannot be read to its end, holds no entry, ' +
    'fewer than half of the entries in force, or was published before them changes nothing. The new version is sealed in the workspace’s chain. One list is read at a time.',
  access: deciders,
  status: 202,
  params: importParams,
  body: z.strictObject({
    key: watchlistKey
      .optional()
      .describe(
        'The list that it is a version of; it is made where it is not there. Without it: the list of the format.',
      ),
    title: lineOfText(120).optional().describe('Of a list that is made.'),
    format: listFormat.optional().describe('Where the content does not say it, or says it wrongly.'),
    encoding: listEncoding
      .optional()
      .describe('Of a file that does not declare its own; without it UTF-8, or UTF-16 with a byte order mark.'),
    allow_shrink: z.boolean().default(false).describe('Takes a list that has fewer than half of the entries in force.'),
    allow_older: z.boolean().default(false).describe('Takes a list that was published before the version in force.'),
    dry_run: z.boolean().default(false).describe('Reads and compares, and changes nothing.'),
  }),
  answer: envelope(listImport),
  refusals: ['not_found', 'unknown_reference', 'in_progress'],
})

export const readListImport = defineOperation({
  id: 'readListImport',
  method: 'GET',
  path: '/v1/screening/list-imports/{id}',
  tag,
  summary: 'Follow an import of a list',
  description: 'State, counts, and what was left out.',
  access: 'signed_in',
  params: importParams,
  answer: envelope(listImport),
  refusals: ['not_found'],
})

export const discardListImport = defineOperation({
  id: 'discardListImport',
  method: 'DELETE',
  path: '/v1/screening/list-imports/{id}',
  tag,
  summary: 'Discard a staged list',
  description: 'Deletes the staged files; a running import ends and changes nothing. A version that is in force stays.',
  access: deciders,
  params: importParams,
  answer: envelope(z.object({ discarded: z.literal(true) })),
  refusals: ['not_found'],
})
