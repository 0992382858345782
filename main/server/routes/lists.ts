import { Readable } from 'node:stream'
import * as api from '../../../shared/api/lists.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { ListStore } from '../../storage/lists/list-store.ts'
import { answer, enveloped, paged } from '../http/answers.ts'
import { route, type Route } from '../http/call.ts'
import type { EntrySearch } from '../lists/entry-search.ts'
import type { ListImports } from '../lists/list-imports.ts'

/** Lists for screening, their versions, and imports of them. */
export const listRoutes = ({
  lists,
  imports,
  search,
}: {
  readonly lists: ListStore
  readonly imports: ListImports
  readonly search: EntrySearch
}): readonly Route[] => [
  route(api.listWatchlists, () => answer([...lists.list()])),
  route(api.readWatchlist, ({ params }) => enveloped(lists.read(params.key))),
  route(api.configureWatchlist, async ({ params, body, caller }) =>
    enveloped(await lists.configure(params.key, body, caller)),
  ),
  route(api.putVersionInForce, async ({ params, body, caller }) =>
    enveloped(await lists.putInForce(params.key, body.version, body.reason, caller)),
  ),
  route(api.diffWatchlist, ({ params, query }) => {
    const diff = lists.diff(params.key, query)
    if (!diff.ok) return diff
    const { from, to, counts, items, total } = diff.value
    const { page, size } = query
    return ok({
      success: true as const,
      data: [...items],
      pagination: { total, page, size, total_pages: Math.ceil(total / size) },
      from,
      to,
      counts: { ...counts },
    })
  }),
  route(api.listListedEntries, async ({ params, query }) => {
    const { q, id } = query
    if (q === undefined && id === undefined) search.prepare(params.key, query.version)
    const found =
      q === undefined || id !== undefined
        ? lists.page(params.key, query)
        : await search.find(params.key, { ...query, q })
    return found.ok ? paged(found.value, query) : found
  }),
  route(api.readListedEntry, ({ params, query }) => enveloped(lists.entryOver(params.key, query.id, query.version))),
  route(api.readVersionUse, async ({ params }) => enveloped(await lists.inUse(params.key))),
  route(api.removeVersions, async ({ params, body, caller }) =>
    enveloped(await lists.remove(params.key, body.versions, body.reason, caller)),
  ),
  route(api.stageList, async ({ query, upload }) =>
    enveloped(await imports.stage(query.file_name, upload ?? Readable.from([]))),
  ),
  route(api.stageListPart, async ({ params, query, upload }) =>
    enveloped(await imports.stagePart(params.id, query.part, query.file_name, upload ?? Readable.from([]))),
  ),
  route(api.runListImport, ({ params, body, caller }) => enveloped(imports.run(caller, params.id, body))),
  route(api.readListImport, ({ params }) => enveloped(imports.read(params.id))),
  route(api.discardListImport, async ({ params }) => enveloped(await imports.discard(params.id))),
]
