import * as api from '../../../shared/api/workspace.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { version } from '../../platform/version.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'
import type { VerificationJobs } from '../verification/jobs.ts'

/** The workspace itself, its policy and its verification. */
export const workspaceRoutes = (
  { facts, access, verification }: Workspace,
  role: 'local' | 'hub',
  jobs: VerificationJobs,
): readonly Route[] => [
  route(api.readWorkspace, () =>
    answer({
      workspace_id: facts.uid,
      institution: facts.institution,
      name: facts.name,
      sample: facts.sample,
      created_at: toTimestamp(facts.createdAtMs),
      device_id: facts.deviceId,
      device_number: facts.deviceNumber,
      role,
      version,
      policy: access.policy(),
    }),
  ),
  route(api.changePolicy, async ({ body, caller }) => enveloped(await access.changePolicy(body, { actor: caller }))),
  route(api.verifyCase, async ({ params }) => enveloped(await verification.verifyCase(params.id))),
  route(api.startVerification, () => answer(jobs.start())),
  route(api.readVerification, ({ params }) => enveloped(jobs.read(params.id))),
]
