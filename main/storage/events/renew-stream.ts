import type { Random } from '../../platform/random.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { EventStreamTable } from './tables.ts'

/**
 * Ids go on by the clock, so that a backup that is restored twice gives out other ids each time. No folder tells so
 * many events a millisecond from one restore to the next; 2^53 is reached in the year 6429.
 */
const idsPerMs = 64

/**
 * Where the clock is behind the ids: more than are told between two backups, and than readers are served from memory.
 */
const leastGap = 2 ** 20

/**
 * Begins another stream of events in a folder that was restored (V-18), within a transaction: what was told after the
 * backup is not known here, so its ids are never given out again. Events that are kept stay, of the stream of which
 * they were told.
 */
export const renewStream = (sql: SyncStatements, random: Random, nowMs: number): void => {
  const stream = sql.get<EventStreamTable>('select * from event_stream where id = 1')
  if (stream === undefined) throw new Error('the data folder has no stream of events')
  const last = sql.get<{ seq: number }>("select seq from sqlite_sequence where name = 'event_log'")?.seq ?? 0
  if (last > stream.since)
    sql.run('insert into former_streams (last, first, uid) values (?, ?, ?)', last, stream.since + 1, stream.uid)
  const since = Math.max(nowMs * idsPerMs, last + leastGap)
  const { changes } = sql.run("update sqlite_sequence set seq = ? where name = 'event_log'", since)
  if (changes === 0) sql.run("insert into sqlite_sequence (name, seq) values ('event_log', ?)", since)
  sql.run(
    'update event_stream set uid = ?, since = ? where id = 1',
    Buffer.from(random.bytes(16)).toString('hex'),
    since,
  )
}

/** The stream of which an event was told. */
export const streamOf = (sql: SyncStatements, eventId: number): string =>
  sql.get<{ uid: string }>('select uid from former_streams where last >= ? order by last limit 1', eventId)?.uid ??
  sql.get<{ uid: string }>('select uid from event_stream where id = 1')?.uid ??
  ''
