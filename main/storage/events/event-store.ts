import type { Refusal } from '../../../shared/api/errors.ts'
import type { StreamedEvent } from '../../../shared/schema/events.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { hourMs } from '../../../shared/text/days.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { firstOfNewest } from './id-runs.ts'
import type { IdRun } from './id-runs.ts'
import type { EventLogTable } from './tables.ts'
import { keptMs } from './write-events.ts'

/** More events than this are kept only while a webhook still needs them. */
export const keptEvents = 200_000

/** Counts by the hour are kept longer than what they count. */
const countsKeptMs = 90 * 24 * hourMs

/** What one transaction of retention deletes at most. */
const deletedAtOnce = 5_000

/** How far the stream goes. */
export interface StreamBounds {
  /** Names the stream; ids of another one mean other events. */
  readonly stream: string
  /** 0: nothing was ever told. */
  readonly newest: number
  /** null: nothing is kept. */
  readonly oldest: number | null
  /**
   * What was given out and is known here, the oldest first: of streams from before the folder was restored, and of this
   * one, which is the last.
   */
  readonly runs: readonly [...IdRun[], IdRun]
}

/** The events of a data folder, as last committed. */
export interface EventStore {
  bounds(): StreamBounds
  /** Events after an id, in order. */
  after(id: number, limit: number): readonly StreamedEvent[]
  read(id: number): StreamedEvent | undefined
  /** How many events were told since a time, by name and by hour (Unix milliseconds of its beginning). */
  counts(sinceMs: number): {
    readonly byType: readonly { readonly type: string; readonly events: number }[]
    readonly byHour: readonly { readonly hour: number; readonly events: number }[]
  }
  /** Tells a `test.event`. */
  injectTest(actor: Actor, note: string): Promise<Result<StreamedEvent, Refusal>>
  /** Deletes what is too old or too much; answers how many events. */
  thinOut(nowMs: number): Promise<Result<number, Refusal>>
  /** Calls back after each commit that holds events. */
  onNews(listener: (newest: number) => void): () => void
}

/** An event as readers see it. */
export const toStreamed = (row: EventLogTable): StreamedEvent => ({
  id: row.id,
  type: row.type,
  timestamp: toTimestamp(row.at),
  actor: row.actor,
  entry_id: row.entry,
  data: JSON.parse(row.data) as Record<string, unknown>,
})

/** Where retention by count has to stop: behind the webhook that is furthest behind. */
const neededFrom = (sql: SyncStatements): number => {
  const cursor = sql.get<{ id: number | null }>("select min(cursor) as id from webhooks where state = 'active'")?.id
  const pending = sql.get<{ id: number | null }>(
    "select min(event_id) as id from webhook_deliveries where state = 'pending'",
  )?.id
  return Math.min((cursor ?? Number.MAX_SAFE_INTEGER - 1) + 1, pending ?? Number.MAX_SAFE_INTEGER)
}

/**
 * Makes the store of events.
 *
 * @param sql reads what is committed
 */
export const createEventStore = ({
  ledger,
  sql,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
}): EventStore => {
  const bounds = (): StreamBounds => {
    const row = sql.get<{ uid: string; since: number; oldest: number | null; newest: number | null }>(
      "select uid, since, (select min(id) from event_log) as oldest, (select seq from sqlite_sequence where name = 'event_log') as newest from event_stream where id = 1",
    )
    if (row === undefined) throw new Error('the data folder has no stream of events')
    const newest = row.newest ?? 0
    return {
      stream: row.uid,
      oldest: row.oldest,
      newest,
      runs: [
        ...sql.all<IdRun>('select first, last from former_streams order by last'),
        { first: row.since + 1, last: newest },
      ],
    }
  }

  const read = (id: number): StreamedEvent | undefined => {
    const row = sql.get<EventLogTable>('select * from event_log where id = ?', id)
    return row === undefined ? undefined : toStreamed(row)
  }

  /** The first id that is kept by age, and by count. */
  const keptFrom = (nowMs: number): number => {
    const { newest, runs } = bounds()
    const byAge =
      sql.get<{ id: number }>('select id from event_log where told_at >= ? order by id limit 1', nowMs - keptMs)?.id ??
      newest + 1
    return Math.max(byAge, Math.min(firstOfNewest(runs, keptEvents), neededFrom(sql)))
  }

  const deleteOnce = (from: number, nowMs: number): Promise<Result<number, Refusal>> =>
    ledger.write(systemActor, async (tx) => {
      const { changes } = await tx.sql.run(
        'delete from event_log where id in (select id from event_log where id < ? order by id limit ?)',
        from,
        deletedAtOnce,
      )
      await tx.sql.run('delete from event_counts where hour < ?', nowMs - countsKeptMs)
      await tx.sql.run(
        "delete from webhook_deliveries where id in (select id from webhook_deliveries where state <> 'pending' and settled_at < ? limit ?)",
        nowMs - keptMs,
        deletedAtOnce,
      )
      return ok(changes)
    })

  return {
    bounds,
    read,
    after: (id, limit) =>
      sql.all<EventLogTable>('select * from event_log where id > ? order by id limit ?', id, limit).map(toStreamed),
    counts: (sinceMs) => ({
      byType: sql.all<{ type: string; events: number }>(
        'select type, sum(events) as events from event_counts where hour >= ? group by type order by events desc, type',
        sinceMs,
      ),
      byHour: sql.all<{ hour: number; events: number }>(
        'select hour, sum(events) as events from event_counts where hour >= ? group by hour order by hour',
        sinceMs,
      ),
    }),
    injectTest: async (actor, note) => {
      const written = await ledger.write(actor, (tx) => ok(tx.emit({ type: 'test.event', data: { note } })))
      if (!written.ok) return written
      const event = read(written.value.id)
      if (event === undefined) throw new Error('an event that was just written is not there')
      return ok(event)
    },
    thinOut: async (nowMs) => {
      const from = keptFrom(nowMs)
      let deleted = 0
      for (;;) {
        const once = await deleteOnce(from, nowMs)
        if (!once.ok) return once
        deleted += once.value
        if (once.value < deletedAtOnce) return ok(deleted)
      }
    },
    onNews: (listener) => ledger.onEvents(listener),
  }
}
