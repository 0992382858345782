import { redactedText } from '../../../shared/schema/case.ts'
import type { CaseSync, Conflict } from '../../../shared/schema/sync.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { openStored } from '../ledger/open-entry.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import { readPeople } from '../cases/people.ts'
import type { People } from '../cases/people.ts'
import type { ConflictsTable } from '../cases/tables.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { SetAsideTable, StandingsTable } from './tables.ts'

/** An own entry that was set aside. */
export interface SetAsideEntry {
  readonly entryId: string
  readonly caseUid: string
  readonly caseNumber: string
  readonly reason: SetAsideTable['reason']
  readonly at: string
}

/** What the window shows of sync. */
export interface SyncOverview {
  /** How many own entries no hub has. */
  waiting(): number
  /** The cases of this device and where each stands with the hub, stuck and waiting ones first; `case` by case id. */
  cases(limit: number, caseId?: number): readonly CaseSync[]
  /** Conflicts, the newest first: the open ones, or all of a case. */
  conflicts(query: { readonly caseId?: number; readonly limit: number }): Promise<readonly Conflict[]>
  openConflicts(): number
  setAside(): readonly SetAsideEntry[]
}

type CaseRow = { readonly id: number; readonly uid: string; readonly number: string; readonly title: string; readonly entries: number; readonly waiting: number } & Partial<
  Pick<StandingsTable, 'anchor_size' | 'anchor_root' | 'anchor_at' | 'anchor_note' | 'refused_code' | 'refused_message' | 'refused_quarantined'>
>

const casesSql = `select c.id, c.uid, c.number, c.title, ch.size as entries, (select count(*) from pending p where p.chain = c.id) as waiting,
    s.anchor_size, s.anchor_root, s.anchor_at, s.anchor_note, s.refused_code, s.refused_message, s.refused_quarantined
  from cases c join chains ch on ch.id = c.id left join standings s on s.uid = c.uid
  where (? is null or c.id = ?) order by s.refused_entry is null, waiting = 0, c.id desc limit ?`

/** Every signature line of the note but the hub's own is a witness's. */
const witnessesOf = (note: string | null | undefined): number => Math.max(0, (note ?? '').split('\n').filter((line) => line.startsWith('— ')).length - 1)

const evidenceOf = (sql: SyncStatements, caseId: number): CaseSync['evidence'] => {
  const row = sql.get<{ pieces: number; here: number | null; bytes: number | null; bytes_here: number | null }>(
    `select count(*) as pieces, sum(held) as here, sum(size) as bytes, sum(held * size) as bytes_here from (
       select size, exists (select 1 from blob_keys b where b.sha256 = evidence.sha256 and b.case_id = evidence.case_id) as held from evidence where case_id = ?)`,
    caseId,
  )
  return { pieces: row?.pieces ?? 0, here: row?.here ?? 0, bytes: row?.bytes ?? 0, bytes_here: row?.bytes_here ?? 0 }
}

const caseSyncOf = (sql: SyncStatements, row: CaseRow): CaseSync => ({
  case_id: row.id,
  case_uid: row.uid,
  case_number: row.number,
  title: row.title,
  entries: row.entries,
  waiting: row.waiting,
  witnessed:
    typeof row.anchor_size !== 'number'
      ? null
      : { size: row.anchor_size, root: row.anchor_root?.toString('hex') ?? '', at: toTimestamp(row.anchor_at ?? 0), witnesses: witnessesOf(row.anchor_note) },
  stuck: typeof row.refused_code !== 'string' ? null : { code: row.refused_code, message: row.refused_message ?? '', quarantined: row.refused_quarantined === 1 },
  evidence: evidenceOf(sql, row.id),
})

const textIn = (entry: OpenedEntry | null, name: string): string | null => {
  const disclosed = entry?.disclosures[name]
  if (disclosed === undefined) return null
  return typeof disclosed.value === 'string' ? disclosed.value : redactedText
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : '')

