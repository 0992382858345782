import type { EnrolAnswer } from '../../../shared/protocol/sync.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** What is written of a hub when a device is enrolled with it. */
export interface NewHub {
  readonly answer: EnrolAnswer
  readonly url: string
  /** Of a folder that worked alone: its last `dseq` (Y-14). */
  readonly joinedDseq: number | null
  readonly nowMs: number
}

/** Writes the hub of a data folder that has none yet, or another one in its place. */
export const writeHub = (sql: SyncStatements, { answer, url, joinedDseq, nowMs }: NewHub): void => {
  sql.run('delete from hub')
  sql.run(
    `insert into hub (id, url, origin, kid, spki, root_kid, workspace_uid, institution, workspace_name, user_uid, joined_dseq, since, last_contact_at, halted_state, halted_message, slots, lease_until)
     values (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, null, null, ?, ?)`,
    url,
    answer.hub.origin,
    answer.hub.kid,
    Buffer.from(answer.hub.spki, 'base64url'),
    answer.root_kid,
    answer.workspace_id,
    answer.institution,
    answer.workspace_name,
    answer.user_uid,
    joinedDseq,
    nowMs,
    JSON.stringify(answer.lease.slots),
    Date.parse(answer.lease.until),
  )
}

/** Notes that no hub has any of the entries that are here. */
export const everythingIsPending = (sql: SyncStatements): void =>
  void sql.run(
    "insert into pending (n, chain, place) select n, chain, '~' from entries where hub_pos is null on conflict do nothing",
  )
