import type { Refusal } from '../../../shared/api/errors.ts'
import type { StreamedEvent } from '../../../shared/schema/events.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { tellsOfRestricted } from '../need-to-know/restricted-events.ts'
import { toStreamed } from './event-store.ts'
import { streamOf } from './renew-stream.ts'
import type { EventLogTable, WebhookDeliveriesTable, WebhooksTable } from './tables.ts'

/** Events that one transaction turns into deliveries, a webhook. */
const filedAtOnce = 500

/** A delivery that is to be tried now. */
export interface DueDelivery {
  readonly id: number
  readonly webhookId: string
  readonly messageId: string
  /** Tries before this one. */
  readonly attempts: number
  /** Null where retention has deleted it. */
  readonly event: StreamedEvent | null
}

/** A webhook as the dispatcher needs it. */
export interface ActiveWebhook {
  readonly id: string
  readonly url: string
  readonly failingSinceMs: number | null
  readonly pausedUntilMs: number | null
}

/** How a try ended. */
export interface TriedDelivery {
  readonly delivery: DueDelivery
  readonly atMs: number
  readonly tookMs: number
  readonly status: number | null
  readonly error: string | null
  readonly answer: string | null
  readonly outcome:
    | { readonly kind: 'delivered' }
    /** To be tried again at a time; `pauseUntilMs` holds for the whole webhook. */
    | { readonly kind: 'again'; readonly nextAtMs: number; readonly pauseUntilMs: number | null }
    | { readonly kind: 'failed' }
    /** The receiver is gone for good (410). */
    | { readonly kind: 'gone' }
}

/**
 * What is to be delivered. All of it is in the database: a service that dies goes on where it was, and what it was just
 * posting is posted again.
 */
export interface DeliveryQueue {
  active(): readonly ActiveWebhook[]
  /** Makes deliveries of the events that came since; answers whether there are more of them. */
  file(nowMs: number): Promise<Result<boolean, Refusal>>
  /** Those that are due, the longest due first: new events in their order, tries anew at their time. */
  due(webhookId: string, nowMs: number, limit: number): readonly DueDelivery[]
  /** When the next one of a webhook is due; null: none is pending. */
  nextDueMs(webhookId: string): number | null
  /** Keeps how a try ended; a webhook that has failed since before `failingBeforeMs` is switched off. */
  settle(tried: TriedDelivery, failingBeforeMs: number): Promise<Result<void, Refusal>>
  /** Of all webhooks. */
  totals(): {
    readonly active: number
    readonly disabled: number
    readonly pending: number
    readonly delivered: number
    readonly failed: number
    readonly oldestPendingMs: number | null
  }
}

/** The `webhook-id` of an event: the same for each try and each receiver, and of its stream alone. */
const messageIdOf = (stream: string, eventId: number): string => `evt_${stream.slice(0, 12)}_${eventId}`

const isWanted = (types: readonly string[], type: string): boolean => types.length === 0 || types.includes(type)

/** Puts an event among the deliveries of a webhook, within a write; where it is already, nothing happens. */
export const fileDelivery = (
  sql: SyncStatements,
  webhookId: string,
  event: Pick<EventLogTable, 'id' | 'type'>,
  nowMs: number,
): void => {
  if (tellsOfRestricted(sql, event.id)) return
  sql.run(
    `insert into webhook_deliveries (webhook_id, event_id, type, message_id, state, attempts, next_at, created_at) values (?, ?, ?, ?, 'pending', 0, ?, ?)
     on conflict do nothing`,
    webhookId,
    event.id,
    event.type,
    messageIdOf(streamOf(sql, event.id), event.id),
    nowMs,
    nowMs,
  )
}

const behind =
  "select w.* from webhooks w where w.state = 'active' and w.cursor < coalesce((select seq from sqlite_sequence where name = 'event_log'), 0)"

const fileFor = (sql: SyncStatements, webhook: WebhooksTable, nowMs: number): boolean => {
  const types = JSON.parse(webhook.types) as string[]
  const events = sql.all<Pick<EventLogTable, 'id' | 'type'>>(
    'select id, type from event_log where id > ? order by id limit ?',
    webhook.cursor,
    filedAtOnce,
  )
  for (const event of events) if (isWanted(types, event.type)) fileDelivery(sql, webhook.id, event, nowMs)
  const last =
    events.at(-1)?.id ??
    sql.get<{ seq: number }>("select seq from sqlite_sequence where name = 'event_log'")?.seq ??
    webhook.cursor
  sql.run('update webhooks set cursor = ? where id = ?', last, webhook.id)
  return events.length === filedAtOnce
}

/**
 * Switches a webhook off because of how its receiver behaves. No person does that, so it is told as an event and not
 * sealed.
 */
const switchOff = (tx: LedgerTx, sql: SyncStatements, webhookId: string, reason: 'gone' | 'failing'): void => {
  const { changes } = sql.run(
    "update webhooks set state = 'disabled', disabled_reason = ?, disabled_at = ? where id = ? and state = 'active'",
    reason,
    tx.nowMs,
    webhookId,
  )
  if (changes > 0) tx.emit({ type: 'webhook.disabled', data: { webhook_id: webhookId, reason } }, null)
}

