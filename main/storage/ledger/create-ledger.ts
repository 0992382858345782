import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { idAfter, idRange } from '../../platform/ids.ts'
import { writeEvents } from '../events/write-events.ts'
import type { ToldByJob } from '../events/write-events.ts'
import { mayKnowNow } from '../need-to-know/access-rows.ts'
import type { Database } from '../schema.ts'
import type { Connection } from '../sqlite/connection.ts'
import { kyselyOver } from '../sqlite/kysely-dialect.ts'
import { statementsOf } from '../sqlite/statements.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { hubNow } from '../sync/hub-time.ts'
import { createCommitCourse } from './commit-course.ts'
import { createGroupCommit } from './group-commit.ts'
import { hubOfSealing } from './hub-of-sealing.ts'
import { madeBy } from './made-by.ts'
import { systemActor } from './ledger.ts'
import type { Applier, Job, Ledger, LedgerTx } from './ledger.ts'
import { storeReceived } from './receiving.ts'
import { chainOf, readCount, sealDraft } from './sealing.ts'
import type { SealingParts } from './sealing.ts'
import { SealingRefused } from './seal-gate.ts'
import type { SealGate } from './seal-gate.ts'

/** What the ledger is made of. */
export interface LedgerParts extends Omit<SealingParts, 'sql'> {
  readonly writer: Connection
  readonly deviceNumber: number
  readonly appliers: ReadonlyMap<string, Applier>
  /** Absent: nothing ever holds sealing. */
  readonly gate?: Pick<SealGate, 'held'>
}

/** The ledger, and what only the store itself may do with it. */
export interface OwnedLedger extends Ledger {
  /** The writing connection's tables, for reads within `write`. */
  readonly db: Kysely<Database>
  readonly sql: SyncStatements
  /** Runs what needs the writing connection outside of any transaction. */
  between<T>(job: () => T): Promise<T>
  close(): Promise<void>
}

const idQueries = {
  cases: 'select max(id) as highest from cases where id between ? and ?',
  users: 'select max(id) as highest from users where id between ? and ?',
  evidence: 'select max(id) as highest from evidence where id between ? and ?',
  alerts: 'select max(id) as highest from alerts where id between ? and ?',
  saved_views: 'select max(id) as highest from saved_views where id between ? and ?',
} as const

/** A job that may not seal now, or not this, is refused, and leaves nothing behind. */
const unlessRefused = async <T>(job: ReturnType<Job<T>>): Promise<Result<T, Refusal>> => {
  try {
    return await job
  } catch (error) {
    if (!(error instanceof SealingRefused)) throw error
    return fail(error.refusal)
  }
}

/** Makes the ledger of an open workspace. */
export const createLedger = (parts: LedgerParts): OwnedLedger => {
  const { writer, env, appliers, deviceNumber } = parts
  const sql = statementsOf(writer)
  const db = kyselyOver<Database>(writer)
  const { deviceId, ...count } = readCount(sql)
  const sealing: SealingParts = { sql, env, vault: parts.vault, signer: parts.signer, hub: hubOfSealing(sql) }

  const course = createCommitCourse(sql, count)
  const commits = createGroupCommit(writer, course.state)

  const nextId = (table: keyof typeof idQueries): Promise<number> => {
    const { first, last } = idRange(deviceNumber)
    const row = sql.get<{ highest: number | null }>(idQueries[table], first, last)
    // The rows of a case that was given back are gone, but what it was called must not be given out again.
    const used = sql.get<{ highest: number }>('select highest from used_ids where kind = ?', table)
    const highest = Math.max(row?.highest ?? 0, used?.highest ?? 0)
    return Promise.resolve(idAfter(deviceNumber, highest === 0 ? null : highest))
  }

  const transaction = (actor: Actor, nowMs: number, told: ToldByJob[]): LedgerTx => {
    const mayKnow = async (caseId: number): Promise<boolean> =>
      actor.acting !== undefined ||
      actor.userId === systemActor.userId ||
      (await mayKnowNow(sql, actor.userUid, caseId))
    return {
      db,
      sql,
      nowMs,
      nextId,
      acting: actor.acting ?? null,
      as: (acting) => transaction({ ...actor, acting }, nowMs, told),
      breathe: () => setImmediate(),
      mayKnow,
      append: async (draft) => {
        const { id: chainId } = chainOf(draft)
        // The last line of defence: commands ask before.
        if (chainId > 0 && draft.type !== 'glass.broken' && draft.actor === undefined && !(await mayKnow(chainId)))
          throw new Error('an entry was about to be sealed into a case that its actor may not know')
        const held = parts.gate?.held() ?? null
        if (held !== null) throw new SealingRefused(held)
        const { opened, appended } = sealDraft(
          sealing,
          deviceId,
          count,
          madeBy({ ...draft, actor: draft.actor ?? actor.userUid }, actor.acting),
          nowMs,
        )
        course.grow(chainId)
        await appliers.get(draft.type)?.({ db, sql }, opened)
        told.push({ entry: opened, receivedAtMs: null })
        return appended
      },
      receive: (chain, entries) => {
        const opened = storeReceived({ sql, vault: parts.vault, deviceId }, count, chain, entries, nowMs)
        course.grow(chain.id)
        for (const [index, entry] of opened.entries())
          told.push({ entry, receivedAtMs: entries[index]?.receivedAtMs ?? null })
        return opened
      },
      project: async (entry) => {
        await appliers.get(entry.payload.type)?.({ db, sql }, entry)
      },
      emit: (event, by) => {
        const handle = { id: 0 }
        told.push({ event, actor: by === undefined ? actor.userUid : by, handle })
        return handle
      },
    }
  }

  const runJob = async <T>(actor: Actor, job: Job<T>): Promise<Result<T, Refusal>> => {
    const nowMs = env.clock.nowMs()
    const told: ToldByJob[] = []
    let hubNowMs: number | undefined
    const result = await unlessRefused(job(transaction(actor, nowMs, told)))
    if (result.ok && told.length > 0)
      course.toldTo(await writeEvents(sql, told, { nowMs, hubNowMs: () => (hubNowMs ??= hubNow(sql, env.clock)) }))
    return result
  }

  return {
    db,
    sql,
    write: (actor, job) => commits.run(() => runJob(actor, job)),
    note: (actor, job) => commits.runQuick(() => runJob(actor, job)),
    onCommitted: course.onCommitted,
    onEvents: course.onEvents,
    between: (job) => commits.between(job),
    close: () => commits.close(),
  }
}
