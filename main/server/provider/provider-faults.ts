import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'

const refused = (what: string, advice: string): Refusal =>
  refusal('provider_refused', `${what} You are not signed in. ${advice}`)

const again = 'Begin signing in again.'
const askAdmin = 'Ask an administrator of this workspace.'

/** Which claim or member of an answer was not as expected, as the library tells it. */
const comparedIn = (error: ClientError): string | null => {
  const { cause } = error
  if (!(cause instanceof Error)) return null
  const told: unknown = cause.cause
  if (typeof told !== 'object' || told === null) return null
  if ('claim' in told && typeof told.claim === 'string') return told.claim
  return 'parameter' in told && typeof told.parameter === 'string' ? told.parameter : null
}

const claimFaults: Readonly<Record<string, Refusal>> = {
  aud: refused(
    'What the sign-in provider says is meant for another program than this one.',
    `The client id in the settings may be wrong. ${askAdmin}`,
  ),
  iss: refused(
    'The answer came from another sign-in provider than the one that was asked: somebody may be mixing them up.',
    `${again} If it happens again, tell an administrator of this workspace.`,
  ),
  nonce: refused('What the sign-in provider says belongs to another attempt.', again),
}

const clocks = refused(
  'What the sign-in provider says is over, or from the future, by the clock of this service.',
  'Check that the clocks of both are right, then begin again.',
)

const ofBody = (error: ResponseBodyError): Refusal =>
  error.error === 'invalid_grant'
    ? refused('The sign-in provider says that the code was used already, or is over.', again)
    : refused(`The sign-in provider did not take the request (${error.error.slice(0, 60)}).`, askAdmin)

const ofAnswer = (error: AuthorizationResponseError): Refusal =>
  error.error === 'access_denied'
    ? refused('The sign-in provider did not let you in, or you cancelled.', again)
    : refused(`The sign-in provider refused to sign you in (${error.error.slice(0, 60)}).`, askAdmin)

const ofLibrary = (error: ClientError): Refusal => {
  if (error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return clocks
  const compared = comparedIn(error)
  const known = compared === null ? undefined : claimFaults[compared]
  if (known !== undefined) return known
  // Of the address that the browser came back with, the library says in words alone which part differs.
  const said = error.cause instanceof Error ? error.cause.message : error.message
  if (said.includes('"iss"')) return claimFaults['iss'] ?? clocks
  if (said.includes('"state"')) return refused('The answer belongs to another attempt to sign in.', again)
  return refused('The sign-in provider did not answer as OpenID Connect asks for.', askAdmin)
}

/**
 * What went wrong between this service and its sign-in provider, in words.
 *
 * @throws what is no fault of either
 */
export const providerFault = (error: unknown): Refusal => {
  if (error instanceof ResponseBodyError) return ofBody(error)
  if (error instanceof AuthorizationResponseError) return ofAnswer(error)
  const isDown =
    (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT') ||
    (error instanceof ClientError && error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') ||
    (error instanceof DOMException && error.name === 'TimeoutError') ||
    (error instanceof TypeError && !(error instanceof ClientError))
  if (isDown)
    return refusal(
      'provider_unavailable',
      'The sign-in provider does not answer. Nothing was changed. Try again later, or sign in with a password if you have one.',
    )
  if (error instanceof ClientError) return ofLibrary(error)
  throw error
}