const keepTry = (
  sql: SyncStatements,
  { delivery, atMs, tookMs, status, error, answer, outcome }: TriedDelivery,
  nowMs: number,
): boolean => {
  const n = delivery.attempts + 1
  const isOpen = outcome.kind === 'again'
  const state = outcome.kind === 'delivered' ? 'delivered' : isOpen ? 'pending' : 'failed'
  // A delivery that was removed or replayed meanwhile is not this one any more.
  const { changes } = sql.run(
    "update webhook_deliveries set state = ?, attempts = ?, next_at = ?, settled_at = ? where id = ? and state = 'pending' and attempts = ?",
    state,
    n,
    isOpen ? outcome.nextAtMs : null,
    isOpen ? null : nowMs,
    delivery.id,
    delivery.attempts,
  )
  if (changes > 0)
    sql.run(
      'insert into webhook_attempts (delivery_id, n, at, took, status, error, answer) values (?, ?, ?, ?, ?, ?, ?)',
      delivery.id,
      n,
      atMs,
      tookMs,
      status,
      error,
      answer,
    )
  return changes > 0
}

/** Makes the queue of a data folder. */
export const createDeliveryQueue = ({
  ledger,
  sql,
  writing,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
  readonly writing: SyncStatements
}): DeliveryQueue => ({
  active: () =>
    sql
      .all<WebhooksTable>("select * from webhooks where state = 'active' order by id")
      .map(({ id, url, failing_since: failingSinceMs, paused_until: pausedUntilMs }) => ({
        id,
        url,
        failingSinceMs,
        pausedUntilMs,
      })),
  file: async (nowMs) => {
    if (sql.get(`${behind} limit 1`) === undefined) return ok(false)
    return await ledger.write(systemActor, () =>
      ok(
        writing
          .all<WebhooksTable>(behind)
          .map((webhook) => fileFor(writing, webhook, nowMs))
          .some((more) => more),
      ),
    )
  },
  due: (webhookId, nowMs, limit) =>
    sql
      .all<WebhookDeliveriesTable>(
        "select * from webhook_deliveries where webhook_id = ? and state = 'pending' and next_at <= ? order by next_at, event_id limit ?",
        webhookId,
        nowMs,
        limit,
      )
      .map((row) => {
        const event = sql.get<EventLogTable>('select * from event_log where id = ?', row.event_id)
        return {
          id: row.id,
          webhookId,
          messageId: row.message_id,
          attempts: row.attempts,
          // Restricted since it was filed: what is not there any more is not posted.
          event: event === undefined || tellsOfRestricted(sql, event.id) ? null : toStreamed(event),
        }
      }),
  nextDueMs: (webhookId) =>
    sql.get<{ at: number | null }>(
      "select min(next_at) as at from webhook_deliveries where webhook_id = ? and state = 'pending'",
      webhookId,
    )?.at ?? null,
  settle: (tried, failingBeforeMs) =>
    ledger.write(systemActor, (tx) => {
      const { delivery, outcome } = tried
      if (!keepTry(writing, tried, tx.nowMs)) return ok(undefined)
      if (outcome.kind === 'delivered') {
        writing.run(
          'update webhooks set failing_since = null, paused_until = null where id = ? and (failing_since is not null or paused_until is not null)',
          delivery.webhookId,
        )
        return ok(undefined)
      }
      if (delivery.event === null) return ok(undefined)
      writing.run(
        'update webhooks set failing_since = coalesce(failing_since, ?) where id = ?',
        tried.atMs,
        delivery.webhookId,
      )
      if (outcome.kind === 'again' && outcome.pauseUntilMs !== null)
        writing.run('update webhooks set paused_until = ? where id = ?', outcome.pauseUntilMs, delivery.webhookId)
      if (outcome.kind === 'gone') switchOff(tx, writing, delivery.webhookId, 'gone')
      else if (
        writing.get(
          'select id from webhooks where id = ? and failing_since < ?',
          delivery.webhookId,
          failingBeforeMs,
        ) !== undefined
      )
        switchOff(tx, writing, delivery.webhookId, 'failing')
      return ok(undefined)
    }),
  totals: () => {
    const hooks = sql.get<{ active: number; disabled: number }>(
      "select count(*) filter (where state = 'active') as active, count(*) filter (where state = 'disabled') as disabled from webhooks",
    )
    const sent = sql.get<{ pending: number; delivered: number; failed: number; oldest: number | null }>(
      `select count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'failed') as failed,
         min(iif(state = 'pending', created_at, null)) as oldest from webhook_deliveries`,
    )
    return {
      active: hooks?.active ?? 0,
      disabled: hooks?.disabled ?? 0,
      pending: sent?.pending ?? 0,
      delivered: sent?.delivered ?? 0,
      failed: sent?.failed ?? 0,
      oldestPendingMs: sent?.oldest ?? null,
    }
  },
})
