import type { FastifyReply, FastifyRequest } from 'fastify'
import * as api from '../../../shared/api/access.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { User } from '../../../shared/schema/user.ts'
import { addressRules, createThrottle, nameRules } from '../../domain/access/login-throttle.ts'
import type { DirectoryUser } from '../../storage/access/directory.ts'
import { sessionMs } from '../../storage/access/sessions.ts'
import type { SignIn } from '../../storage/access/keep-session.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { writeSessionCookie } from '../auth/session-cookie.ts'
import { tokenSeconds } from '../auth/tokens.ts'
import type { Tokens } from '../auth/tokens.ts'
import { answer } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'

const wrong = refusal('login_failed', 'The login name or the password is wrong.')
const overToken = refusal('unauthenticated', 'The refresh token is not valid, or no longer valid. Sign in again.')

/** Loopback is HTTP, so the cookie is Secure only where a proxy says that the client spoke HTTPS. */
const setCookie = (reply: FastifyReply, request: FastifyRequest, value: string, maxAgeSeconds: number): void => {
  void reply.header(
    'set-cookie',
    writeSessionCookie(value, maxAgeSeconds, request.headers['x-forwarded-proto'] === 'https'),
  )
}

/** Signing in and out, and who one is. */
export const signInRoutes = ({ access, env }: Workspace, tokens: Tokens): readonly Route[] => {
  const byName = createThrottle(nameRules)
  const byAddress = createThrottle(addressRules)

  const userOf = async (uid: string): Promise<User> => {
    const found = (await access.listUsers()).find((user) => user.uid === uid)
    if (found === undefined) throw new Error('the signed-in user is not in the table of users')
    return found
  }

  /** Runs a check of a password, slowed down by earlier failures of the same name and address. */
  const throttled = async <T>(
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    check: () => Promise<T | null>,
  ): Promise<Result<T, Refusal>> => {
    const now = env.clock.monoMs()
    const waitMs = Math.max(byName.waitMs(name, now), byAddress.waitMs(request.ip, now))
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000)
      void reply.header('retry-after', seconds)
      return fail(refusal('rate_limited', `Too many failed attempts to sign in; try again in ${seconds} s.`))
    }
    // Counted before it is checked, so that attempts sent at once do not all slip through.
    byName.failed(name, now)
    byAddress.failed(request.ip, now)
    const value = await check()
    if (value === null) return fail(wrong)
    byName.succeeded(name)
    byAddress.succeeded(request.ip)
    return { ok: true, value }
  }

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
      const user = await throttled(body.login_name, request, reply, () =>
        access.checkPassword(body.login_name, body.password),
      )
      if (!user.ok) return user
      const signIn = await access.signIn(user.value.uid, 'refresh')
      return signIn.ok ? await tokensFor(user.value, signIn.value) : signIn
    }),

    route(api.refresh, async ({ body }) => {
      const next = await access.refresh(body.refresh_token)
      if (!next.ok) return next
      const user = next.value === null ? undefined : access.userByUid(next.value.userUid)
      return next.value === null || user === undefined ? fail(overToken) : await tokensFor(user, next.value)
    }),

    route(api.openSession, async ({ body, request, reply }) => {
      const user = await throttled(body.login_name, request, reply, () =>
        access.checkPassword(body.login_name, body.password),
      )
      if (!user.ok) return user
      const signIn = await access.signIn(user.value.uid, 'window')
      if (!signIn.ok) return signIn
      setCookie(reply, request, signIn.value.secret, sessionMs / 1_000)
      return answer({ user: await userOf(user.value.uid) })
    }),

    route(api.logout, async ({ body, caller, request, reply }) => {
      const ended = await access.signOut(caller.userUid, { family: caller.family, refreshToken: body.refresh_token })
      if (!ended.ok) return ended
      if (caller.via === 'session') setCookie(reply, request, '', 0)
      return answer({ signed_out: true as const })
    }),

    route(api.me, async ({ caller }) =>
      answer({ user: await userOf(caller.userUid), role: caller.role, via: caller.via }),
    ),

    route(api.changePassword, async ({ body, caller, request, reply }) => {
      const name = access.userByUid(caller.userUid)?.loginName ?? ''
      // A stolen session must not be a way to guess the password faster than the login allows.
      const changed = await throttled(name, request, reply, async () => {
        const result = await access.changePassword(caller, body, caller.family)
        return !result.ok && result.error.code === 'login_failed' ? null : result
      })
      if (!changed.ok) return changed
      return changed.value.ok ? answer(changed.value.value) : changed.value
    }),
  ]
}
