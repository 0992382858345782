import { z } from 'zod'
import { timestamp } from '../schema/text.ts'
import { secondFactorCode } from './access.ts'
import { defineOperation, envelope } from './operation.ts'

const signingIn = 'Signing in'
const presentPassword = z.string().min(1).max(200)
const proof = z.strictObject({ password: presentPassword, code: secondFactorCode })

/** Shown this once: they are kept as hashes. */
const recoveryCodes = envelope(
  z.object({ recovery_codes: z.array(z.string()).describe('Ten, each good once; answered only now.') }),
)

export const readSecondFactor = defineOperation({
  id: 'readSecondFactor',
  method: 'GET',
  path: '/v1/me/second-factor',
  tag: signingIn,
  summary: 'Read own second factor',
  description:
    'Whether signing in at this service takes a code beside the password, and how many recovery codes are left.',
  access: 'signed_in',
  withoutFactor: true,
  answer: envelope(
    z.object({
      since: timestamp.nullable().describe('Since when; null: you have none.'),
      recovery_codes_left: z.int(),
    }),
  ),
})

export const beginSecondFactor = defineOperation({
  id: 'beginSecondFactor',
  method: 'POST',
  path: '/v1/me/second-factor',
  retry: 'anew',
  tag: signingIn,
  summary: 'Begin a second factor',
  description:
    'Makes a key for an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds), in the place of one that was not confirmed. It is asked for nowhere until a code of it has confirmed it.',
  access: 'signed_in',
  withoutFactor: true,
  body: z.strictObject({ password: presentPassword }),
  answer: envelope(z.object({ key: z.string().describe('In base32, as apps take it.'), uri: z.string() })),
  refusals: ['login_failed', 'already_done'],
})

export const confirmSecondFactor = defineOperation({
  id: 'confirmSecondFactor',
  method: 'POST',
  path: '/v1/me/second-factor/confirmation',
  retry: 'anew',
  tag: signingIn,
  summary: 'Confirm a second factor',
  description:
    'A first code shows that the app has the key: from now on signing in at this service takes a code. Answers ten recovery codes, once; your other sign-ins end.',
  access: 'signed_in',
  withoutFactor: true,
  body: z.strictObject({ code: secondFactorCode }),
  answer: recoveryCodes,
  refusals: ['second_factor_wrong', 'not_found', 'already_done'],
})

export const renewRecoveryCodes = defineOperation({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/v1/me/second-factor/recovery-codes',
  retry: 'anew',
  tag: signingIn,
  summary: 'Make new recovery codes',
  description: 'Ten, in the place of all earlier ones; answered once.',
  access: 'signed_in',
  body: proof,
  answer: recoveryCodes,
  refusals: ['login_failed', 'second_factor_wrong', 'not_found'],
})

export const removeSecondFactor = defineOperation({
  id: 'removeSecondFactor',
  method: 'POST',
  path: '/v1/me/second-factor/removal',
  retry: 'again',
  tag: signingIn,
  summary: 'Remove own second factor',
  description:
    'Signing in takes the password alone again. Whoever has lost app and recovery codes asks an administrator.',
  access: 'signed_in',
  body: proof,
  answer: envelope(z.object({ removed: z.literal(true) })),
  refusals: ['login_failed', 'second_factor_wrong', 'not_found'],
})
