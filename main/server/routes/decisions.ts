import * as api from '../../../shared/api/decisions.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'
import { walked } from './alerts.ts'

/** The operations on decisions. */
export const decisionRoutes = ({ decisions }: Pick<Workspace, 'decisions'>): readonly Route[] => [
  route(api.decisionQueue, async ({ query: { mine, ...query }, caller }) =>
    walked(await decisions.queue({ ...query, ...(mine === true ? { assignee: caller.userUid } : {}) }, caller)),
  ),
  route(api.listDecisions, async ({ query }) => walked(await decisions.list(query))),
  route(api.readDecision, async ({ params }) => enveloped(await decisions.read(params.id))),
  route(api.recordDecision, async ({ body, caller, ifRevision, inTransaction }) =>
    enveloped(
      await decisions.record(body, {
        actor: caller,
        ...(ifRevision === undefined ? {} : { ifRevision }),
        ...(inTransaction === undefined ? {} : { inTransaction }),
      }),
    ),
  ),
  route(api.settleDecision, async ({ params, body, caller }) =>
    enveloped(await decisions.settle(params.id, body, caller)),
  ),
]
