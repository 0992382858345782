import * as api from '../../../shared/api/case-tasks.ts'
import { ok } from '../../../shared/schema/result.ts'
import { playbooks } from '../../domain/playbooks/shipped.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Call, Route } from '../http/call.ts'

const optionsOf = ({ caller, inTransaction }: Pick<Call<never>, 'caller' | 'inTransaction'>) => ({
  actor: caller,
  ...(inTransaction === undefined ? {} : { inTransaction }),
})

/** The operations on the tasks of cases. */
export const taskRoutes = ({ tasks }: Workspace): readonly Route[] => [
  route(api.listCaseTasks, async ({ params, query }) => {
    const page = await tasks.list(params.id, query)
    return page.ok ? ok({ success: true as const, ...page.value }) : page
  }),
  route(api.listOpenTasks, async ({ caller, query }) =>
    ok({ success: true as const, ...(await tasks.openOf(caller.userUid, query)) }),
  ),
  route(api.addTask, async (call) => enveloped(await tasks.add(call.params.id, call.body, optionsOf(call)))),
  route(api.assignTask, async (call) =>
    enveloped(await tasks.assign(call.params.id, call.params.task, call.body, optionsOf(call))),
  ),
  route(api.completeTask, async (call) =>
    enveloped(await tasks.complete(call.params.id, call.params.task, call.body, optionsOf(call))),
  ),
  route(api.listPlaybooks, () => ok({ success: true as const, data: [...playbooks] })),
  route(api.applyPlaybook, async (call) =>
    enveloped(await tasks.applyPlaybook(call.params.id, call.body, optionsOf(call))),
  ),
  route(api.reopenTask, async (call) =>
    enveloped(await tasks.reopen(call.params.id, call.params.task, call.body, optionsOf(call))),
  ),
]
