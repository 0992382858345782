import type { StreamedEvent } from '../../../shared/schema/events.ts'
import { failingDaysMax } from '../../../shared/schema/webhooks.ts'
import type { Env } from '../../platform/env.ts'
import type { ActiveWebhook, DueDelivery, TriedDelivery } from '../../storage/events/delivery-queue.ts'
import type { WebhookStore } from '../../storage/events/webhook-store.ts'
import { delayAfter, retryAfterMs } from './backoff.ts'
import type { Post, Posted } from './post.ts'
import { signWebhook } from './signature.ts'

const failingMs = failingDaysMax * 86_400_000

/**
 * How long a webhook rests when it could not be kept how a delivery went: else the same would be posted again at once,
 * and again.
 */
const notKeptMs = 60_000

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

const outcomeOf = (posted: Posted, delivery: DueDelivery, nowMs: number, random: Env['random']): Outcome => {
  if ('status' in posted && isDelivered(posted.status)) return { kind: 'delivered' }
  if ('status' in posted && posted.status === 410) return { kind: 'gone' }
  const delay = delayAfter(delivery.attempts + 1, random)
  const asked = 'status' in posted ? retryAfterMs(posted.retryAfter, nowMs) : null
  if (delay === null) return { kind: 'failed' }
  return {
    kind: 'again',
    nextAtMs: nowMs + Math.max(delay, asked ?? 0),
    pauseUntilMs: asked === null ? null : nowMs + asked,
  }
}

export interface AttemptParts {
  readonly store: Pick<WebhookStore, 'secretsOf' | 'settle'>
  readonly post: Post
  readonly env: Pick<Env, 'clock' | 'random' | 'log'>
  readonly version: string
  /** Gives up a post that is under way, of which nothing is kept. */
  readonly signal: AbortSignal
}

/**
 * Makes what posts one delivery once and keeps how it went.
 *
 * @returns until when the webhook must rest, as that could not be kept; null: it need not
 */
export const createAttempts = ({ store, post, env, version, signal }: AttemptParts) => {
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
      ...signWebhook(keys, delivery.messageId, Math.floor(nowMs / 1_000), body),
    }
    return await post({ url, headers, body }, signal)
  }

  return async (webhook: ActiveWebhook, delivery: DueDelivery): Promise<number | null> => {
    const atMs = env.clock.nowMs()
    const begun = env.clock.monoMs()
    const { event } = delivery
    const posted =
      event === null ? { error: 'the event is no longer kept' } : await send(webhook, delivery, event, atMs)
    if (signal.aborted) return null
    const nowMs = env.clock.nowMs()
    const answered = 'status' in posted ? posted : null
    const outcome: Outcome = event === null ? { kind: 'failed' } : outcomeOf(posted, delivery, nowMs, env.random)
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
    if (kept.ok) return null
    env.log.warn({ code: kept.error.code, webhook: webhook.id }, 'how a delivery went could not be kept')
    return nowMs + notKeptMs
  }
}
