import * as api from '../../../shared/api/access.ts'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { User } from '../../../shared/schema/user.ts'
import type { DirectoryUser } from '../../storage/access/directory.ts'
import { sessionMs } from '../../storage/access/sessions.ts'
import type { SignIn } from '../../storage/access/keep-session.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { Attempts } from '../auth/attempts.ts'
import { lacksFactor } from '../auth/factor-first.ts'
import { idleMinutesOf, windowOf } from '../auth/idle.ts'
import { setSessionCookie } from '../auth/session-cookie.ts'
import { tokenSeconds } from '../auth/tokens.ts'
import type { Tokens } from '../auth/tokens.ts'
import { answer, enveloped } from '../http/answers.ts'
import { comesFrom } from '../http/comes-from.ts'
import { route } from '../http/call.ts'
import type { Call, Route } from '../http/call.ts'

const wrong = refusal('login_failed', 'The login name or the password is wrong.')
const currentMissing = fieldRefused('current', 'is missing: the present password is asked for here')
const overToken = refusal('unauthenticated', 'The refresh token is not valid, or no longer valid. Sign in again.')

/** Signing in and out, and who one is. */
export const signInRoutes = ({ access }: Workspace, tokens: Tokens, attempts: Attempts): readonly Route[] => {
  const userOf = async (uid: string): Promise<User> => {
    const found = (await access.listUsers()).find((user) => user.uid === uid)
    if (found === undefined) throw new Error('the signed-in user is not in the table of users')
    return found
  }

  /** The user whom name, password and, where they have a second factor, its code let in. */
  const admitted = (
    body: BodyOf<typeof api.login>,
    at: Pick<Call<typeof api.login>, 'request' | 'reply'>,
  ): Promise<Result<DirectoryUser, Refusal>> =>
    attempts.check(body.login_name, at, async () => {
      const user = await access.checkPassword(body.login_name, body.password)
      if (user === null) return fail(wrong)
      const passed = await access.passSecondFactor(user.uid, body.code)
      return passed.ok ? ok(user) : passed
    })

  const tokensFor = async (user: DirectoryUser, signIn: SignIn) =>
    answer({
      access_token: await tokens.mint({ userUid: user.uid, role: user.role, origin: 'login', family: signIn.family }),
      token_type: 'Bearer' as const,
      expires_in: tokenSeconds,
      refresh_token: signIn.secret,
      user: await userOf(user.uid),
    })

  return [
    route(api.login, async ({ body, request, reply }) => {
      const user = await admitted(body, { request, reply })
      if (!user.ok) return user
      const signIn = await access.signIn(user.value.uid, 'refresh', comesFrom(request))
      return signIn.ok ? await tokensFor(user.value, signIn.value) : signIn
    }),

    route(api.refresh, async ({ body, request }) => {
      const next = await access.refresh(body.refresh_token, comesFrom(request))
      if (!next.ok) return next
      const user = next.value === null ? undefined : access.userByUid(next.value.userUid)
      return next.value === null || user === undefined ? fail(overToken) : await tokensFor(user, next.value)
    }),

    route(api.openSession, async ({ body, request, reply }) => {
      const user = await admitted(body, { request, reply })
      if (!user.ok) return user
      const signIn = await access.signIn(user.value.uid, 'window', comesFrom(request))
      if (!signIn.ok) return signIn
      setSessionCookie(reply, request, signIn.value.secret, sessionMs / 1_000)
      return answer({ user: await userOf(user.value.uid) })
    }),

    route(api.logout, async ({ body, caller, request, reply }) => {
      const ended = await access.signOut(caller.userUid, { family: caller.family, refreshToken: body.refresh_token })
      if (!ended.ok) return ended
      if (caller.via === 'session') setSessionCookie(reply, request, '', 0)
      return answer({ signed_out: true as const })
    }),

    route(api.me, async ({ caller }) =>
      answer({
        user: await userOf(caller.userUid),
        role: caller.role,
        via: caller.via,
        by_provider: caller.byProvider,
        has_password: access.hasPassword(caller.userUid),
        needs_second_factor: lacksFactor(access, caller),
        idle_lock_minutes: idleMinutesOf(access, caller),
      }),
    ),

    route(api.changePassword, async ({ body, caller, request, reply }) => {
      const name = access.userByUid(caller.userUid)?.loginName ?? ''
      // Whoever has a folder's key has its window; whoever has a session of it must not gain a password by that.
      if (body.current === undefined && caller.via !== 'desktop') return fail(currentMissing)
      // A stolen session must not be a way to guess the password faster than the login allows.
      const changed = await attempts.check(name, { request, reply }, () =>
        access.changePassword(caller, body, caller.family),
      )
      const window = windowOf(access, caller)
      // A first password makes a window one that locks: it is in use now.
      if (changed.ok && window !== null) access.windowLocks.open(window)
      return enveloped(changed)
    }),
  ]
}
