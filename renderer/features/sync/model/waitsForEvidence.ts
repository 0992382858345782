import { ApiError } from '../../../data/errors.ts'

/** Whether the hub asks again because it has not received evidence that devices concerned have. */
export const waitsForEvidence = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'evidence_waits'
