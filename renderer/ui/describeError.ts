import type { TFunction } from 'i18next'
import type { ErrorCode } from '../../shared/api/errors.ts'
import { detailText, refusalText } from '../../shared/text/detail-text.ts'
import { errorText } from '../../shared/text/error-text.ts'
import { AnswerError, ApiError, NetworkError } from '../data/errors.ts'

export type ErrorDescription = {
  readonly what: string
  readonly safe: string
  readonly advice: string
  readonly requestId: string | null
  readonly details: readonly string[]
}

type Kind =
  | 'signed_out'
  | 'forbidden'
  | 'four_eyes'
  | 'not_found'
  | 'conflict'
  | 'outcome_unknown'
  | 'invalid'
  | 'rate_limited'
  | 'storage_full'
  | 'internal'
  | 'unavailable'
  | 'login_failed'
  | 'second_factor'
  | 'window_locked'
  | 'provider'
  | 'second_factor_first'
  | 'legal_hold'
  | 'damaged'
  | 'hash_mismatch'
  | 'sync'
  | 'hub_unreachable'
  | 'elsewhere'
  | 'erased'
  | 'file'

const kinds: Record<ErrorCode, Kind> = {
  malformed_json: 'invalid',
  invalid_request: 'invalid',
  unauthenticated: 'signed_out',
  token_expired: 'signed_out',
  login_failed: 'login_failed',
  second_factor_required: 'second_factor',
  second_factor_wrong: 'second_factor',
  provider_refused: 'provider',
  provider_unavailable: 'provider',
  institution_key_invalid: 'forbidden',
  forbidden: 'forbidden',
  four_eyes_required: 'four_eyes',
  second_factor_setup_required: 'second_factor_first',
  origin_refused: 'forbidden',
  workspace_mismatch: 'forbidden',
  not_found: 'not_found',
  method_not_allowed: 'invalid',
  transition_forbidden: 'conflict',
  relation_forbidden: 'conflict',
  task_forbidden: 'conflict',
  access_forbidden: 'conflict',
  tasks_open: 'conflict',
  stale_revision: 'conflict',
  legal_hold: 'legal_hold',
  transaction_conflict: 'conflict',
  work_held: 'conflict',
  alerts_held_back: 'conflict',
  already_done: 'conflict',
  in_progress: 'conflict',
  outcome_unknown: 'outcome_unknown',
  case_numbers_exhausted: 'conflict',
  payload_too_large: 'invalid',
  unsupported_media_type: 'invalid',
  unknown_reference: 'invalid',
  time_ahead: 'invalid',
  hash_mismatch: 'hash_mismatch',
  evidence_damaged: 'damaged',
  evidence_erased: 'erased',
  evidence_elsewhere: 'elsewhere',
  window_locked: 'window_locked',
  device_locked: 'sync',
  unsupported_protocol: 'invalid',
  offset_mismatch: 'conflict',
  not_joined: 'sync',
  not_a_hub: 'sync',
  not_a_device: 'sync',
  hub_unreachable: 'hub_unreachable',
  enrolment_refused: 'sync',
  sync_halted: 'sync',
  file_refused: 'file',
  entries_waiting: 'sync',
  evidence_waits: 'sync',
  quoted_in_reports: 'invalid',
  idempotency_key_reused: 'conflict',
  rate_limited: 'rate_limited',
  internal: 'internal',
  storage_full: 'storage_full',
  development_build: 'unavailable',
  unavailable: 'unavailable',
}

/** Puts any error into three sentences for a person: what happened, what is safe, what to do. */
export const describeError = (error: unknown, t: TFunction): ErrorDescription => {
  if (error instanceof ApiError) {
    const kind = kinds[error.code]
    const values = { message: refusalText(error.message, error.details), seconds: error.retryAfter ?? 10 }
    return {
      what: t(`errors.${kind}.what`, values),
      safe: t(`errors.${kind}.safe`),
      advice: t(`errors.${kind}.advice`, values),
      requestId: error.requestId,
      details: kind === 'file' ? [] : error.details.map(detailText),
    }
  }
  if (error instanceof NetworkError) {
    return {
      what: t('errors.network.what'),
      safe: t('errors.network.safe'),
      advice: t('errors.network.advice'),
      requestId: null,
      details: [],
    }
  }
  if (error instanceof AnswerError) {
    return {
      what: t('errors.answer.what'),
      safe: t('errors.answer.safe'),
      advice: t('errors.answer.advice'),
      requestId: null,
      details: [],
    }
  }
  return {
    what: t('errors.bug.what', { message: errorText(error) }),
    safe: t('errors.bug.safe'),
    advice: t('errors.bug.advice'),
    requestId: null,
    details: [],
  }
}
