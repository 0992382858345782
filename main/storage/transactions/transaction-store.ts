import type { TransactionDetail, TransactionFilters, TransactionItem } from '../../../shared/api/transactions.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import type { RiskLevel } from '../../../shared/schema/activity.ts'
import type { Past } from '../features/feature-state.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { listRows } from './list.ts'
import { readActivityProfile } from './profile.ts'
import type { ActivityProfile, ProfileQuery } from './profile.ts'
import { readMovements, type AccountMovements, type MovementsQuery } from './movements.ts'
import { readExtent, type EntityExtent, type NamedEntity } from './extent.ts'
import { createPast } from './past.ts'
import { detailOf, transactionItemOf, type SourceEvidence } from './rows.ts'
import type { ActivityRow } from './tables.ts'

/** A page of activities, newest first. */
export interface TransactionPage {
  readonly items: readonly TransactionItem[]
  /** Cursor of the next page; null: there is none. */
  readonly next: string | null
  readonly searchedToMs: number | null
  /** Rows that were passed over. */
  readonly skipped: number
  /** Of all activities, where nothing narrows the list. */
  readonly total: number | null
}

/** What is asked of a list. */
export interface AskedPage {
  readonly cursor: string | undefined
  readonly skip?: number | undefined
  readonly size: number
}

/** Reads of what is committed. */
export interface TransactionStore extends Past {
  /** A page, in several looks at the table: it stops after each, so that others can have their turn. */
  list(filters: TransactionFilters, page: AskedPage): Generator<undefined, TransactionPage>
  read(transactionId: string): TransactionDetail | null
  /** The row of an activity; null where there is none. */
  find(transactionId: string): ActivityRow | null
  /**
   * What the activities that name an entity say of it; null where none does. It stops after each look, as `list` does.
   */
  profile(query: ProfileQuery): Generator<undefined, ActivityProfile | null>
  /** The money that moved into an account and out of it. It stops after each look, as `list` does. */
  movements(query: MovementsQuery): Generator<undefined, AccountMovements>
  /** How many activities name an entity, and from when to when; null where none does. */
  extent(entity: NamedEntity): EntityExtent | null
  /** Number of the last row; 0 where there is none. Nothing is ever taken away, so it is their count. */
  lastRow(): number
  /** Activities by the level of their risk. */
  countByLevel(): Record<RiskLevel, number>
}

const filterNames = [
  'from',
  'to',
  'customer_id',
  'account_id',
  'counterparty_id',
  'device_id',
  'ip',
  'terminal_id',
  'event_type',
  'risk_level',
  'label',
  'min_amount',
  'max_amount',
  'q',
] as const

const isPlain = (filters: TransactionFilters): boolean => filterNames.every((name) => filters[name] === undefined)

/** Reads activities by a connection that sees what is committed. */
export const createTransactionStore = (sql: SyncStatements): TransactionStore => {
  const find = (transactionId: string): ActivityRow | null =>
    sql.get<ActivityRow>('select * from activities where transaction_id = ?', transactionId) ?? null
  const lastRow = (): number => sql.get<{ last: number | null }>('select max(n) as last from activities')?.last ?? 0
  const userIds = (): ((uid: string) => number | null) => {
    const ids = new Map(
      sql.all<{ uid: string; id: number }>('select uid, id from users').map(({ uid, id }) => [uid, id]),
    )
    return (uid) => ids.get(uid) ?? null
  }
  const evidenceOf = (importId: string): SourceEvidence =>
    sql.get<NonNullable<SourceEvidence>>(
      `select s.case_id, s.evidence_id, e.name from evidence_statements s join evidence e on e.id = s.evidence_id
        where s.import_id = ?`,
      importId,
    ) ?? null
  return {
    find,
    lastRow,
    countByLevel: () => {
      const risky = new Map(
        sql
          .all<{ risk: number; activities: number }>(
            'select risk, count(*) as activities from activities where risk > 0 group by risk',
          )
          .map(({ risk, activities }) => [risk, activities]),
      )
      const low = lastRow() - [...risky.values()].reduce((sum, activities) => sum + activities, 0)
      return Object.fromEntries(
        riskLevels.map((level, rank) => [level, rank === 0 ? low : (risky.get(rank) ?? 0)]),
      ) as Record<RiskLevel, number>
    },
    *list(filters, { cursor, skip = 0, size }) {
      const page = yield* listRows(sql, filters, {
        before: cursor === undefined ? undefined : Number(cursor),
        skip,
        size,
      })
      const userIdOf = userIds()
      return {
        items: page.rows.map((row) => transactionItemOf(row, userIdOf)),
        next: page.next === null ? null : String(page.next),
        searchedToMs: page.searchedToMs,
        skipped: page.skipped,
        total: isPlain(filters) ? lastRow() : null,
      }
    },
    read: (transactionId) => {
      const row = find(transactionId)
      return row === null ? null : detailOf(row, userIds(), evidenceOf)
    },
    profile: (query) => readActivityProfile(sql, query),
    movements: (query) => readMovements(sql, query),
    extent: (entity) => readExtent(sql, entity),
    ...createPast(sql),
  }
}
