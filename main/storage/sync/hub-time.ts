import { clockPoint, hubTimeNow } from '../../domain/clock/hub-time.ts'
import type { HubTime } from '../../domain/clock/hub-time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Statements, SyncStatements } from '../sqlite/statements.ts'
import type { HubTimeTable } from './tables.ts'

/** Asks for the row of the last comparison with the hub's clock. */
export const hubTimeSql = 'select * from hub_time where id = 1'

/** The comparison that is kept; null: none, as before the first contact, or with a hub that does not tell its time. */
export const hubTimeOf = (row: HubTimeTable | undefined): HubTime | null =>
  row === undefined ? null : { hubMs: row.hub_ms, wallMs: row.wall_ms, upMs: row.up_ms, bootId: row.boot_id }

/** What time it is at the hub, by the last comparison; without one the clock of this computer is taken for right. */
export const hubNow = (sql: SyncStatements, clock: Pick<Clock, 'nowMs' | 'upMs' | 'bootId'>): number => {
  const known = hubTimeOf(sql.get<HubTimeTable>(hubTimeSql))
  const point = clockPoint(clock)
  return known === null ? point.wallMs : hubTimeNow(known, point)
}

/** Keeps a comparison in the place of the one before. */
export const keepHubTime = async (
  sql: Pick<Statements, 'run'>,
  { hubMs, wallMs, upMs, bootId }: HubTime,
): Promise<void> => {
  await sql.run(
    `insert into hub_time (id, hub_ms, wall_ms, up_ms, boot_id) values (1, ?, ?, ?, ?)
     on conflict do update set hub_ms = excluded.hub_ms, wall_ms = excluded.wall_ms, up_ms = excluded.up_ms, boot_id = excluded.boot_id`,
    Math.round(hubMs),
    Math.round(wallMs),
    Math.round(upMs),
    bootId,
  )
}
