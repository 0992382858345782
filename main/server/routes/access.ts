import * as api from '../../../shared/api/access.ts'
import { endDraft, keepDraft, listDrafts } from '../../../shared/api/drafts.ts'
import { ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Call, Route } from '../http/call.ts'

const optionsOf = ({ caller, inTransaction }: Pick<Call<never>, 'caller' | 'inTransaction'>) => ({
  actor: caller,
  ...(inTransaction === undefined ? {} : { inTransaction }),
})

/** Users, teams, keys, devices, saved views and drafts. */
export const accessRoutes = ({ access }: Workspace): readonly Route[] => [
  route(api.listUsers, async () => answer(await access.listUsers())),
  route(api.addUser, async (call) => enveloped(await access.addUser(call.body, optionsOf(call)))),
  route(api.changeUser, async (call) => enveloped(await access.changeUser(call.params.id, call.body, optionsOf(call)))),
  route(api.listTeams, async () => answer(await access.listTeams())),
  route(api.addTeam, async ({ caller, body }) => enveloped(await access.addTeam(body, caller))),
  route(api.changeTeam, async ({ caller, params, body }) =>
    enveloped(await access.changeTeam(params.team_id, body, caller)),
  ),
  route(api.listKeys, async () => answer(await access.listKeys())),
  route(api.createKey, async (call) => enveloped(await access.createKey(call.body, optionsOf(call)))),
  route(api.revokeKey, async (call) => enveloped(await access.revokeKey(call.params.id, optionsOf(call)))),
  route(api.listDevices, async () => answer(await access.listDevices())),
  route(api.revokeDevice, async (call) =>
    enveloped(await access.revokeDevice(call.params.id, call.body.reason, optionsOf(call))),
  ),
  route(api.attestClock, async (call) =>
    enveloped(await access.attestClock(call.params.id, call.body, optionsOf(call))),
  ),
  route(api.listViews, async ({ caller }) => answer(await access.listViews(caller.userUid))),
  route(api.saveView, async ({ caller, body }) => enveloped(await access.saveView(caller, body))),
  route(api.deleteView, async ({ caller, params }) => {
    const deleted = await access.deleteView(caller, params.id)
    return deleted.ok ? ok({ success: true as const, data: deleted.value }) : deleted
  }),
  route(listDrafts, async ({ caller }) =>
    answer(
      (await access.listDrafts(caller.userUid)).map(({ key, text, writtenAtMs }) => ({
        key,
        text,
        written_at: toTimestamp(writtenAtMs),
      })),
    ),
  ),
  route(keepDraft, async ({ caller, params, body }) =>
    enveloped(await access.keepDraft(caller, { key: params.key, text: body.text, caseId: body.case_id })),
  ),
  route(endDraft, async ({ caller, params }) => enveloped(await access.endDraft(caller, params.key))),
]
