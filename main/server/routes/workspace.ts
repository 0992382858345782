import * as api from '../../../shared/api/workspace.ts'
import { ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { version } from '../../platform/version.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'
import type { VerificationJob, VerificationJobs } from '../verification/jobs.ts'

/** A check of everything without what it found in cases that whoever reads it may not know. */
const withoutHidden = (job: VerificationJob, isKept: (caseUid: string) => boolean): VerificationJob => {
  const { report } = job
  if (report === null) return job
  const findings = report.findings.filter(({ case_uid: uid }) => !isKept(uid))
  const left = report.findings.length - findings.length
  return { ...job, report: { ...report, findings, findings_total: report.findings_total - left } }
}

/** The workspace itself, its policy and its verification. */
export const workspaceRoutes = (
  workspace: Workspace,
  role: 'local' | 'hub',
  jobs: VerificationJobs,
): readonly Route[] => {
  const { facts, access, verification } = workspace
  const kept =
    ({ userUid }: Caller) =>
    (caseUid: string): boolean => {
      const caseId = workspace.caseOf({ kind: 'case_uid', id: caseUid })
      return caseId !== null && workspace.hides(userUid, caseId)
    }
  return [
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
    route(api.readVerification, ({ params, caller }) => {
      const job = jobs.read(params.id)
      return enveloped(
        job.ok ? ok(job.value.report === null ? job.value : withoutHidden(job.value, kept(caller))) : job,
      )
    }),
  ]
}
