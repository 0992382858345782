import type { HeadKind, LogKind } from '../../../shared/protocol/sync.ts'
import { headKinds, logKinds } from '../../../shared/protocol/sync.ts'
import { hashLength } from '../../seal/merkle.ts'
import type { DeviceReplica, LogHead, LogIntake, CheckpointProof } from '../../sync/device/replica.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { LogHeadsTable, LogProofsTable } from './tables.ts'

const headOf = ({ kind, size, root, note, token }: LogHeadsTable): LogHead => ({ kind, size, root, note, token })

const proofOf = ({
  uid,
  kind,
  size,
  note,
  leaf_index: index,
  hashes,
  head_size: headSize,
}: LogProofsTable): CheckpointProof => ({
  case: uid,
  kind,
  size,
  note,
  index,
  headSize,
  hashes: Array.from({ length: hashes.length / hashLength }, (_, place) =>
    hashes.subarray(place * hashLength, (place + 1) * hashLength),
  ),
})

/** The newest verified head of a kind. */
export const newestHead = (sql: SyncStatements, kind: HeadKind): LogHead | null => {
  const row = sql.get<LogHeadsTable>('select * from log_heads where kind = ? order by size desc limit 1', kind)
  return row === undefined ? null : headOf(row)
}

/** The heads that are kept, the newest of all first: each extends every one after it. */
export const keptHeads = (sql: SyncStatements): readonly LogHead[] =>
  sql.all<LogHeadsTable>('select * from log_heads order by size desc, kind').map(headOf)

/** The proofs of a chain, with the heads that they are against. */
export const proofsOf = (
  sql: SyncStatements,
  uid: string,
): readonly { readonly proof: CheckpointProof; readonly head: LogHead }[] =>
  sql.all<LogProofsTable>('select * from log_proofs where uid = ? order by kind', uid).flatMap((row) => {
    const head = sql.get<LogHeadsTable>('select * from log_heads where kind = ? and size = ?', row.kind, row.head_size)
    return head === undefined ? [] : [{ proof: proofOf(row), head: headOf(head) }]
  })

/** Files what was verified of the hub's log; heads that nothing needs any more go. */
export const keepLog = (sql: SyncStatements, { heads, proofs }: LogIntake, nowMs: number): void => {
  for (const { kind, size, root, note, token } of heads) {
    sql.run(
      `insert into log_heads (kind, size, root, note, token, verified_at) values (?, ?, ?, ?, ?, ?)
       on conflict (kind, size) do update set note = excluded.note, token = excluded.token, verified_at = excluded.verified_at`,
      kind,
      size,
      Buffer.from(root),
      note,
      token,
      nowMs,
    )
  }
  for (const { case: uid, kind, size, note, index, hashes, headSize } of proofs) {
    sql.run(
      `insert into log_proofs (uid, kind, size, note, leaf_index, hashes, head_size) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (uid, kind) do update set size = excluded.size, note = excluded.note, leaf_index = excluded.leaf_index, hashes = excluded.hashes, head_size = excluded.head_size
       where excluded.size >= log_proofs.size`,
      uid,
      kind,
      size,
      note,
      index,
      Buffer.concat(hashes),
      headSize,
    )
  }
  sql.run(
    `delete from log_heads where size < (select max(size) from log_heads newest where newest.kind = log_heads.kind)
     and not exists (select 1 from log_proofs p where p.kind = log_heads.kind and p.head_size = log_heads.size)`,
  )
}

/** The hub was restored (Y-55): its log is another one, and is taken from its beginning. */
export const forgetLog = (sql: SyncStatements): void => {
  sql.run('delete from log_proofs')
  sql.run('delete from log_heads')
}

type UnprovenRow = { readonly uid: string } & Readonly<Record<LogKind, number>>

const unprovenSql = `select s.uid, coalesce(c.size, 0) as cosigned, coalesce(t.size, 0) as timestamped
  from standings s left join log_proofs c on c.uid = s.uid and c.kind = 'cosigned' left join log_proofs t on t.uid = s.uid and t.kind = 'timestamped'
  where s.uid > ? and s.shown = 1 and s.anchor_size is not null
    and ((? and s.anchor_size > coalesce(c.size, 0)) or (? and s.anchor_size > coalesce(t.size, 0)))
  order by s.uid limit ?`

/** What a replica tells of the hub's log. */
export const logReads = (sql: SyncStatements): Pick<DeviceReplica, 'logHeads' | 'unproven'> => ({
  logHeads: () => headKinds.flatMap((kind) => newestHead(sql, kind) ?? []),
  unproven: (after, limit) => {
    const [cosigned, timestamped] = logKinds.map((kind) => Number(newestHead(sql, kind) !== null)) as [number, number]
    const rows = sql.all<UnprovenRow>(unprovenSql, after, cosigned, timestamped, limit)
    return rows.map(({ uid, ...proven }) => ({ case: uid, proven }))
  },
})
