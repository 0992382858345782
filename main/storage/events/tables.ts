import type { EventType } from '../../../shared/schema/events.ts'

/** The stream: what happened, as it was told. Times are milliseconds since the epoch. */
export interface EventLogTable {
  /** Given out within the transaction that tells of it, one after another; a gap never shows to readers. */
  id: number
  type: EventType
  /** When it happened. */
  at: number
  /** When it was told here; retention counts by it. */
  told_at: number
  actor: string | null
  /** The sealed entry, lower-case hex. */
  entry: string | null
  /** JSON. */
  data: string
}

/** What the stream is called: ids of another one (of a restored folder, or of another folder) mean other events. */
export interface EventStreamTable {
  id: 1
  uid: string
  /** The id before its first one; 0 unless the folder was restored. */
  since: number
}

/** A stream that the folder told before it was restored; its events are kept as long as any. */
export interface FormerStreamsTable {
  first: number
  last: number
  uid: string
}

/** How many events of a name were told within an hour (Unix milliseconds of its beginning). */
export interface EventCountsTable {
  hour: number
  type: EventType
  events: number
}

/** Whom the service posts events to. */
export interface WebhooksTable {
  id: string
  url: string
  description: string
  /** JSON array of names; empty: all. */
  types: string
  state: 'active' | 'disabled'
  /** Who or what switched it off. */
  disabled_reason: 'person' | 'gone' | 'failing' | null
  disabled_at: number | null
  created_at: number
  changed_at: number
  /** The last event that is among its deliveries, or was passed over. */
  cursor: number
  /** Since when nothing was delivered although it was tried; null: the last try succeeded. */
  failing_since: number | null
  /** No try before this time: the receiver asked for it by Retry-After. */
  paused_until: number | null
}

/** What signs for a webhook; two can be in force while a receiver changes over. */
export interface WebhookSecretsTable {
  id: string
  webhook_id: string
  /** The secret's bytes, wrapped under the workspace key. */
  sealed: Buffer
  created_at: number
}

/** An event on its way to a webhook. */
export interface WebhookDeliveriesTable {
  id: number
  webhook_id: string
  event_id: number
  type: EventType
  /** The `webhook-id` header: the same on every try, so that a receiver knows a repetition. */
  message_id: string
  state: 'pending' | 'delivered' | 'failed' | 'cancelled'
  attempts: number
  /** When it is tried next; null: never again by itself. */
  next_at: number | null
  created_at: number
  settled_at: number | null
}

/** One try, as it ended. */
export interface WebhookAttemptsTable {
  delivery_id: number
  n: number
  at: number
  /** Milliseconds that it took. */
  took: number
  /** HTTP status; null where no answer came. */
  status: number | null
  /** Why there was none, or why it does not count. */
  error: string | null
  /** The beginning of what was answered. */
  answer: string | null
}

/** Tables of this area. */
export interface EventTables {
  event_log: EventLogTable
  event_stream: EventStreamTable
  former_streams: FormerStreamsTable
  event_counts: EventCountsTable
  webhooks: WebhooksTable
  webhook_secrets: WebhookSecretsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
}
