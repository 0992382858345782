import { createPublicKey, hash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { SignJWT, errors, jwtVerify } from 'jose'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { role as roleSchema } from '../../../shared/schema/user.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { keyId } from '../../seal/signature.ts'

/** Life of an access token in seconds. */
export const tokenSeconds = 900

const audience = 'fieldseal-v1'
const tokenType = 'at+jwt'
const toleranceSeconds = 5
const maxCached = 10_000

/** How the token came: by signing in, by the folder's key (`fieldseal token`), or for the desktop's window. */
export const tokenOrigins = ['login', 'folder', 'desktop'] as const
export type TokenOrigin = (typeof tokenOrigins)[number]

/** What an access token says. */
export interface TokenClaims {
  readonly userUid: string
  readonly role: Role
  readonly origin: TokenOrigin
  /** The sign-in that it belongs to, or null. */
  readonly family: string | null
  readonly expiresAtMs: number
}

export interface TokenSource {
  readonly privateKey: KeyObject
  readonly workspaceId: string
  readonly clock: { nowMs(): number }
  readonly random: { uuidv7(nowMs: number): string }
}

/**
 * Mints and verifies access tokens (JWT, RFC 9068 in spirit: EdDSA, `iss`, `aud`, `sub`, `role`, `jti`, `iat`, `exp`).
 */
export interface Tokens {
  mint(claims: Omit<TokenClaims, 'expiresAtMs'>): Promise<string>
  /** Claims of a token seen before and still good, without any cryptography; undefined: ask `verify`. */
  known(token: string): TokenClaims | undefined
  verify(token: string): Promise<Result<TokenClaims, Refusal>>
}

const invalid = refusal('unauthenticated', 'The access token is not valid here.')
const expired = refusal('token_expired', 'The access token has expired; refresh it or sign in again.')

const isOrigin = (value: unknown): value is TokenOrigin => (tokenOrigins as readonly unknown[]).includes(value)

/** Makes the token functions of a workspace. Verified tokens are remembered by hash until they expire. */
export const createTokens = (source: TokenSource): Tokens => {
  const publicKey = createPublicKey(source.privateKey)
  const kid = keyId(publicKey.export({ format: 'der', type: 'spki' }))
  const issuer = `urn:fieldseal:${source.workspaceId}`
  const verified = new Map<string, TokenClaims>()

  const remember = (digest: string, claims: TokenClaims): void => {
    if (verified.size >= maxCached) {
      const now = source.clock.nowMs()
      for (const [key, value] of verified) if (value.expiresAtMs <= now) verified.delete(key)
      if (verified.size >= maxCached) verified.clear()
    }
    verified.set(digest, claims)
  }

  return {
    async mint(claims) {
      const now = source.clock.nowMs()
      const seconds = Math.floor(now / 1_000)
      return await new SignJWT({
        role: claims.role,
        via: claims.origin,
        ...(claims.family === null ? {} : { sid: claims.family }),
      })
        .setProtectedHeader({ alg: 'EdDSA', typ: tokenType, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(claims.userUid)
        .setJti(source.random.uuidv7(now))
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + tokenSeconds)
        .sign(source.privateKey)
    },

    known(token) {
      const digest = hash('sha256', token, 'base64url')
      const claims = verified.get(digest)
      if (claims === undefined || claims.expiresAtMs > source.clock.nowMs()) return claims
      verified.delete(digest)
      return undefined
    },

    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: ['EdDSA'],
          typ: tokenType,
          issuer,
          audience,
          clockTolerance: toleranceSeconds,
          currentDate: new Date(source.clock.nowMs()),
          requiredClaims: ['sub', 'role', 'via', 'jti', 'iat', 'exp'],
        })
        const role = roleSchema.safeParse(payload['role'])
        const via = payload['via']
        const sid = payload['sid']
        const { sub, exp, iat } = payload
        if (!role.success || !isOrigin(via) || sub === undefined || exp === undefined || iat === undefined)
          return fail(invalid)
        if (exp - iat > tokenSeconds || iat * 1_000 > source.clock.nowMs() + toleranceSeconds * 1_000)
          return fail(invalid)
        const claims: TokenClaims = {
          userUid: sub,
          role: role.data,
          origin: via,
          family: typeof sid === 'string' ? sid : null,
          expiresAtMs: (exp + toleranceSeconds) * 1_000,
        }
        remember(hash('sha256', token, 'base64url'), claims)
        return ok(claims)
      } catch (error) {
        if (error instanceof errors.JWTExpired) return fail(expired)
        if (error instanceof errors.JOSEError || error instanceof TypeError) return fail(invalid)
        throw error
      }
    },
  }
}
