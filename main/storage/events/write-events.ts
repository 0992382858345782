import { eventCatalogue } from '../../../shared/schema/events.ts'
import type { EventDraft } from '../../../shared/schema/events.ts'
import { hourMs } from '../../../shared/text/days.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { tellsOfRestricted } from '../need-to-know/restricted-events.ts'
import { eventOfEntry } from './entry-events.ts'

/** What a job told, in its order: events as such, and entries that may be one. */
export type ToldByJob =
  | { readonly event: EventDraft; readonly actor: string | null; readonly handle: { id: number } }
  | { readonly entry: OpenedEntry; readonly receivedAtMs: number | null }

/** Older events are not kept, and what its hub has had for longer is no news to a device that it comes to. */
export const keptMs = 30 * 24 * hourMs

interface Row {
  readonly event: EventDraft
  readonly atMs: number
  readonly actor: string | null
  readonly entry: string | null
}

/** What the service does by itself has no actor that a reader could look up. */
const personOf = (actor: string | null): string | null => (actor === 'system' ? null : actor)

/** The clocks as an event is written: of this computer, and of its hub. */
export interface EventTimes {
  readonly nowMs: number
  readonly hubNowMs: () => number
}

/**
 * V-3: whether an entry is history here. What the hub received is as old as its receipt, whatever the clock of whoever
 * sealed it showed; what a folder brought along when it joined is as old as it says itself, or all that it ever did
 * would be news.
 */
const isHistory = async (
  sql: SyncStatements,
  { entry: { payload, atMs }, receivedAtMs }: Extract<ToldByJob, { entry: OpenedEntry }>,
  { nowMs, hubNowMs }: EventTimes,
): Promise<boolean> => {
  const isOldByDate = atMs < nowMs - keptMs
  if (receivedAtMs === null) return isOldByDate
  return receivedAtMs < hubNowMs() - keptMs || (isOldByDate && (await deviceIdsOf(sql, payload)).beforeJoining)
}

const rowOf = async (sql: SyncStatements, told: ToldByJob, times: EventTimes): Promise<Row | null> => {
  if ('event' in told) return { event: told.event, atMs: times.nowMs, actor: personOf(told.actor), entry: null }
  const { id, payload, atMs } = told.entry
  if (await isHistory(sql, told, times)) return null
  const event = await eventOfEntry(sql, told.entry)
  return event === null ? null : { event, atMs, actor: personOf(payload.actor), entry: id }
}

/**
 * Writes what a job told, after all else that it wrote, so that events say how things stand at its end.
 *
 * @returns the id of the last event; null where nothing was told
 * @throws ZodError where an event does not carry what the list says: that is a fault of ours, and the transaction falls
 * with it
 */
export const writeEvents = async (
  sql: SyncStatements,
  told: readonly ToldByJob[],
  times: EventTimes,
): Promise<number | null> => {
  const { nowMs } = times
  let last: number | null = null
  for (const one of told) {
    const row = await rowOf(sql, one, times)
    if (row === null) continue
    const { type, data } = row.event
    const checked = eventCatalogue[type].data.parse(data)
    const written = sql.get<{ id: number }>(
      'insert into event_log (type, at, told_at, actor, entry, data) values (?, ?, ?, ?, ?, ?) returning id',
      type,
      row.atMs,
      nowMs,
      row.actor,
      row.entry,
      JSON.stringify(checked),
    )
    if (written === undefined) throw new Error('an event got no id')
    if (!tellsOfRestricted(sql, written.id))
      sql.run(
        'insert into event_counts (hour, type, events) values (?, ?, 1) on conflict do update set events = events + 1',
        Math.floor(nowMs / hourMs) * hourMs,
        type,
      )
    if ('handle' in one) one.handle.id = written.id
    last = written.id
  }
  return last
}
