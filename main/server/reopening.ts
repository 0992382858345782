import { refusal } from '../../shared/api/errors.ts'
import type { Refusal } from '../../shared/api/errors.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { Log } from '../platform/log.ts'
import type { RunningService } from './running-service.ts'

/** What one opening of the folder is: a service, and how it asks to be opened anew. */
export type StartOnce = (
  port: number | null,
  again: () => void,
) => Promise<Result<Omit<RunningService, 'onReopened'>, Refusal>>

const portOf = (url: string): number | null => (url === '' ? null : Number(new URL(url).port))

const notReopened = refusal(
  'internal',
  'The folder could not be opened anew after it had changed; the log of the service says why. What was sealed is safe. Start Fieldseal again.',
)

/**
 * A service whose folder can be opened anew while it runs, at the same address: a folder that has joined a hub is
 * another one than the one that was opened.
 * Requests that are under way are answered first. A folder that cannot be opened anew is told to those who listen, also
 * where that is a bug, which the log has.
 */
export const startReopening = async (
  start: StartOnce,
  log: Pick<Log, 'error'>,
): Promise<Result<RunningService, Refusal>> => {
  const listeners = new Set<(outcome: Result<void, Refusal>) => void>()
  let closing = false
  let changing: Promise<void> = Promise.resolve()

  const startAnew = async (): Promise<Result<void, Refusal>> => {
    try {
      const port = portOf(current.url)
      await current.close()
      const next = await start(port, again)
      if (!next.ok) return next
      current = next.value
      return ok(undefined)
    } catch (error) {
      log.error({ err: error }, 'the folder could not be opened anew')
      return fail(notReopened)
    }
  }
  const reopen = async (): Promise<void> => {
    if (closing) return
    const outcome = await startAnew()
    for (const listener of listeners) listener(outcome)
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
