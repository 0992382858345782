import type { Webhook, WebhookDelivery } from '../../../shared/schema/webhooks.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { WebhookAttemptsTable, WebhookDeliveriesTable, WebhooksTable } from './tables.ts'

const maybe = (ms: number | null): string | null => (ms === null ? null : toTimestamp(ms))

/** How many deliveries of a webhook are in each state. */
const countsOf = (sql: SyncStatements, id: string): Webhook['deliveries'] => {
  const counts = { pending: 0, delivered: 0, failed: 0 }
  for (const { state, n } of sql.all<{ state: string; n: number }>(
    'select state, count(*) as n from webhook_deliveries where webhook_id = ? group by state',
    id,
  )) {
    if (state === 'pending' || state === 'delivered' || state === 'failed') counts[state] = n
  }
  return counts
}

/** A webhook as the interface shows it. */
export const toWebhook = (sql: SyncStatements, row: WebhooksTable): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  types: JSON.parse(row.types) as string[],
  state: row.state,
  disabled_reason: row.disabled_reason,
  disabled_at: maybe(row.disabled_at),
  created_at: toTimestamp(row.created_at),
  changed_at: toTimestamp(row.changed_at),
  failing_since: maybe(row.failing_since),
  secrets: sql
    .all<{ id: string; created_at: number }>(
      'select id, created_at from webhook_secrets where webhook_id = ? order by created_at desc, id',
      row.id,
    )
    .map(({ id, created_at: at }) => ({ id, created_at: toTimestamp(at) })),
  deliveries: countsOf(sql, row.id),
})

/** A try as the interface shows it. */
export const toAttempt = ({
  n,
  at,
  took,
  status,
  error,
  answer,
}: WebhookAttemptsTable): NonNullable<WebhookDelivery['last']> => ({
  n,
  at: toTimestamp(at),
  took_ms: took,
  status,
  error,
  answer,
})

/** A delivery as the interface shows it, with its last try. */
export const toDelivery = (sql: SyncStatements, row: WebhookDeliveriesTable): WebhookDelivery => {
  const last = sql.get<WebhookAttemptsTable>(
    'select * from webhook_attempts where delivery_id = ? order by n desc limit 1',
    row.id,
  )
  return {
    id: row.id,
    event_id: row.event_id,
    type: row.type,
    message_id: row.message_id,
    state: row.state,
    attempts: row.attempts,
    next_at: maybe(row.next_at),
    created_at: toTimestamp(row.created_at),
    settled_at: maybe(row.settled_at),
    last: last === undefined ? null : toAttempt(last),
  }
}
