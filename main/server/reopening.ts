import type { Refusal } from '../../shared/api/errors.ts'
import { ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { RunningService } from './running-service.ts'

/** What one opening of the folder is: a service, and how it asks to be opened anew. */
export type StartOnce = (port: number | null, again: () => void) => Promise<Result<Omit<RunningService, 'onReopened'>, Refusal>>

const portOf = (url: string): number | null => (url === '' ? null : Number(new URL(url).port))

/**
 * A service whose folder can be opened anew while it runs, at the same address: a folder that has joined a hub is another one than the one that was opened.
 * Requests that are under way are answered first.
 */
export const startReopening = async (start: StartOnce): Promise<Result<RunningService, Refusal>> => {
  const listeners = new Set<(outcome: Result<void, Refusal>) => void>()
  let closing = false
  let changing: Promise<void> = Promise.resolve()

  const reopen = async (): Promise<void> => {
    if (closing) return
    const port = portOf(current.url)
    await current.close()
    const next = await start(port, again)
    if (next.ok) current = next.value
    for (const listener of listeners) listener(next.ok ? ok(undefined) : next)
  }
  const again = (): void => {
    changing = changing.then(reopen)
  }

  const first = await start(null, again)
  if (!first.ok) return first
  let current = first.value
  return ok({
    get url() {
      return current.url
    },
    get workspace() {
      return current.workspace
    },
    inject: (request) => current.inject(request),
    localSession: () => current.localSession(),
    onReopened: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      closing = true
      await changing
      await current.close()
    },
  })
}
