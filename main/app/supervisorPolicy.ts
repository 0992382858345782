import type { ServiceState } from '../../shared/ipc/bridge.ts'

/** Crashes further apart than this do not add up. */
const windowMs = 120_000
const maxCrashes = 5
const firstDelayMs = 250
const longestDelayMs = 8_000

/**
 * How long to wait before the next start, given when the service ended (ms since the epoch, oldest first), or null when
 * it has ended too often in a short time. The delay doubles from a quarter of a second.
 */
export function restartDelay(crashes: readonly number[], now: number): { attempt: number; ms: number } | null {
  const attempt = crashes.filter((at) => now - at < windowMs).length
  if (attempt > maxCrashes) return null
  return { attempt, ms: Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, attempt - 1)) }
}

const safe = 'Everything that was acknowledged is on the disk and sealed; nothing was changed by this failure.'

/** What the window says when the service itself refuses to go on. */
export const fatal = (code: string, reason: string): Extract<ServiceState, { kind: 'failed' }> => ({
  kind: 'failed',
  code,
  reason,
  safe,
  advice: 'Remove the cause that is named above, then start the service again.',
})

/** What the window says when the service keeps ending. */
export const crashLoop = (how: string, dataDir: string): Extract<ServiceState, { kind: 'failed' }> => ({
  kind: 'failed',
  code: 'crash_loop',
  reason: `The service ended ${maxCrashes + 1} times within two minutes (${how}).`,
  safe,
  advice: `Start it again. If it ends again, run: fieldseal doctor --data "${dataDir}" and keep the log for support.`,
})

/** What the window says when the service speaks another version of the contract. */
export const incompatible: Extract<ServiceState, { kind: 'failed' }> = {
  kind: 'failed',
  code: 'incompatible_service',
  reason: 'The service and the window are of different versions.',
  safe,
  advice: 'Install Fieldseal again, so that all its parts are of one version.',
}

/** A token that ends within this many ms is renewed before it is used. */
const renewBeforeMs = 20_000

/** Whether a JWT ends soon or has ended; a token whose end cannot be read is used as it is. */
export function isExpiring(token: string, now: number): boolean {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { exp?: unknown }
    return typeof claims.exp === 'number' && claims.exp * 1000 - now < renewBeforeMs
  } catch {
    return false
  }
}
