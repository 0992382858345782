import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import * as api from '../../../shared/api/sign-ins.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { LiveSignIn } from '../../storage/access/sessions.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { answer } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'

const noSuchUser = fail(refusal('not_found', 'There is no user with this id.'))
const noSuchSignIn = fail(refusal('not_found', 'There is no sign-in with this id; it may have ended already.'))

const toAnswer = ({ family, kind, signedInAtMs, lastUsedAtMs, address, agent, how }: LiveSignIn, caller: Caller) => ({
  id: family,
  kind: kind === 'window' ? ('window' as const) : ('program' as const),
  how,
  signed_in_at: toTimestamp(signedInAtMs),
  last_used_at: toTimestamp(lastUsedAtMs),
  address,
  agent,
  this_one: family === caller.family,
})

/** Where people are signed in, and the ending of it. */
export const signInListRoutes = ({ access }: Workspace): readonly Route[] => {
  const listed = async (userUid: string, caller: Caller) =>
    answer((await access.liveSignIns(userUid)).map((signIn) => toAnswer(signIn, caller)))

  const endOne = async (userUid: string, id: string): Promise<Result<number, Refusal>> => {
    const count = await access.endChosen(userUid, ({ family }) => family === id)
    return count.ok && count.value === 0 ? noSuchSignIn : count
  }

  const endOthers = (userUid: string, caller: Caller): Promise<Result<number, Refusal>> =>
    access.endChosen(userUid, ({ family }) => family !== caller.family)

  const told = (count: Result<number, Refusal>) => (count.ok ? answer({ ended: count.value }) : count)

  const ofUser = async <T>(
    id: number,
    work: (userUid: string) => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> => {
    const user = (await access.listUsers()).find((one) => one.id === id)
    return user === undefined ? noSuchUser : await work(user.uid)
  }

  return [
    route(api.listOwnSignIns, ({ caller }) => listed(caller.userUid, caller)),
    route(api.endOwnSignIn, async ({ caller, params }) => told(await endOne(caller.userUid, params.sign_in_id))),
    route(api.endOtherSignIns, async ({ caller }) => told(await endOthers(caller.userUid, caller))),
    route(api.listSignInsOfUser, ({ caller, params }) => ofUser(params.id, (uid) => listed(uid, caller))),
    route(api.endSignInOfUser, async ({ params }) =>
      told(await ofUser(params.id, (uid) => endOne(uid, params.sign_in_id))),
    ),
    route(api.endSignInsOfUser, async ({ caller, params }) =>
      told(await ofUser(params.id, (uid) => endOthers(uid, caller))),
    ),
  ]
}
