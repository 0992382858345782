import { caseOutcome, redactedText } from '../../../shared/schema/case.ts'
import type { QueryOf } from '../../../shared/api/operation.ts'
import type { listConflicts } from '../../../shared/api/sync-conflicts.ts'
import type { Conflict } from '../../../shared/schema/sync.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Page, SyncReads } from '../../sync/reads.ts'
import { readPeople } from '../cases/people.ts'
import type { People } from '../cases/people.ts'
import type { ConflictsTable } from '../cases/tables.ts'
import { openStored } from '../ledger/open-entry.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'

const textIn = (entry: OpenedEntry | null, name: string): string | null => {
  const disclosed = entry?.disclosures[name]
  if (disclosed === undefined) return null
  return typeof disclosed.value === 'string' ? disclosed.value : redactedText
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Who acted, and when; unknown where the entry is not here. */
const actOf = (entry: OpenedEntry | null, people: People): { readonly actor_name: string; readonly at: string } => ({
  actor_name: entry === null ? '' : (people.get(entry.payload.actor)?.name ?? entry.payload.actor),
  at: toTimestamp(entry?.atMs ?? 0),
})

/**
 * One side of a conflict: the state or owner that an entry set or wanted to set. An opening sets both, from nothing.
 */
const sideOf = (
  entry: OpenedEntry | null,
  entryId: string,
  kind: Conflict['kind'],
  people: People,
): Conflict['winner'] => {
  const pub = entry?.payload.pub ?? {}
  const nameOf = (uid: string): string => people.get(uid)?.name ?? uid
  const opens = entry?.payload.type === 'case.opened'
  const states = opens ? { from: '', to: plain(pub['status']) } : { from: plain(pub['from']), to: plain(pub['to']) }
  const owners = opens
    ? { from: '', to: nameOf(plain(pub['owner'])) }
    : { from: nameOf(plain(pub['from_uid'])), to: nameOf(plain(pub['to_uid'])) }
  return {
    entry_id: entryId,
    ...actOf(entry, people),
    ...(kind === 'transition' ? states : owners),
    outcome: caseOutcome.safeParse(pub['outcome']).data ?? null,
    notes: textIn(entry, 'notes'),
  }
}

type ConflictRow = ConflictsTable & { readonly number: string; readonly title: string }

/** Makes the read of conflicts, both sides with who, when and why. */
export const createConflictViews = ({
  sql,
  vault,
}: {
  readonly sql: SyncStatements
  readonly vault: Vault
}): Pick<SyncReads, 'conflicts'> => {
  const entryOf = (caseId: number, id: string): OpenedEntry | null => {
    const row = sql.get<Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload'>>(
      'select n, pos, id, payload from entries where chain = ? and id = ?',
      caseId,
      Buffer.from(id, 'hex'),
    )
    return row === undefined ? null : openStored(sql, vault, row)
  }

  const viewOf = (row: ConflictRow, people: People): Conflict => {
    const loser = entryOf(row.case_id, row.loser)
    const voided = sql.get<{ message: string }>('select message from case_voided_acts where entry = ?', row.loser)
    const wanted = plain(loser?.payload.pub['to_uid'])
    return {
      id: row.loser,
      case_id: row.case_id,
      case_number: row.number,
      title: row.title,
      kind: row.kind,
      at: toTimestamp(row.at),
      winner: sideOf(entryOf(row.case_id, row.winner), row.winner, row.kind, people),
      loser: {
        ...sideOf(loser, row.loser, row.kind, people),
        ...(voided === undefined ? {} : { without_effect: voided.message }),
        to_owner_id: row.kind === 'assignment' ? (people.get(wanted)?.id ?? null) : null,
      },
      settled:
        row.settled === null || row.how === null
          ? null
          : { entry_id: row.settled, how: row.how, ...actOf(entryOf(row.case_id, row.settled), people) },
    }
  }

  const page = async ({
    state,
    case_id: caseId,
    page: number,
    size,
  }: QueryOf<typeof listConflicts>): Promise<Page<Conflict>> => {
    const where = `where k.settled is ${state === 'open' ? '' : 'not '}null${caseId === undefined ? '' : ' and k.case_id = ?'}`
    const values: SqlValue[] = caseId === undefined ? [] : [caseId]
    const total =
      sql.get<{ total: number }>(`select count(*) as total from conflicts k ${where}`, ...values)?.total ?? 0
    const rows = sql.all<ConflictRow>(
      `select k.*, c.number, c.title from conflicts k join cases c on c.id = k.case_id ${where} order by k.at desc, k.loser limit ? offset ?`,
      ...values,
      size,
      (number - 1) * size,
    )
    const people = await readPeople(sql)
    return { items: rows.map((row) => viewOf(row, people)), total }
  }
  return { conflicts: page }
}
