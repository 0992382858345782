import type { Scheduler } from '../../platform/scheduler.ts'

/** Listens to the hub's hints with a session until the signal ends or they do. */
export type HearHints = (token: string, onHint: () => void, signal: AbortSignal) => Promise<void>

const listenAgainMs = 15_000

/**
 * Hears the hub while there is a session; a stream that ends is opened anew after a while, at the next round.
 *
 * @returns begins to listen with a session, unless somebody does already
 */
export const createHearing = (
  hints: HearHints,
  onHint: () => void,
  scheduler: Scheduler,
  signal: AbortSignal,
): ((session: { readonly token: string } | null) => void) => {
  let isListening = false
  return (session) => {
    if (isListening || session === null || signal.aborted) return
    isListening = true
    void hints(session.token, onHint, signal).finally(() => {
      if (!signal.aborted) scheduler.after(listenAgainMs, () => (isListening = false))
    })
  }
}
