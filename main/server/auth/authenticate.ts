import type { FastifyRequest } from 'fastify'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { isWithin } from '../../../shared/schema/user.ts'
import type { AccessStore } from '../../storage/access/access-store.ts'
import { secretHash } from '../../storage/access/secrets.ts'
import type { Caller } from '../http/call.ts'
import { comesFrom } from '../http/comes-from.ts'
import { isSameOrigin } from '../http/origin-guard.ts'
import { readSessionCookie } from './session-cookie.ts'
import type { TokenClaims, Tokens } from './tokens.ts'

/** Says who sends a /v1 request; a promise only where something must be looked up. */
export type Authenticate = (request: FastifyRequest) => Result<Caller, Refusal> | Promise<Result<Caller, Refusal>>

const noCredential = fail(
  refusal(
    'unauthenticated',
    'Send an access token as `Authorization: Bearer <ACCESS_TOKEN>` and the institution key as `X-API-Key`.',
  ),
)
const notBearer = fail(refusal('unauthenticated', 'The Authorization header must be `Bearer <ACCESS_TOKEN>`.'))
const apiKeyGiven = fail(refusal('unauthenticated', 'This is an API key, which /v4 takes; /v1 takes an access token.'))
const userGone = fail(refusal('unauthenticated', 'The user of this credential is not active.'))
const ended = fail(refusal('unauthenticated', 'The session of this credential has ended; sign in again.'))
const roleChanged = fail(
  refusal('token_expired', 'The role of the user has changed since this token was made; refresh it or sign in again.'),
)
const keyInvalid = fail(
  refusal('institution_key_invalid', 'The header X-API-Key is missing or is not a key of this institution.'),
)
const windowOnly = fail(
  refusal(
    'origin_refused',
    'A write with a session cookie must carry `X-Fieldseal-Window: 1` and come from this service’s own page.',
  ),
)

const bearerPattern = /^Bearer +([A-Za-z0-9._~+/=-]{1,4096})$/i

/** The credential of an Authorization header: its text, or null where the header has another form. */
export const bearerOf = (header: string): string | null => bearerPattern.exec(header)?.[1] ?? null

export interface AuthenticateOptions {
  readonly access: AccessStore
  readonly tokens: Tokens
  /** SHA-256 of the institution key that only the desktop's supervisor holds. */
  readonly desktopKeyHash: string
}

/** Makes the check of the credentials of /v1: access token with institution key, or the window's session cookie. */
export const createAuthenticate = ({ access, tokens, desktopKeyHash }: AuthenticateOptions): Authenticate => {
  const callerOf = (claims: TokenClaims, isLocal: boolean): Result<Caller, Refusal> => {
    const user = access.userByUid(claims.userUid)
    if (user?.active !== true) return userGone
    if (claims.family !== null && access.hasEnded(claims.family)) return ended
    // A token by the folder's key may carry a role below the user's; one by sign-in carries the user's own and ends
    // with it.
    if (claims.origin === 'folder' ? !isWithin(claims.role, user.role) : claims.role !== user.role) return roleChanged
    return ok({
      userId: user.id,
      userUid: user.uid,
      role: claims.role,
      via: claims.origin === 'desktop' ? 'desktop' : 'token',
      isLocal,
      family: claims.family,
      byProvider: false,
    })
  }

  const byToken = async (token: string, isLocal: boolean): Promise<Result<Caller, Refusal>> => {
    const verified = await tokens.verify(token)
    if (!verified.ok) return verified
    const { family } = verified.value
    if (family !== null && !(await access.familyIsAlive(family))) return ended
    return callerOf(verified.value, isLocal)
  }

  const bySession = async (secret: string, request: FastifyRequest): Promise<Result<Caller, Refusal>> => {
    const session = await access.windowSession(secret)
    if (session === null) return ended
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const { origin, host } = request.headers
      if (request.headers['x-fieldseal-window'] !== '1' || origin === undefined || !isSameOrigin(origin, host))
        return windowOnly
    }
    const user = access.userByUid(session.userUid)
    if (user?.active !== true) return userGone
    return ok({
      userId: user.id,
      userUid: user.uid,
      role: user.role,
      via: 'session',
      isLocal: false,
      family: session.family,
      byProvider: session.how === 'provider',
    })
  }

  const institutionKey = (presented: string | string[] | undefined): 'none' | 'known' | 'local' => {
    if (typeof presented !== 'string' || presented.length > 200) return 'none'
    const key = access.findKey(presented, 'institution')
    if (key === null) return secretHash(presented) === desktopKeyHash ? 'local' : 'none'
    access.keyWasUsed(key.id)
    return 'known'
  }

  /** Notes the use of the sign-in that a credential belongs to. */
  const noted = (found: Result<Caller, Refusal>, request: FastifyRequest): Result<Caller, Refusal> => {
    if (found.ok && found.value.family !== null) access.signInWasUsed(found.value.family, comesFrom(request))
    return found
  }

  const find: Authenticate = (request) => {
    const header = request.headers.authorization
    if (header === undefined) {
      const secret = request.headers.cookie === undefined ? null : readSessionCookie(request.headers.cookie)
      return secret === null ? noCredential : bySession(secret, request)
    }
    const token = bearerOf(header)
    if (token === null) return notBearer
    if (token.startsWith('fsk_') || token.startsWith('fsi_')) return apiKeyGiven
    const key = institutionKey(request.headers['x-api-key'])
    if (key === 'none') return keyInvalid
    const claims = tokens.known(token)
    return claims === undefined ? byToken(token, key === 'local') : callerOf(claims, key === 'local')
  }

  return (request) => {
    const found = find(request)
    return found instanceof Promise ? found.then((caller) => noted(caller, request)) : noted(found, request)
  }
}
