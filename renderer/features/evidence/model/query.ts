import { evidenceSorts } from '../../../../shared/api/evidence.ts'
import { evidenceKinds, evidenceTag, type EvidenceKind } from '../../../../shared/schema/evidence.ts'
import { knownFilters } from '../../../../shared/schema/known-files.ts'
import { lineOfText } from '../../../../shared/schema/text.ts'
import type { EvidenceQuery } from '../../../state/route.ts'

export type EvidenceSort = (typeof evidenceSorts)[number]
export type EvidenceView = 'list' | 'gallery'

/** The order that an address asks for; oldest first unless it says otherwise. */
export const evidenceSort = (query: EvidenceQuery): EvidenceSort =>
  evidenceSorts.find((sort) => sort === query['sort']) ?? 'acquired'

export const viewOf = (query: EvidenceQuery): EvidenceView => (query['view'] === 'gallery' ? 'gallery' : 'list')

export const kindOf = (query: EvidenceQuery): EvidenceKind | undefined =>
  evidenceKinds.find((kind) => kind === query['kind'])

const fits = (schema: typeof evidenceTag, value = ''): string => (schema.safeParse(value).success ? value : '')

/** What of an address the service understands for its list; the view, and what is unknown, is dropped. */
export const listQueryOf = (query: EvidenceQuery): EvidenceQuery => {
  const sort = evidenceSort(query)
  const entries = {
    q: fits(lineOfText(200), query['q']?.trim()),
    kind: kindOf(query) ?? '',
    tag: fits(evidenceTag, query['tag']),
    known: knownFilters.find((known) => known === query['known']) ?? '',
    sort: sort === 'acquired' ? '' : sort,
  }
  return Object.fromEntries(Object.entries(entries).filter((entry): entry is [string, string] => entry[1] !== ''))
}

/** Whether the list is narrowed. */
export const isFiltered = (query: EvidenceQuery): boolean =>
  ['q', 'kind', 'tag', 'known'].some((name) => name in listQueryOf(query))

/** The order after a press on the head of a column: ascending, then descending. */
export const nextEvidenceSort = (sort: EvidenceSort, by: 'acquired' | 'name' | 'size'): EvidenceSort =>
  sort === by ? `-${by}` : by

/** Whether words are looked for in the text of the pieces, and not in their names. */
export const isInText = (query: EvidenceQuery): boolean => query['in'] === 'text'

/** The words that are looked for in the text; '' where none are. */
export const wordsOf = (query: EvidenceQuery): string => fits(lineOfText(200), query['words']?.trim())

/** The page that the preview of an open piece begins with; null: the first. */
export const pageIn = (query: EvidenceQuery): number | null =>
  /^[1-9]\d{0,5}$/u.test(query['page'] ?? '') ? Number(query['page']) : null

/** The same list, with words looked for in the text. */
export const inText = (query: EvidenceQuery, words: string = wordsOf(query)): EvidenceQuery =>
  withPage({ ...query, in: 'text', ...(words === '' ? {} : { words }) }, null, words === '' ? ['words'] : [])

/** The same list, with words looked for in names. */
export const inNames = (query: EvidenceQuery): EvidenceQuery => withPage(query, null, ['in', 'words'])

/** The query with the page that a preview begins with; null: none. */
export const withPage = (
  query: EvidenceQuery,
  page: number | null,
  without: readonly string[] = [],
): EvidenceQuery => ({
  ...Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'page' && !without.includes(name))),
  ...(page === null ? {} : { page: String(page) }),
})
