import * as api from '../../../shared/api/alerts.ts'
import * as assessments from '../../../shared/api/assessments.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Walked } from '../../storage/alerts/alert-store.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Call, Route } from '../http/call.ts'

/** A walked page in its envelope. */
export const walked = <T, E>(result: Result<Walked<T>, E>): Result<{ success: true } & Walked<T>, E> =>
  result.ok ? ok({ success: true as const, ...result.value }) : result

const optionsOf = ({ caller, ifRevision }: Pick<Call<never>, 'caller' | 'ifRevision'>) => ({
  actor: caller,
  ...(ifRevision === undefined ? {} : { ifRevision }),
})

/** The operations on alerts, on assessments as they were kept, and on the policy of detection. */
export const alertRoutes = ({
  alerts,
  assessments: kept,
}: Pick<Workspace, 'alerts' | 'assessments'>): readonly Route[] => [
  route(api.listAlerts, ({ query }) => walked(alerts.list(query))),
  route(api.countAlerts, () => answer(alerts.stats())),
  route(api.readAlert, async ({ params, reply }) => {
    const read = await alerts.read(params.id)
    if (read.ok) void reply.header('etag', `"${read.value.revision}"`)
    return enveloped(read)
  }),
  route(api.moveAlert, async (call) => enveloped(await alerts.move(call.params.id, call.body, optionsOf(call)))),
  route(api.assignAlert, async (call) => enveloped(await alerts.assign(call.params.id, call.body, optionsOf(call)))),
  route(api.triageAlerts, async ({ body, caller }) => enveloped(await alerts.triage(body, caller))),
  route(api.readDetectionPolicy, () => answer(alerts.policy())),
  route(api.listDetectionPolicyChanges, () => answer(alerts.policyChanges())),
  route(api.changeDetectionPolicy, async ({ body, caller }) => enveloped(await alerts.changePolicy(body, caller))),
  route(assessments.listAssessments, ({ query }) => walked(kept.list(query))),
  route(assessments.readAssessment, ({ params }) => enveloped(kept.read(params.id))),
]
