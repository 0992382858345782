import { errorCatalogue, refusal } from '../../../shared/api/errors.ts'
import type { ErrorBody, ErrorCode, Refusal } from '../../../shared/api/errors.ts'
import { codeOf } from '../../platform/system-error.ts'
import { damageOf } from '../../storage/sqlite/damage.ts'
import { HubStoreFault } from '../../sync/hub/store-fault.ts'

/** A refusal on its way out of a parser or hook to the error handler; handlers return theirs as results. */
export class RefusalError extends Error {
  readonly refusal: Refusal

  constructor(given: Refusal) {
    super(given.message)
    this.refusal = given
  }
}

/** The HTTP status of a code. */
export const httpStatus = (code: ErrorCode): number => errorCatalogue[code].status

/** The JSON body of a refusal. */
export const refusalBody = (given: Refusal, requestId: string): ErrorBody => ({
  success: false,
  error: {
    code: given.code,
    message: given.message,
    ...(given.details === undefined ? {} : { details: [...given.details] }),
    request_id: requestId,
  },
})

const frameworkRefusals: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: refusal('payload_too_large', 'The body is larger than this operation accepts.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refusal(
    'unsupported_media_type',
    'The content type is not accepted here; send application/json.',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refusal('invalid_request', 'The body is not as long as Content-Length says.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: refusal('malformed_json', 'The body is empty; send a JSON object.'),
  FST_ERR_BAD_URL: refusal('invalid_request', 'The address has malformed percent-encoding.'),
  FST_ERR_MAX_PARAM_LENGTH: refusal('not_found', 'There is nothing at this address.'),
  ERR_STREAM_PREMATURE_CLOSE: refusal('invalid_request', 'The request ended before its body was complete.'),
  ECONNRESET: refusal('invalid_request', 'The request ended before its body was complete.'),
  SQLITE_FULL: refusal('storage_full', 'The disk is full. Nothing of the request was kept; free space and try again.'),
  ENOSPC: refusal('storage_full', 'The disk is full. Nothing of the request was kept; free space and try again.'),
}

const damagedDatabase = refusal(
  'internal',
  'The database file is damaged, and this request met the damage. Nothing of the request was kept. Stop the service, keep a copy of the data folder, run `fieldseal doctor`, and restore a backup.',
)

/** The refusal that an error stands for, or null for a bug (which is a 500). */
export const refusalOfError = (error: unknown): Refusal | null => {
  if (error instanceof RefusalError || error instanceof HubStoreFault) return error.refusal
  if (damageOf(error) !== null) return damagedDatabase
  const code = codeOf(error)
  return Object.hasOwn(frameworkRefusals, code) ? (frameworkRefusals[code] ?? null) : null
}
