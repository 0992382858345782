import type { RateLimits } from './running-service.ts'

/**
 * High enough for a bulk client on loopback (10,000 a second without end), low enough to keep one runaway client from
 * starving the window.
 */
export const defaultLimits: RateLimits = { perCredential: 100_000, perAddress: 10_000, windowSeconds: 10 }

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined

/**
 * The limits in force: what is given, else what the environment says (`FIELDSEAL_RATE_PER_CREDENTIAL`,
 * `FIELDSEAL_RATE_PER_ADDRESS`, `FIELDSEAL_RATE_WINDOW_SECONDS`; 0 switches a limit off), else the defaults.
 */
export const resolveLimits = (
  given: Partial<RateLimits> | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): RateLimits => ({
  perCredential:
    given?.perCredential ?? wholeNumber(environment['FIELDSEAL_RATE_PER_CREDENTIAL']) ?? defaultLimits.perCredential,
  perAddress: given?.perAddress ?? wholeNumber(environment['FIELDSEAL_RATE_PER_ADDRESS']) ?? defaultLimits.perAddress,
  windowSeconds: Math.max(
    1,
    given?.windowSeconds ?? wholeNumber(environment['FIELDSEAL_RATE_WINDOW_SECONDS']) ?? defaultLimits.windowSeconds,
  ),
})
