import * as api from '../../../shared/api/second-factor.ts'
import { ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { Attempts } from '../auth/attempts.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'

/** What an authenticator app takes as text or as a picture (the key URI format of Google Authenticator). */
const keyUri = (institution: string, loginName: string, key: string): string => {
  const issuer = `Fieldseal ${institution}`
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(loginName)}`
  return `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
}

/** The own second factor: setting it up, recovery codes, and removing it. */
export const secondFactorRoutes = ({ access, facts }: Workspace, attempts: Attempts): readonly Route[] => {
  const nameOf = ({ userUid }: Caller): string => access.userByUid(userUid)?.loginName ?? ''
  // A stolen session must not be a way to guess password or code faster than the login allows.
  return [
    route(api.readSecondFactor, async ({ caller }) => {
      const { sinceMs, recoveryCodesLeft } = await access.secondFactorOf(caller.userUid)
      return answer({ since: sinceMs === null ? null : toTimestamp(sinceMs), recovery_codes_left: recoveryCodesLeft })
    }),
    route(api.beginSecondFactor, async (call) => {
      const { caller, body } = call
      const begun = await attempts.check(nameOf(caller), call, () => access.beginSecondFactor(caller, body.password))
      if (!begun.ok) return begun
      const { key } = begun.value
      return ok({ success: true as const, data: { key, uri: keyUri(facts.institution, nameOf(caller), key) } })
    }),
    route(api.confirmSecondFactor, async (call) =>
      enveloped(
        await attempts.check(nameOf(call.caller), call, () =>
          access.confirmSecondFactor(call.caller, call.body.code, call.caller.family),
        ),
      ),
    ),
    route(api.renewRecoveryCodes, async (call) =>
      enveloped(
        await attempts.check(nameOf(call.caller), call, () => access.renewRecoveryCodes(call.caller, call.body)),
      ),
    ),
    route(api.removeSecondFactor, async (call) =>
      enveloped(
        await attempts.check(nameOf(call.caller), call, () => access.removeSecondFactor(call.caller, call.body)),
      ),
    ),
  ]
}
