import { z } from 'zod'

/**
 * Every code that a refusal can carry, its HTTP status, and what it means. The one list: server, OpenAPI and window
 * read it.
 */
export const errorCatalogue = {
  malformed_json: { status: 400, meaning: 'The body is not valid JSON in UTF-8.' },
  invalid_request: {
    status: 400,
    meaning: 'A field is missing, unknown, of the wrong type or outside its limits; `details` lists each.',
  },
  unauthenticated: { status: 401, meaning: 'No credential, or one that is malformed, unknown or revoked.' },
  token_expired: { status: 401, meaning: 'The access token has expired; refresh it or sign in again.' },
  login_failed: { status: 401, meaning: 'The login name or the password is wrong.' },
  second_factor_required: {
    status: 401,
    meaning: 'The password is right, and a code of the second factor is asked for, too; send it as `code`.',
  },
  second_factor_wrong: {
    status: 401,
    meaning: 'The code of the second factor is wrong, over, or was used already. Wait for the next one.',
  },
  provider_refused: {
    status: 401,
    meaning:
      'The sign-in provider did not let the person in, or what it said is not good here; the message says why and what to do. Nobody is signed in by it.',
  },
  institution_key_invalid: {
    status: 401,
    meaning: 'The header X-API-Key is missing or is not a key of this institution.',
  },
  forbidden: { status: 403, meaning: 'The credential is valid, but its role or scope does not permit this operation.' },
  four_eyes_required: { status: 403, meaning: 'Policy asks for a second person to make this move.' },
  second_factor_setup_required: {
    status: 403,
    meaning:
      'Policy asks for a second factor in this role, and you have none. Set one up (`POST /v1/me/second-factor`); until then nothing else is answered.',
  },
  origin_refused: {
    status: 403,
    meaning: 'The request came from another web origin or was sent to another host name.',
  },
  workspace_mismatch: { status: 403, meaning: 'The workspace_id is not the credential’s.' },
  not_found: { status: 404, meaning: 'No such address, or nothing with that identifier.' },
  method_not_allowed: { status: 405, meaning: 'The address exists, but not with this method; see the Allow header.' },
  transition_forbidden: { status: 409, meaning: 'The configured workflow does not permit this change of state.' },
  relation_forbidden: {
    status: 409,
    meaning: 'The two cases cannot be related so; the message says which rule forbids it.',
  },
  task_forbidden: {
    status: 409,
    meaning: 'The task cannot be added or changed so; the message says which rule forbids it. Nothing was sealed.',
  },
  access_forbidden: {
    status: 409,
    meaning: 'Who may know a case cannot be set so; the message says why. Nothing was sealed.',
  },
  tasks_open: {
    status: 409,
    meaning:
      'Policy asks for the required tasks of the case first, and some are open. Nothing was changed; do them, or ask again with `leave_tasks` where policy lets a supervisor pass.',
  },
  stale_revision: {
    status: 409,
    meaning: 'The case, the alert or what else is changed has changed since the revision that the request names.',
  },
  legal_hold: { status: 409, meaning: 'A legal hold protects this case; nothing of it can be erased.' },
  work_held: {
    status: 409,
    meaning:
      'The user still has cases or alerts that somebody in the new role may not work. Nothing was changed; `details` names them.',
  },
  alerts_held_back: {
    status: 409,
    meaning:
      'Open alerts of the case cannot get the disposition that goes with its outcome; `details` names them and why. Nothing was changed; settle them first, or ask again with `leave_blocked`.',
  },
  already_done: { status: 409, meaning: 'The case is already in the state that the request asks for.' },
  in_progress: { status: 409, meaning: 'A request with the same Idempotency-Key is still being worked on.' },
  outcome_unknown: {
    status: 409,
    meaning:
      'The service ended while it worked on the first request with this Idempotency-Key; whether it took effect is not known. It was not done again.',
  },
  transaction_conflict: {
    status: 409,
    meaning:
      'The transaction id is taken by an activity with other content. Nothing was changed; `details` names the fields that differ.',
  },
  case_numbers_exhausted: { status: 409, meaning: 'This device has no case number left for that day.' },
  payload_too_large: { status: 413, meaning: 'The body is larger than the operation accepts.' },
  unsupported_media_type: { status: 415, meaning: 'The body has a content type that the operation does not accept.' },
  unknown_reference: {
    status: 422,
    meaning: 'The request names a user, entry or value that does not exist or cannot take that part.',
  },
  time_ahead: {
    status: 422,
    meaning:
      'An activity is more than a day ahead of the service’s clock: no window would hold it until then. Nothing was imported; `details` names it.',
  },
  hash_mismatch: {
    status: 422,
    meaning: 'The received bytes do not have the stated hash. None of them was kept.',
  },
  evidence_damaged: {
    status: 409,
    meaning:
      'The stored bytes of this evidence are missing or are not those that were sealed. Verify the case; nothing was released.',
  },
  evidence_erased: {
    status: 410,
    meaning:
      'The bytes of this evidence were erased by order; its digest, facts and custody stay. Nothing was opened, taken in or sealed.',
  },
  evidence_elsewhere: {
    status: 409,
    meaning: 'The bytes of this evidence are not on this device; fetch them from the hub first. Nothing was sealed.',
  },
  unsupported_protocol: {
    status: 412,
    meaning: 'The upload speaks another protocol than tus 1.0.0; send `Tus-Resumable: 1.0.0`.',
  },
  offset_mismatch: {
    status: 409,
    meaning: 'The upload stands at another offset; ask for it with HEAD and go on from there.',
  },
  not_joined: { status: 409, meaning: 'This device has no hub; connect it to one first.' },
  not_a_hub: { status: 409, meaning: 'This service is no hub, or is asked for what only a hub has.' },
  not_a_device: {
    status: 409,
    meaning: 'This is the folder that a hub stands on, and it is asked for what only a device of a hub has.',
  },
  hub_unreachable: { status: 409, meaning: 'The hub did not answer. Work goes on; the device tries again by itself.' },
  enrolment_refused: {
    status: 409,
    meaning:
      'The hub did not take the enrolment: its code is wrong, used or over, or the hub is not the one that the code names.',
  },
  window_locked: {
    status: 423,
    meaning:
      'The window was not used for as long as policy allows, or was locked by hand. Nothing was done and nothing is lost; send the password to `POST /v1/auth/unlock`, or sign in anew.',
  },
  device_locked: {
    status: 423,
    meaning:
      'This device has not reached its hub for as long as policy allows. Nothing was done and nothing is lost; sync is open, and opens the rest at the next contact.',
  },
  sync_halted: { status: 409, meaning: 'Sync waits for a person; the message says for what.' },
  file_refused: {
    status: 422,
    meaning:
      'The file that was carried here cannot be taken in, or not be written there; the message says why, and `details` in one word.',
  },
  entries_waiting: { status: 409, meaning: 'Entries of the case have not reached the hub yet; nothing was removed.' },
  evidence_waits: {
    status: 409,
    meaning:
      'Evidence exists only on devices that would give its case up: the hub has not received it. Nothing was done; let them sync, or ask again with `force`.',
  },
  quoted_in_reports: {
    status: 409,
    meaning:
      'Reports of the case quote values that are to be left out of its bundle; `details` names them. Nothing was sealed or made; ask again and say whether they are left out too.',
  },
  idempotency_key_reused: { status: 422, meaning: 'The Idempotency-Key was used before with another request.' },
  rate_limited: { status: 429, meaning: 'Too many requests; wait as Retry-After says.' },
  internal: {
    status: 500,
    meaning: 'The service failed. Nothing of the request was kept; the log holds the request_id.',
  },
  storage_full: {
    status: 507,
    meaning: 'The disk is full. Nothing of the request was kept; free space and try again.',
  },
  development_build: {
    status: 503,
    meaning:
      'The data folder, or the store of the hub, was made by a development build before 0.1, which no release reads. What it holds was not changed.',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'The sign-in provider did not answer as one. Try again, or sign in with a password.',
  },
  unavailable: { status: 503, meaning: 'The service is starting or stopping; try again as Retry-After says.' },
} as const

export type ErrorCode = keyof typeof errorCatalogue
export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]

export const errorDetail = z.object({
  path: z.string().describe('Where in the request, for example `body.title` or `query.size`.'),
  message: z.string(),
})
export type ErrorDetail = z.infer<typeof errorDetail>

/** The body of every refusal. */
export const errorBody = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    details: z.array(errorDetail).optional(),
    request_id: z.string(),
  }),
})
export type ErrorBody = z.infer<typeof errorBody>

/** A refusal on its way to becoming an `ErrorBody`. */
export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly details?: readonly ErrorDetail[]
}

/** Makes a refusal. */
export const refusal = (code: ErrorCode, message: string, details?: readonly ErrorDetail[]): Refusal => ({
  code,
  message,
  ...(details === undefined ? {} : { details }),
})

/**
 * The refusal of one field: its message says what is wrong with it, as a person and as a program reads it. @param
 * message goes on from the path, without a full stop
 */
export const fieldRefused = (path: string, message: string): Refusal =>
  refusal('invalid_request', `${path} ${message}.`, [{ path, message }])
