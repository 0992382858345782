import type { HubTables } from './types.ts'

/**
 * What a hub keeps no more, because nothing reads it: checkpoints of chains but the newest of each (what they said is in
 * the log), and long past heads of the log that no witness and no authority has signed. Of grants the index of those
 * that have ended holds no others.
 */
export const hubLessKept: HubTables = () => [
  'drop index grants_ended',
  'create index grants_ended on grants (subject, ended_feed) where ended_feed is not null',
  'delete from hub_checkpoints where size < (select max(newest.size) from hub_checkpoints newest where newest.chain = hub_checkpoints.chain)',
  `delete from log_heads where timestamp is null and size < (select max(size) - 65536 from log_heads)
     and size not in (select size from log_cosignatures)`,
  // Each pull asks for the newest stamped head; without one, all heads would be looked through.
  'create index log_heads_timestamped on log_heads (size) where timestamp is not null',
]
