import { readWorkload } from '../../../shared/api/workload.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { answer } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'

/** What awaits whoever asks. */
export const workloadRoutes = ({ workload }: Pick<Workspace, 'workload'>): readonly Route[] => [
  route(readWorkload, async ({ caller, query: { since } }) =>
    answer(await workload(caller, since === undefined ? undefined : Date.parse(since))),
  ),
]
