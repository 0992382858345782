import * as api from '../../../shared/api/access-log.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { accessLogCsv } from '../access-log/csv.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'

const forbidden = refusal(
  'forbidden',
  'The access log is for auditors and administrators: a token of a lower role does not make one of somebody else.',
)

/**
 * Whoever is watched may not read who watches: the role of the person counts, which a token that was asked for with the
 * role of an auditor does not change.
 */
const watches = ({ access }: Pick<Workspace, 'access'>, { userUid }: Caller): Result<null, Refusal> => {
  const role = access.userByUid(userUid)?.role
  return role === 'auditor' || role === 'admin' ? ok(null) : fail(forbidden)
}

/** The access log, for those who watch over it. */
export const accessLogRoutes = ({ access, accessLog }: Pick<Workspace, 'access' | 'accessLog'>): readonly Route[] => [
  route(api.readAccessLog, ({ caller, query: { page, size, ...query } }) => {
    const may = watches({ access }, caller)
    if (!may.ok) return may
    const { data, total } = accessLog.list({ ...query, skip: (page - 1) * size, size })
    return ok({
      success: true as const,
      data,
      pagination: { total, page, size, total_pages: Math.ceil(total / size) },
      waiting: accessLog.waiting(),
    })
  }),
  route(api.exportAccessLog, async ({ caller, query }) => {
    const may = watches({ access }, caller)
    if (!may.ok) return may
    await accessLog.seal()
    return ok({ fileName: 'access-log.csv', rows: accessLogCsv(accessLog.walk(query)) })
  }),
]
