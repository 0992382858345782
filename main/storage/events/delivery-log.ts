import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { WebhookDelivery } from '../../../shared/schema/webhooks.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { fileDelivery } from './delivery-queue.ts'
import type { EventLogTable, WebhookAttemptsTable, WebhookDeliveriesTable, WebhooksTable } from './tables.ts'
import { toAttempt, toDelivery } from './webhook-rows.ts'

/** What one replay takes up at most. */
const replayedAtOnce = 10_000

/** What the log is asked for. */
export interface LogQuery {
  readonly state?: WebhookDelivery['state'] | undefined
  readonly page: number
  readonly size: number
}

/** The log of deliveries, and what a person does with it. */
export interface DeliveryLog {
  deliveries(webhookId: string, query: LogQuery): { readonly items: readonly WebhookDelivery[]; readonly total: number }
  /** One delivery with every try. */
  delivery(
    webhookId: string,
    id: number,
  ): Result<
    { readonly delivery: WebhookDelivery; readonly tries: readonly NonNullable<WebhookDelivery['last']>[] },
    Refusal
  >
  /** Makes it pending, due now, whether or not it arrived. */
  replay(actor: Actor, webhookId: string, id: number): Promise<Result<WebhookDelivery, Refusal>>
  /**
   * The same with those of the events since a time: the failed ones, or all that the webhook takes; answers how many.
   */
  replaySince(
    actor: Actor,
    webhookId: string,
    sinceMs: number,
    what: 'failed' | 'all',
  ): Promise<Result<number, Refusal>>
  /** Puts an event among the deliveries of a webhook, whatever names it takes. */
  deliver(actor: Actor, webhookId: string, eventId: number): Promise<Result<WebhookDelivery, Refusal>>
}

const noSuchDelivery = refusal('not_found', 'This webhook has no such delivery.')
const noSuchWebhook = refusal('not_found', 'There is no webhook with this id.')
const switchedOff = refusal('unknown_reference', 'The webhook is switched off; switch it on first.')
const eventGone = refusal('unknown_reference', 'The event is no longer kept, so it cannot be posted again.')
const underWay = refusal('already_done', 'The delivery is under way already.')

const dueAgain = "state = 'pending', next_at = ?, settled_at = null"

/** Makes the log of a data folder. */
export const createDeliveryLog = ({
  ledger,
  sql,
  writing,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
  readonly writing: SyncStatements
}): DeliveryLog => {
  const rowIn = (from: SyncStatements, webhookId: string, id: number): WebhookDeliveriesTable | undefined =>
    from.get<WebhookDeliveriesTable>('select * from webhook_deliveries where webhook_id = ? and id = ?', webhookId, id)

  /** The webhook that is asked to deliver; refused where it is not there or switched off. */
  const activeIn = (webhookId: string): Result<WebhooksTable, Refusal> => {
    const row = writing.get<WebhooksTable>('select * from webhooks where id = ?', webhookId)
    if (row === undefined) return fail(noSuchWebhook)
    return row.state === 'active' ? ok(row) : fail(switchedOff)
  }

  const fileMissing = (webhook: WebhooksTable, sinceMs: number, nowMs: number): void => {
    const types = JSON.parse(webhook.types) as string[]
    const wanted = types.length === 0 ? '' : `and type in (select value from json_each(?))`
    const events = writing.all<Pick<EventLogTable, 'id' | 'type'>>(
      `select id, type from event_log where told_at >= ? and id <= ? ${wanted} order by id desc limit ?`,
      sinceMs,
      webhook.cursor,
      ...(types.length === 0 ? [] : [webhook.types]),
      replayedAtOnce,
    )
    for (const event of events) fileDelivery(writing, webhook.id, event, nowMs)
  }

  return {
    deliveries: (webhookId, { state, page, size }) => {
      const total =
        sql.get<{ n: number }>(
          'select count(*) as n from webhook_deliveries where webhook_id = ? and (? is null or state = ?)',
          webhookId,
          state ?? null,
          state ?? null,
        )?.n ?? 0
      const rows = sql.all<WebhookDeliveriesTable>(
        'select * from webhook_deliveries where webhook_id = ? and (? is null or state = ?) order by event_id desc limit ? offset ?',
        webhookId,
        state ?? null,
        state ?? null,
        size,
        (page - 1) * size,
      )
      return { items: rows.map((row) => toDelivery(sql, row)), total }
    },
    delivery: (webhookId, id) => {
      const row = rowIn(sql, webhookId, id)
      if (row === undefined) return fail(noSuchDelivery)
      const tries = sql
        .all<WebhookAttemptsTable>('select * from webhook_attempts where delivery_id = ? order by n', id)
        .map(toAttempt)
      return ok({ delivery: toDelivery(sql, row), tries })
    },
    replay: (actor, webhookId, id) =>
      ledger.write(actor, (tx) => {
        const webhook = activeIn(webhookId)
        if (!webhook.ok) return webhook
        const row = rowIn(writing, webhookId, id)
        if (row === undefined) return fail(noSuchDelivery)
        if (writing.get('select id from event_log where id = ?', row.event_id) === undefined) return fail(eventGone)
        if (row.state === 'pending' && row.next_at !== null && row.next_at <= tx.nowMs) return fail(underWay)
        writing.run(`update webhook_deliveries set ${dueAgain} where id = ?`, tx.nowMs, id)
        writing.run('update webhooks set paused_until = null where id = ?', webhookId)
        return ok(toDelivery(writing, rowIn(writing, webhookId, id) as WebhookDeliveriesTable))
      }),
    replaySince: (actor, webhookId, sinceMs, what) =>
      ledger.write(actor, (tx) => {
        const webhook = activeIn(webhookId)
        if (!webhook.ok) return webhook
        if (what === 'all') fileMissing(webhook.value, sinceMs, tx.nowMs)
        const { changes } = writing.run(
          `update webhook_deliveries set ${dueAgain} where id in (
             select d.id from webhook_deliveries d join event_log e on e.id = d.event_id
             where d.webhook_id = ? and e.told_at >= ? and (? = 'all' or d.state = 'failed') order by d.event_id desc limit ?)`,
          tx.nowMs,
          webhookId,
          sinceMs,
          what,
          replayedAtOnce,
        )
        return ok(changes)
      }),
    deliver: (actor, webhookId, eventId) =>
      ledger.write(actor, (tx) => {
        const webhook = activeIn(webhookId)
        if (!webhook.ok) return webhook
        const event = writing.get<EventLogTable>('select * from event_log where id = ?', eventId)
        if (event === undefined) return fail(eventGone)
        fileDelivery(writing, webhookId, event, tx.nowMs)
        const row = writing.get<WebhookDeliveriesTable>(
          'select * from webhook_deliveries where webhook_id = ? and event_id = ?',
          webhookId,
          eventId,
        )
        return row === undefined ? fail(noSuchDelivery) : ok(toDelivery(writing, row))
      }),
  }
}
