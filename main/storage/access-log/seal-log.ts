import { ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Role } from '../../../shared/schema/user.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { lastRow } from './rows.ts'
import type { AccessLogCourseTable, AccessLogTable } from './tables.ts'

/** So many rows are sealed at the latest. */
const rowsMax = 1_000
const dayMs = 86_400_000
const hourMs = 3_600_000

/** When the head of the log is sealed: when enough came together; at the end of a service; or now. */
export type SealMoment = 'due' | 'closing' | 'now'

/** What sealing the head of the log stands on. */
export interface SealLogParts {
  readonly ledger: Ledger
  /** Reads what is committed. */
  readonly sql: SyncStatements
  /** Statements of the writing connection. */
  readonly writing: SyncStatements
  readonly deviceId: string
  readonly nowMs: () => number
  /** For how many days rows are kept; 0: for ever. */
  readonly keptDays: () => number
}

const courseOf = (sql: SyncStatements): AccessLogCourseTable | undefined =>
  sql.get<AccessLogCourseTable>('select * from access_log_course where id = 1')

interface FirstUnsealed {
  readonly at: number
}

/** L-95: whether the head is to be sealed at a moment. */
const isDue = ({ sql, deviceId }: SealLogParts, moment: SealMoment, nowMs: number): boolean => {
  const course = courseOf(sql)
  const last = lastRow(sql)
  if (course === undefined || last === undefined) return false
  const isOthers = course.sealed_by !== deviceId
  const unsealed = last.n - course.sealed_size
  if (moment === 'now') return isOthers || unsealed > 0
  // A folder that has become another device says anew what its log holds (Y-15).
  if (isOthers && course.sealed_by !== '') return true
  if (unsealed >= rowsMax) return true
  const since = sql.get<FirstUnsealed>('select at from access_log where n = ?', course.sealed_size + 1)?.at
  return since !== undefined && nowMs - since >= (moment === 'closing' ? hourMs : dayMs)
}

/**
 * L-96: the last row that retention removes: none that is young, none from the first that is about a case under a legal
 * hold, and never the last of all. Null: there is none.
 */
const removable = (sql: SyncStatements, beforeMs: number): number | null => {
  const first = sql.get<Pick<AccessLogTable, 'at'>>('select at from access_log order by n limit 1')
  if (first === undefined || first.at >= beforeMs) return null
  const keep = [
    sql.get<{ n: number | null }>('select min(n) as n from access_log where at >= ?', beforeMs)?.n,
    sql.get<{ n: number | null }>(
      'select min(l.n) as n from access_log l join cases c on c.uid = l.case_uid where c.hold_at is not null',
    )?.n,
    lastRow(sql)?.n,
  ].filter((n) => n !== null && n !== undefined)
  const upTo = Math.min(...keep) - 1
  return sql.get('select 1 from access_log where n <= ? limit 1', upTo) === undefined ? null : upTo
}

/** Whoever read last and may act answers for what the log seals of itself. */
const lastReader = (sql: SyncStatements): Actor | null => {
  const row = sql.get<{ id: number; uid: string; role: Role }>(
    "select u.id, u.uid, u.role from access_log l join users u on u.uid = l.who and u.active = 1 where l.via <> 'service' order by l.n desc limit 1",
  )
  return row === undefined ? null : { userId: row.id, userUid: row.uid, role: row.role }
}

const hex = (bytes: Buffer | null | undefined): string | null => bytes?.toString('hex') ?? null

/** What the first row says of the rows that were removed before it. */
const baseOf = (sql: SyncStatements): { removed: number; removed_head: string | null } => {
  const first = sql.get<Pick<AccessLogTable, 'n' | 'prev'>>('select n, prev from access_log order by n limit 1')
  return { removed: (first?.n ?? 1) - 1, removed_head: hex(first?.prev) }
}

const seal = async (tx: LedgerTx, { writing: sql, deviceId, keptDays }: SealLogParts): Promise<void> => {
  const last = lastRow(sql)
  if (last === undefined) return
  const days = keptDays()
  const beforeMs = tx.nowMs - days * dayMs
  const upTo = days === 0 ? null : removable(sql, beforeMs)
  if (upTo !== null) {
    sql.run('delete from access_log_terms where n <= ?', upTo)
    sql.run('delete from access_log where n <= ?', upTo)
  }
  const head = { size: last.n, head: last.hash.toString('hex'), ...baseOf(sql) }
  await tx.append(
    upTo === null
      ? { case: 'workspace', type: 'access_log.checkpointed', subject: deviceId, pub: head }
      : {
          case: 'workspace',
          type: 'access_log.shortened',
          subject: deviceId,
          pub: { ...head, older_than: toTimestamp(beforeMs), days },
        },
  )
  sql.run(
    'update access_log_course set sealed_size = ?, sealed_at = ?, sealed_by = ? where id = 1',
    last.n,
    tx.nowMs,
    deviceId,
  )
}

/** L-96: whether retention has something to remove, which it asks once a day. */
const isOld = ({ sql, keptDays }: SealLogParts, nowMs: number): boolean => {
  const days = keptDays()
  const sealedAt = courseOf(sql)?.sealed_at ?? 0
  return days > 0 && nowMs - sealedAt >= dayMs && removable(sql, nowMs - days * dayMs) !== null
}

/**
 * L-95, L-96: seals the head of the log into the workspace's chain where that is due, and removes what its retention
 * ends. Answers whether something was sealed; what is refused now (no room, a new epoch first) is tried again later.
 */
export const sealLog = async (parts: SealLogParts, moment: SealMoment): Promise<boolean> => {
  const { ledger, sql } = parts
  const nowMs = parts.nowMs()
  if (!isDue(parts, moment, nowMs) && !isOld(parts, nowMs)) return false
  const reader = lastReader(sql)
  if (reader === null) return false
  const sealed = await ledger.write(
    { ...reader, acting: { origin: { by: 'schedule', what: 'access_log' } } },
    async (tx) => {
      await seal(tx, parts)
      return ok(true)
    },
  )
  return sealed.ok
}
