import type { FastifyRequest } from 'fastify'
import * as api from '../../../shared/api/access.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { SignInProvider } from '../../../shared/schema/sign-in-provider.ts'
import { newSecret } from '../../storage/access/secrets.ts'
import { sessionMs } from '../../storage/access/sessions.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { Attempts } from '../auth/attempts.ts'
import { setSessionCookie } from '../auth/session-cookie.ts'
import { answer } from '../http/answers.ts'
import { comesFrom } from '../http/comes-from.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'
import { createProviderAttempts } from '../provider/provider-attempts.ts'
import { askProvider, hearProvider } from '../provider/provider-client.ts'
import { ownHubUrl } from '../sync/own-hub-url.ts'

const none = refusal('not_found', 'People do not sign in by a provider here. Sign in with your password.')
const over = refusal(
  'not_found',
  'This attempt to sign in is over, or its answer was used already. You are not signed in by it. Begin signing in again.',
)

/** Where the provider sends the browser back to: the page that it came from. */
const redirectOf = ({ headers }: FastifyRequest): string =>
  `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${headers.host ?? ''}/`

/** L-122: signing in by the OpenID provider of the institution. */
export const providerSignInRoutes = ({ access, db, env }: Workspace, attempts: Attempts): readonly Route[] => {
  const open = createProviderAttempts(() => env.clock.monoMs())

  /** People are added and given roles where the workspace is kept: a laptop that was enrolled has them from its hub. */
  const providerHere = async (): Promise<SignInProvider | undefined> => {
    const hub = await db.selectFrom('hub').select('url').executeTakeFirst()
    return hub === undefined || hub.url === ownHubUrl ? access.policy().sign_in_provider : undefined
  }

  return [
    route(api.readSignInProvider, async () => answer({ name: (await providerHere())?.name ?? null })),

    route(api.beginProviderSignIn, async ({ request }) => {
      const provider = await providerHere()
      if (provider === undefined) return fail(none)
      const sent = await askProvider(provider, { redirect: redirectOf(request), nowMs: env.clock.nowMs() })
      if (!sent.ok) return sent
      const attempt = newSecret(env.random)
      open.keep(attempt, sent.value.asked)
      return answer({ address: sent.value.address, attempt })
    }),

    route(api.openProviderSession, async ({ body, request, reply }) => {
      const asked = open.take(body.attempt)
      const provider = await providerHere()
      if (asked === undefined || provider?.issuer !== asked.provider.issuer) return fail(over)
      const admitted = await attempts.check(`provider ${body.attempt}`, { request, reply }, async () => {
        const heard = await hearProvider(asked, body.answer)
        return heard.ok ? await access.admitByProvider(provider, heard.value) : heard
      })
      if (!admitted.ok) return admitted
      const signIn = await access.signIn(admitted.value, 'window', comesFrom(request), 'provider')
      if (!signIn.ok) return signIn
      setSessionCookie(reply, request, signIn.value.secret, sessionMs / 1_000)
      const user = (await access.listUsers()).find(({ uid }) => uid === admitted.value)
      if (user === undefined) throw new Error('who signed in is not in the table of users')
      return answer({ user })
    }),
  ]
}
