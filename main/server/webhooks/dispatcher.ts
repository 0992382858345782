import type { StreamedEvent } from '../../../shared/schema/events.ts'
import { failingDaysMax } from '../../../shared/schema/webhooks.ts'
import type { Env } from '../../platform/env.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { ActiveWebhook, DueDelivery, TriedDelivery } from '../../storage/events/delivery-queue.ts'
import type { WebhookStore } from '../../storage/events/webhook-store.ts'
import { delayAfter, retryAfterMs } from './backoff.ts'
import type { Post, Posted } from './post.ts'
import { signMessage } from './signature.ts'

/** Tries of one webhook at a time; one alone while it fails, so that a receiver that comes back is not run over. */
const atOnce = 4

const failingMs = failingDaysMax * 86_400_000

/** A clock that was set back must not stop deliveries: what is due is looked for at least this often. */
const lookAgainMs = 60_000

/**
 * How long a webhook rests when it could not be kept how a delivery went: else the same would be posted again at once,
 * and again.
 */
const notKeptMs = 60_000

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

/** The body that is posted of an event: the same bytes on every try. */
export const bodyOf = ({ id, type, timestamp, actor, entry_id: entry, data }: StreamedEvent): string =>
  JSON.stringify({ type, timestamp, data, id, actor, entry_id: entry })

type Outcome = TriedDelivery['outcome']

const isDelivered = (status: number): boolean => status >= 200 && status < 300

const errorOf = (posted: Posted): string | null => {
  if ('error' in posted) return posted.error
  if (isDelivered(posted.status)) return null
  return posted.status >= 300 && posted.status < 400 ? 'a redirect, which is not followed' : 'not a 2xx status'
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

  const outcomeOf = (posted: Posted, delivery: DueDelivery, nowMs: number): Outcome => {
    if ('status' in posted && isDelivered(posted.status)) return { kind: 'delivered' }
    if ('status' in posted && posted.status === 410) return { kind: 'gone' }
    const delay = delayAfter(delivery.attempts + 1, env.random)
    const asked = 'status' in posted ? retryAfterMs(posted.retryAfter, nowMs) : null
    if (delay === null) return { kind: 'failed' }
    return {
      kind: 'again',
      nextAtMs: nowMs + Math.max(delay, asked ?? 0),
      pauseUntilMs: asked === null ? null : nowMs + asked,
    }
  }

  const send = async (
    { id, url }: ActiveWebhook,
    delivery: DueDelivery,
    event: StreamedEvent,
    nowMs: number,
  ): Promise<Posted> => {
    const body = bodyOf(event)
    const keys = store.secretsOf(id).map(({ key }) => key)
    if (keys.length === 0) return { error: 'none of the secrets can be opened' }
    const headers = {
      'content-type': 'application/json',
      'user-agent': `Fieldseal/${version}`,
      ...signMessage(keys, delivery.messageId, Math.floor(nowMs / 1_000), body),
    }
    return await post({ url, headers, body }, giveUp.signal)
  }

  const attempt = async (webhook: ActiveWebhook, delivery: DueDelivery): Promise<void> => {
    const atMs = env.clock.nowMs()
    const begun = env.clock.monoMs()
    const { event } = delivery
    const posted =
      event === null ? { error: 'the event is no longer kept' } : await send(webhook, delivery, event, atMs)
    if (giveUp.signal.aborted) return
    const nowMs = env.clock.nowMs()
    const answered = 'status' in posted ? posted : null
    const outcome: Outcome = event === null ? { kind: 'failed' } : outcomeOf(posted, delivery, nowMs)
    const tried = {
      delivery,
      atMs,
      tookMs: Math.max(0, Math.round(env.clock.monoMs() - begun)),
      status: answered?.status ?? null,
      error: errorOf(posted),
      answer: answered?.answer ?? null,
      outcome,
    }
    const kept = await store.settle(tried, nowMs - failingMs)
    // A full disk: it stays due, and is tried again when there is room to keep how it went.
    if (kept.ok) return
    resting.set(webhook.id, nowMs + notKeptMs)
    env.log.warn({ code: kept.error.code, webhook: webhook.id }, 'how a delivery went could not be kept')
  }

  const start = (webhook: ActiveWebhook, delivery: DueDelivery): void => {
    const done = attempt(webhook, delivery)
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
