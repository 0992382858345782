import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '../../../shared/api/errors.ts'
import type { ErrorCode, Refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { addressRules, createThrottle, nameRules } from '../../domain/access/login-throttle.ts'

/** What somebody who guesses gets to hear. */
const guesses: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['login_failed', 'second_factor_wrong', 'provider_refused'])

/** Checks of passwords and codes, slowed down by earlier failures of the same name and address. */
export interface Attempts {
  check<T>(
    name: string,
    at: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    check: () => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>>
}

/** Makes the checks of a service. */
export const createSignInAttempts = (clock: { monoMs(): number }): Attempts => {
  const byName = createThrottle(nameRules)
  const byAddress = createThrottle(addressRules)
  return {
    async check(name, { request, reply }, check) {
      const now = clock.monoMs()
      const waitMs = Math.max(byName.waitMs(name, now), byAddress.waitMs(request.ip, now))
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1_000)
        void reply.header('retry-after', seconds)
        return fail(refusal('rate_limited', `Too many failed attempts to sign in; try again in ${seconds} s.`))
      }
      // Counted before it is checked, so that attempts sent at once do not all slip through.
      byName.failed(name, now)
      byAddress.failed(request.ip, now)
      const checked = await check()
      if (checked.ok) {
        byName.succeeded(name)
        byAddress.succeeded(request.ip)
      } else if (!guesses.has(checked.error.code)) {
        // Not one to be counted, and no reason to forget those before: whoever knows the password could else begin
        // anew with the codes by asking without one.
        byName.spared(name)
        byAddress.spared(request.ip)
      }
      return checked
    },
  }
}
