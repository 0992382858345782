import { createHmac } from 'node:crypto'

/** What a challenge of `/healthz` is: 16 to 64 random bytes as base64url. */
export const challengeForm = /^[A-Za-z0-9_-]{22,86}$/u

/**
 * What only the service that wrote `service.json` can answer to a challenge, and nobody after it: HMAC-SHA256 (RFC
 * 2104) under the key in that file, which ends with the service. A port that has become free may be anybody's.
 *
 * @param institutionKey the key in `service.json`
 * @param challenge fresh for each question
 * @returns base64url
 */
export const serviceProof = (institutionKey: string, challenge: string): string =>
  createHmac('sha256', institutionKey).update(`fieldseal service proof\n${challenge}`, 'utf8').digest('base64url')
