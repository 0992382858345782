import * as api from '../../../shared/api/access-log.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { accessLogCsv } from '../access-log/csv.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'

/** The access log, for those who watch over it. */
export const accessLogRoutes = ({ accessLog }: Pick<Workspace, 'accessLog'>): readonly Route[] => [
  route(api.readAccessLog, ({ query: { page, size, ...query } }) => {
    const { data, total } = accessLog.list({ ...query, skip: (page - 1) * size, size })
    return ok({
      success: true as const,
      data,
      pagination: { total, page, size, total_pages: Math.ceil(total / size) },
      waiting: accessLog.waiting(),
    })
  }),
  route(api.exportAccessLog, async ({ query }) => {
    await accessLog.seal()
    return ok({ fileName: 'access-log.csv', rows: accessLogCsv(accessLog.walk(query)) })
  }),
]
