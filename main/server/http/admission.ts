import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Access } from '../../../shared/api/operation.ts'
import { lockedRefusal } from '../../domain/access/contact-lock.ts'
import type { ContactLock } from '../../domain/access/contact-lock.ts'
import { roleMay } from '../../domain/access/rules.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import type { Caller } from './call.ts'
import type { RateLimits } from '../running-service.ts'
import { createRateLimiter } from './rate-limit.ts'
import { RefusalError } from './refusals.ts'
import type { createOriginGuard } from './origin-guard.ts'

export interface AdmissionOptions {
  readonly limits: RateLimits
  readonly originGuard: ReturnType<typeof createOriginGuard>
  readonly authenticate: Authenticate
  readonly monoMs: () => number
  readonly isStopping: () => boolean
  /** Whether a window is locked because nobody used it (L-120). */
  readonly isIdle: (caller: Caller) => boolean
  /** Whether somebody has to set a second factor up before anything else (L-121). */
  readonly lacksFactor: (caller: Caller) => boolean
  /** How the device stands with the days that it may go without its hub (Y-102); null: with none. */
  readonly lock: () => ContactLock | null
}

/** Who is admitted besides the role, and in which state. */
export interface AlsoAdmitted {
  /** Whoever sits at the computer of the folder, whatever their role. */
  readonly atComputer?: boolean
  /** A window that is locked because nobody used it. */
  readonly whileIdle?: boolean
  /** Somebody who still has to set a second factor up. */
  readonly withoutFactor?: boolean
}

/** What every request passes before its body is read: running, right host and origin, credential, role, rate. */
export interface Admission {
  /** Checks that need no credential; `navigable` addresses may be reached by a link from another site. */
  outer(request: FastifyRequest, reply: FastifyReply, navigable: boolean): void
  /** The same for files without secrets that a page of an opaque origin loads: its `Origin` is `null`. */
  outerOpaque(request: FastifyRequest, reply: FastifyReply): void
  /** Host and origin alone, for what is answered while the service stops, too. */
  addressed(request: FastifyRequest): void
  /** Takes one request from the bucket of an address without credentials. */
  perAddress(request: FastifyRequest, reply: FastifyReply): void
  /** Takes one request from the bucket of a credential. */
  perCredential(key: string, reply: FastifyReply): void
  /** Finds the caller of a /v1 operation, and checks that their window is not locked, and the role. */
  signedIn(request: FastifyRequest, reply: FastifyReply, access: Access, more?: AlsoAdmitted): Promise<void>
  /** Refuses what is not answered while the device is locked. */
  unlocked(): void
}

const stopping = refusal('unavailable', 'The service is stopping; try again in a moment.')

const idle = refusal(
  'window_locked',
  'This window is locked, for it was not used for a while. Nothing was done and nothing is lost. Unlock it with your password.',
)

const factorFirst = refusal(
  'second_factor_setup_required',
  'Your workspace asks for a second factor in your role, and you have none. Nothing was done. Set one up; then everything else is answered.',
)

/** Makes the admission checks. Each throws a RefusalError. */
export const createAdmission = (options: AdmissionOptions): Admission => {
  const { perCredential, perAddress, windowSeconds } = options.limits
  const credentials = createRateLimiter(perCredential, windowSeconds * 1_000)
  const addresses = createRateLimiter(perAddress, windowSeconds * 1_000)
  const credentialPolicy = `"credential";q=${perCredential};w=${windowSeconds}`
  const addressPolicy = `"address";q=${perAddress};w=${windowSeconds}`

  const take = (limiter: typeof credentials, key: string, name: string, policy: string, reply: FastifyReply): void => {
    const verdict = limiter.take(key, options.monoMs())
    if (verdict === null) return
    reply.headers({
      'ratelimit-policy': policy,
      ratelimit: `"${name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
      'ratelimit-limit': verdict.limit,
      'ratelimit-remaining': verdict.remaining,
      'ratelimit-reset': verdict.resetSeconds,
    })
    if (verdict.allowed) return
    void reply.header('retry-after', verdict.resetSeconds)
    throw new RefusalError(refusal('rate_limited', `Too many requests; try again in ${verdict.resetSeconds} s.`))
  }

  const addressed = (headers: IncomingHttpHeaders, navigable: boolean): void => {
    const refused = options.originGuard(headers, navigable)
    if (refused !== null) throw new RefusalError(refused)
  }

  const outer = (headers: IncomingHttpHeaders, reply: FastifyReply, navigable: boolean): void => {
    if (options.isStopping()) {
      void reply.headers({ 'retry-after': 2, connection: 'close' })
      throw new RefusalError(stopping)
    }
    addressed(headers, navigable)
  }

  const admission: Admission = {
    outer: (request, reply, navigable) => outer(request.headers, reply, navigable),
    outerOpaque({ headers }, reply) {
      const { origin, ...others } = headers
      outer(origin === 'null' ? others : headers, reply, true)
    },

    addressed: ({ headers }) => addressed(headers, true),
    perAddress: (request, reply) => take(addresses, request.ip, 'address', addressPolicy, reply),
    perCredential: (key, reply) => take(credentials, key, 'credential', credentialPolicy, reply),

    async signedIn(request, reply, access, { atComputer = false, whileIdle = false, withoutFactor = false } = {}) {
      const answer = options.authenticate(request)
      const found = answer instanceof Promise ? await answer : answer
      if (!found.ok) {
        admission.perAddress(request, reply)
        throw new RefusalError(challenged(found.error, reply))
      }
      admission.perCredential(found.value.userUid, reply)
      if (options.isIdle(found.value) && !whileIdle) throw new RefusalError(idle)
      if (options.lacksFactor(found.value) && !withoutFactor) throw new RefusalError(factorFirst)
      // Who was refused is known to what follows, too.
      request.caller = found.value
      if (!roleMay(found.value.role, access) && !(atComputer && found.value.isLocal))
        throw new RefusalError(refusal('forbidden', `The role ${found.value.role} may not do this.`))
    },

    unlocked() {
      const lock = options.lock()
      if (lock?.locked === true) throw new RefusalError(lockedRefusal(lock))
    },
  }
  return admission
}

/** RFC 9110 section 11.6.1: a 401 names the scheme that would be accepted. */
export const challenged = (refused: Refusal, reply: FastifyReply): Refusal => {
  if (refused.code === 'token_expired')
    void reply.header(
      'www-authenticate',
      'Bearer realm="fieldseal", error="invalid_token", error_description="expired"',
    )
  else if (refused.code === 'unauthenticated' || refused.code === 'institution_key_invalid')
    void reply.header('www-authenticate', 'Bearer realm="fieldseal"')
  return refused
}
