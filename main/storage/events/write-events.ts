import { eventCatalogue } from '../../../shared/schema/events.ts'
import type { EventDraft } from '../../../shared/schema/events.ts'
import { hourMs } from '../../../shared/text/days.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { eventOfEntry } from './entry-events.ts'

/** What a job told, in its order: events as such, and entries that may be one. */
export type Told = { readonly event: EventDraft; readonly actor: string | null; readonly handle: { id: number } } | { readonly entry: OpenedEntry }

/** Older events are not kept, and entries of work that old are no news when they come by sync. */
export const keptMs = 30 * 24 * hourMs

interface Row {
  readonly event: EventDraft
  readonly atMs: number
  readonly actor: string | null
  readonly entry: string | null
}

/** What the service does by itself has no actor that a reader could look up. */
const personOf = (actor: string | null): string | null => (actor === 'system' ? null : actor)

const rowOf = async (sql: SyncStatements, told: Told, nowMs: number): Promise<Row | null> => {
  if ('event' in told) return { event: told.event, atMs: nowMs, actor: personOf(told.actor), entry: null }
  const { id, payload, atMs } = told.entry
  if (atMs < nowMs - keptMs) return null
  const event = await eventOfEntry(sql, told.entry)
  return event === null ? null : { event, atMs, actor: personOf(payload.actor), entry: id }
}

/**
 * Writes what a job told, after all else that it wrote, so that events say how things stand at its end.
 *
 * @returns the id of the last event; null where nothing was told
 * @throws ZodError where an event does not carry what the list says: that is a fault of ours, and the transaction falls with it
 */
export const writeEvents = async (sql: SyncStatements, told: readonly Told[], nowMs: number): Promise<number | null> => {
  let last: number | null = null
  for (const one of told) {
    const row = await rowOf(sql, one, nowMs)
    if (row === null) continue
    const { type, data } = row.event
    const checked = eventCatalogue[type].data.parse(data)
    const written = sql.get<{ id: number }>(
      'insert into event_log (type, at, told_at, actor, entry, data) values (?, ?, ?, ?, ?, ?) returning id',
      type, row.atMs, nowMs, row.actor, row.entry, JSON.stringify(checked),
    )
    sql.run('insert into event_counts (hour, type, events) values (?, ?, 1) on conflict do update set events = events + 1', Math.floor(nowMs / hourMs) * hourMs, type)
    if (written === undefined) throw new Error('an event got no id')
    if ('handle' in one) one.handle.id = written.id
    last = written.id
  }
  return last
}
