import type { Asked } from './provider-client.ts'

/** Long enough to find a phone, short enough for a forgotten tab. */
const attemptMs = 10 * 60_000
/** Anybody may begin one, so the oldest give way. */
const mostAttempts = 1_000

/** Attempts to sign in that are at the provider; they end with the process. */
export interface ProviderAttempts {
  /** Keeps an attempt under a name that only the window which began it knows. */
  keep(secret: string, asked: Asked): void
  /** Takes an attempt out: its answer is looked at once, whatever comes of it. */
  take(secret: string): Asked | undefined
}

/** Makes the attempts of a process. */
export const createProviderAttempts = (monoMs: () => number): ProviderAttempts => {
  const open = new Map<string, { readonly asked: Asked; readonly untilMs: number }>()
  return {
    keep(secret, asked) {
      for (const [one, { untilMs }] of open) if (untilMs <= monoMs() || open.size >= mostAttempts) open.delete(one)
      open.set(secret, { asked, untilMs: monoMs() + attemptMs })
    },
    take(secret) {
      const found = open.get(secret)
      open.delete(secret)
      return found === undefined || found.untilMs <= monoMs() ? undefined : found.asked
    },
  }
}
