import { searchEverything } from '../../../shared/api/search.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'

/** The search of everything. */
export const searchRoutes = ({ search }: Pick<Workspace, 'search'>): readonly Route[] => [
  route(searchEverything, async ({ query }) => enveloped(ok(await search.search(query.q, query.areas)))),
]