/** One side of a conflict: the state or owner that an entry set or wanted to set. An opening sets both, from nothing. */
const sideOf = (entry: OpenedEntry | null, entryId: string, kind: Conflict['kind'], people: People): Conflict['winner'] => {
  const pub = entry?.payload.pub ?? {}
  const nameOf = (uid: string): string => people.get(uid)?.name ?? uid
  const opens = entry?.payload.type === 'case.opened'
  const states = opens ? { from: '', to: plain(pub['status']) } : { from: plain(pub['from']), to: plain(pub['to']) }
  const owners = opens ? { from: '', to: nameOf(plain(pub['owner'])) } : { from: nameOf(plain(pub['from_uid'])), to: nameOf(plain(pub['to_uid'])) }
  return {
    entry_id: entryId,
    actor_name: entry === null ? '' : nameOf(entry.payload.actor),
    at: toTimestamp(entry?.atMs ?? 0),
    ...(kind === 'transition' ? states : owners),
    notes: textIn(entry, 'notes'),
  }
}

const settlementOf = (entry: OpenedEntry | null, entryId: string, how: 'kept' | 'redecided', people: People): Conflict['settled'] => ({
  entry_id: entryId,
  how,
  actor_name: entry === null ? '' : (people.get(entry.payload.actor)?.name ?? entry.payload.actor),
  at: toTimestamp(entry?.atMs ?? 0),
})

type ConflictRow = ConflictsTable & { readonly number: string; readonly title: string }

/** Makes the views of sync over what is committed. */
export const createSyncOverview = ({ sql, vault }: { readonly sql: SyncStatements; readonly vault: Vault }): SyncOverview => {
  const entryOf = (caseId: number, id: string): OpenedEntry | null => {
    const row = sql.get<Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload'>>('select n, pos, id, payload from entries where chain = ? and id = ?', caseId, Buffer.from(id, 'hex'))
    return row === undefined ? null : openStored(sql, vault, row)
  }

  const conflictOf = (row: ConflictRow, people: People): Conflict => {
    const loser = entryOf(row.case_id, row.loser)
    const wanted = plain(loser?.payload.pub['to_uid'])
    return {
      id: row.loser,
      case_id: row.case_id,
      case_number: row.number,
      title: row.title,
      kind: row.kind,
      at: toTimestamp(row.at),
      winner: sideOf(entryOf(row.case_id, row.winner), row.winner, row.kind, people),
      loser: { ...sideOf(loser, row.loser, row.kind, people), to_owner_id: row.kind === 'assignment' ? (people.get(wanted)?.id ?? null) : null },
      settled: row.settled === null || row.how === null ? null : settlementOf(entryOf(row.case_id, row.settled), row.settled, row.how, people),
    }
  }

  return {
    waiting: () => sql.get<{ waiting: number }>('select count(*) as waiting from pending')?.waiting ?? 0,
    cases: (limit, caseId) => sql.all<CaseRow>(casesSql, caseId ?? null, caseId ?? null, limit).map((row) => caseSyncOf(sql, row)),
    conflicts: async ({ caseId, limit }) => {
      const select = 'select k.*, c.number, c.title from conflicts k join cases c on c.id = k.case_id'
      const rows =
        caseId === undefined
          ? sql.all<ConflictRow>(`${select} where k.settled is null order by k.at desc, k.loser limit ?`, limit)
          : sql.all<ConflictRow>(`${select} where k.case_id = ? order by k.at desc, k.loser limit ?`, caseId, limit)
      const people = await readPeople(sql)
      return rows.map((row) => conflictOf(row, people))
    },
    openConflicts: () => sql.get<{ open: number }>('select count(*) as open from conflicts where settled is null')?.open ?? 0,
    setAside: () =>
      sql
        .all<SetAsideTable>('select * from set_aside order by at desc, id limit 1000')
        .map(({ id, uid, case_number: caseNumber, reason, at }) => ({ entryId: id, caseUid: uid, caseNumber, reason, at: toTimestamp(at) })),
  }
}
