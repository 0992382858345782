import type { Env } from '../../platform/env.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { ActiveWebhook, DueDelivery } from '../../storage/events/delivery-queue.ts'
import type { WebhookStore } from '../../storage/events/webhook-store.ts'
import { createAttempts } from './attempt.ts'
import type { Post } from './post.ts'

/** Tries of one webhook at a time; one alone while it fails, so that a receiver that comes back is not run over. */
const atOnce = 4

/** A clock that was set back must not stop deliveries: what is due is looked for at least this often. */
const lookAgainMs = 60_000

export interface DispatcherParts {
  readonly store: WebhookStore
  readonly post: Post
  readonly env: Pick<Env, 'clock' | 'random' | 'log'>
  readonly scheduler: Scheduler
  readonly version: string
}

/** Posts what is due. */
export interface Dispatcher {
  /** There may be something new. */
  wake(): void
  /** Gives up what is under way, which is posted again at the next start. */
  close(): Promise<void>
}

/** Makes the dispatcher and starts it. */
export const startDispatcher = ({ store, post, env, scheduler, version }: DispatcherParts): Dispatcher => {
  const giveUp = new AbortController()
  const underWay = new Map<number, { readonly webhookId: string; readonly done: Promise<void> }>()
  const resting = new Map<string, number>()
  let isLooking = false
  let lookAgain = false
  let looking: Promise<void> = Promise.resolve()
  let cancelTimer: () => void = () => undefined

  const attempt = createAttempts({ store, post, env, version, signal: giveUp.signal })

  const start = (webhook: ActiveWebhook, delivery: DueDelivery): void => {
    const done = attempt(webhook, delivery)
      .then((restUntilMs) => {
        if (restUntilMs !== null) resting.set(webhook.id, restUntilMs)
      })
      .catch((error: unknown) =>
        env.log.error({ err: error, webhook: webhook.id }, 'a delivery failed by a fault of the service'),
      )
      .finally(() => {
        underWay.delete(delivery.id)
        look()
      })
    underWay.set(delivery.id, { webhookId: webhook.id, done })
  }

  /** Starts what is due of a webhook; answers when to look again, null: when something is new. */
  const startDue = (webhook: ActiveWebhook, nowMs: number): number | null => {
    const restsUntil = Math.max(webhook.pausedUntilMs ?? 0, resting.get(webhook.id) ?? 0)
    if (restsUntil > nowMs) return restsUntil
    const own = [...underWay.values()].filter(({ webhookId }) => webhookId === webhook.id).length
    const free = (webhook.failingSinceMs === null ? atOnce : 1) - own
    if (free <= 0) return null
    const due = store
      .due(webhook.id, nowMs, free + own)
      .filter(({ id }) => !underWay.has(id))
      .slice(0, free)
    for (const delivery of due) start(webhook, delivery)
    return due.length > 0 ? null : store.nextDueMs(webhook.id)
  }

  const lookOnce = async (): Promise<void> => {
    const filed = await store.file(env.clock.nowMs())
    if (filed.ok && filed.value) lookAgain = true
    if (giveUp.signal.aborted) return
    const nowMs = env.clock.nowMs()
    const next = store
      .active()
      .map((webhook) => startDue(webhook, nowMs))
      .filter((at) => at !== null)
    cancelTimer()
    cancelTimer =
      next.length === 0
        ? () => undefined
        : scheduler.after(Math.min(lookAgainMs, Math.max(1, Math.min(...next) - nowMs)), look)
  }

  const lookWhileAsked = async (): Promise<void> => {
    try {
      do {
        lookAgain = false
        await lookOnce()
      } while (lookAgain && !giveUp.signal.aborted)
    } catch (error) {
      env.log.error(
        { err: error },
        'deliveries to webhooks stopped by a fault of the service; they go on with the next event',
      )
    } finally {
      isLooking = false
    }
  }

  const look = (): void => {
    if (giveUp.signal.aborted) return
    lookAgain = true
    if (isLooking) return
    isLooking = true
    looking = lookWhileAsked()
  }

  look()
  return {
    wake: look,
    close: async () => {
      giveUp.abort()
      cancelTimer()
      await looking
      await Promise.all([...underWay.values()].map(({ done }) => done))
    },
  }
}
