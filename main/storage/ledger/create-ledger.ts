import type { Kysely } from 'kysely'
import { encodeHlc } from '../../seal/hlc.ts'
import { idAfter, idRange } from '../../platform/ids.ts'
import type { Database } from '../schema.ts'
import type { Connection } from '../sqlite/connection.ts'
import { kyselyOver } from '../sqlite/kysely-dialect.ts'
import { statementsOf } from '../sqlite/statements.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { createGroupCommit } from './group-commit.ts'
import { hubOfSealing } from './hub-of-sealing.ts'
import type { Actor, Applier, Ledger, LedgerTx } from './ledger.ts'
import { storeReceived } from './receiving.ts'
import { chainOf, readCount, sealDraft } from './sealing.ts'
import type { SealingParts } from './sealing.ts'

/** What the ledger is made of. */
export interface LedgerParts extends Omit<SealingParts, 'sql'> {
  readonly writer: Connection
  readonly deviceNumber: number
  readonly appliers: ReadonlyMap<string, Applier>
}

/** The ledger, and what only the store itself may do with it. */
export interface OwnedLedger extends Ledger {
  /** The writing connection's tables, for reads within `write`. */
  readonly db: Kysely<Database>
  readonly sql: SyncStatements
  close(): Promise<void>
}

const idQueries = {
  cases: 'select max(id) as highest from cases where id between ? and ?',
  users: 'select max(id) as highest from users where id between ? and ?',
  evidence: 'select max(id) as highest from evidence where id between ? and ?',
  saved_views: 'select max(id) as highest from saved_views where id between ? and ?',
} as const

/** Makes the ledger of an open workspace. */
export const createLedger = (parts: LedgerParts): OwnedLedger => {
  const { writer, env, appliers, deviceNumber } = parts
  const sql = statementsOf(writer)
  const db = kyselyOver<Database>(writer)
  const { deviceId, ...count } = readCount(sql)
  const sealing: SealingParts = { sql, env, vault: parts.vault, signer: parts.signer, hub: hubOfSealing(sql) }
  const listeners = new Set<(chains: ReadonlySet<number>) => void>()
  let written = { dseq: count.dseq, hlc: count.hlc }
  const grown: number[] = []

  const commits = createGroupCommit(writer, {
    mark: () => {
      const at = { ...count }
      const grownThen = grown.length
      return () => {
        Object.assign(count, at)
        grown.length = grownThen
      }
    },
    flush: () => {
      if (count.dseq !== written.dseq || count.hlc !== written.hlc) sql.run('update device set dseq = ?, hlc = ? where id = 1', count.dseq, encodeHlc(count.hlc))
    },
    committed: () => {
      written = { dseq: count.dseq, hlc: count.hlc }
      const chains = new Set(grown)
      grown.length = 0
      if (chains.size > 0) for (const listener of listeners) listener(chains)
    },
  })

  const nextId = (table: keyof typeof idQueries): Promise<number> => {
    const { first, last } = idRange(deviceNumber)
    const row = sql.get<{ highest: number | null }>(idQueries[table], first, last)
    // The rows of a case that was given back are gone, but what it was called must not be given out again.
    const used = sql.get<{ highest: number }>('select highest from used_ids where kind = ?', table)
    const highest = Math.max(row?.highest ?? 0, used?.highest ?? 0)
    return Promise.resolve(idAfter(deviceNumber, highest === 0 ? null : highest))
  }

  const transaction = (actor: Actor): LedgerTx => {
    const nowMs = env.clock.nowMs()
    return {
      db,
      sql,
      nowMs,
      nextId,
      append: async (draft) => {
        const { opened, appended } = sealDraft(sealing, deviceId, count, { ...draft, actor: draft.actor ?? actor.userUid }, nowMs)
        grown.push(chainOf(draft).id)
        await appliers.get(draft.type)?.({ db, sql }, opened)
        return appended
      },
      receive: (chain, entries) => {
        const opened = storeReceived({ sql, vault: parts.vault, deviceId }, count, chain, entries, nowMs)
        grown.push(chain.id)
        return opened
      },
      project: async (entry) => {
        await appliers.get(entry.payload.type)?.({ db, sql }, entry)
      },
    }
  }

  return {
    db,
    sql,
    write: (actor, job) => commits.run(() => job(transaction(actor))),
    onCommitted: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => commits.close(),
  }
}
