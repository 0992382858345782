import { caseOrigin } from '../../seal/case-origin.ts'
import { emptyFrontier, encodeFrontier } from '../../seal/frontier.ts'
import type { CaseStanding } from '../../sync/device/replica.ts'
import type { PushRefusalCode } from '../../../shared/protocol/sync.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { StandingsTable } from './tables.ts'

/** The name of the workspace's own chain. */
export const workspaceName = 'workspace'

/** The standing of a chain that the hub has nothing of. */
export const noStanding = (uid: string, announced: number, shown: boolean): StandingsTable => ({
  uid,
  received: 0,
  frontier: Buffer.from(encodeFrontier(emptyFrontier)),
  announced,
  shown: shown ? 1 : 0,
  opaque: 0,
  anchor_size: null,
  anchor_root: null,
  anchor_note: null,
  anchor_at: null,
  last_receipt_at: null,
  refused_entry: null,
  refused_code: null,
  refused_message: null,
  refused_quarantined: null,
})

const columns = [
  'uid',
  'received',
  'frontier',
  'announced',
  'shown',
  'opaque',
  'anchor_size',
  'anchor_root',
  'anchor_note',
  'anchor_at',
  'last_receipt_at',
  'refused_entry',
  'refused_code',
  'refused_message',
  'refused_quarantined',
] as const satisfies readonly (keyof StandingsTable)[]

const upsert = `insert into standings (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})
  on conflict (uid) do update set ${columns
    .slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`

/** Stores the standing of a chain. */
export const saveStanding = (sql: SyncStatements, row: StandingsTable): void =>
  void sql.run(upsert, ...columns.map((column) => row[column]))

/** The stored standing of a chain. */
export const readStanding = (sql: SyncStatements, uid: string): StandingsTable | undefined =>
  sql.get<StandingsTable>('select * from standings where uid = ?', uid)

/** The local number of a chain; null where nothing of it is here. */
export const chainIdOf = (sql: SyncStatements, uid: string): number | null =>
  sql.get<{ id: number }>('select id from chains where uid = ?', uid)?.id ?? null

const refusedOf = (row: StandingsTable): CaseStanding['refused'] =>
  row.refused_entry === null
    ? null
    : {
        entryId: row.refused_entry,
        code: (row.refused_code ?? 'malformed_entry') as PushRefusalCode,
        message: row.refused_message ?? '',
        quarantined: row.refused_quarantined === 1,
      }

/** A standing as the rules of sync read it. */
export const caseStandingOf = (row: StandingsTable, pending: number, origin: string): CaseStanding => ({
  case: row.uid,
  received: row.received,
  pending,
  frontier: row.frontier,
  anchor:
    row.anchor_size === null || row.anchor_root === null
      ? null
      : { origin: caseOrigin(origin, row.uid), size: row.anchor_size, root: row.anchor_root.toString('hex') },
  refused: refusedOf(row),
  announced: row.announced,
  lastReceiptAt: row.last_receipt_at,
})
