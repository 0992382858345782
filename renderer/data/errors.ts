import type { ErrorCode, ErrorDetail } from '../../shared/api/errors.ts'

/** A refusal by the service: the code of the catalogue, its sentence, and the request that the log knows. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: readonly ErrorDetail[]
  readonly requestId: string
  /** Seconds that the service asks to wait, or null. */
  readonly retryAfter: number | null

  constructor(given: {
    code: ErrorCode
    message: string
    status: number
    details: readonly ErrorDetail[]
    requestId: string
    retryAfter: number | null
  }) {
    super(given.message)
    this.name = 'ApiError'
    this.code = given.code
    this.status = given.status
    this.details = given.details
    this.requestId = given.requestId
    this.retryAfter = given.retryAfter
  }
}

/** The service could not be reached, or the connection broke: whether a write arrived is unknown. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The service cannot be reached.', { cause })
    this.name = 'NetworkError'
  }
}

/** Something answered, but not in the interface's shape: another program, or another version. */
export class AnswerError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The answer (HTTP ${status}) is not one of this service.`)
    this.name = 'AnswerError'
    this.status = status
  }
}

/** Whether the service refused with this code. */
export const isRefusal = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code

/** Whether the refusal says that the credential is no longer good. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'unauthenticated' || error.code === 'token_expired')
