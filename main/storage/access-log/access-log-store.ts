import type { AccessLogQuery } from '../../../shared/api/access-log.ts'
import type { AccessRow } from '../../../shared/schema/access-log.ts'
import type { Env } from '../../platform/env.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { listLogRows, walkRows } from './list.ts'
import { createRemembered } from './remembered.ts'
import { sealTerms } from './rows.ts'
import { sealLog } from './seal-log.ts'
import type { SealMoment } from './seal-log.ts'
import { createWaitingRows } from './waiting-rows.ts'
import type { LoggedRead } from './write-reading.ts'

/** A read waits no longer than this for its row: behind a long write it is answered, and its row stays in the queue. */
const patienceMs = 250
/** How often a running service looks whether something is due. */
const everyMs = 3_600_000

/** A page of the log. */
export interface AccessLogPage {
  readonly data: AccessRow[]
  readonly total: number
}

/** The access log of this service (L-92 to L-99). */
export interface AccessLogStore {
  /** L-94: resolves when the row is written, or will be as soon as others have written or there is room. */
  note(reading: LoggedRead): Promise<void>
  list(query: AccessLogQuery & { readonly skip: number; readonly size: number }): AccessLogPage
  /** Newest first, as far as the log went when the walk began. */
  walk(query: AccessLogQuery): AsyncIterable<AccessRow>
  /** Rows that wait for room on the disk. */
  waiting(): number
  /** L-95: seals the head, now. */
  seal(): Promise<void>
  /** A service begins: says whether the last one ended without closing the log, and looks from time to time. */
  begin(): Promise<void>
  /** Writes what waits, seals what is due, and notes that nothing lacks. */
  end(): Promise<void>
}

/** What the store stands on. */
export interface AccessLogParts {
  readonly ledger: Ledger
  /** Reads what is committed. */
  readonly sql: SyncStatements
  /** Statements of the writing connection. */
  readonly writing: SyncStatements
  readonly vault: Vault
  readonly env: Pick<Env, 'clock' | 'random' | 'log'>
  readonly scheduler: Scheduler
  readonly deviceId: string
  readonly keptDays: () => number
  readonly unusualCases: () => number
}

/** Every part of what is opened is the whole; of a search each one counts. */
const opened: readonly string[] = ['case_opened', 'report_opened']

const keyOf = ({ who, via, kind, operation, case: named, terms, result }: LoggedRead): string =>
  JSON.stringify([who, via, kind, opened.includes(kind) ? '' : operation, named, terms, result])

/** Waits for work, but no longer than a reader may. */
const withPatience = async (scheduler: Scheduler, work: Promise<void>): Promise<void> => {
  let cancelWait = (): void => undefined
  const patience = new Promise<void>((resolve) => {
    cancelWait = scheduler.after(patienceMs, resolve)
  })
  await Promise.race([work, patience])
  cancelWait()
}

/** Makes the store. */
export const createAccessLogStore = (parts: AccessLogParts): AccessLogStore => {
  const { ledger, sql, writing, vault, env, scheduler, keptDays, unusualCases } = parts
  const nowMs = (): number => env.clock.nowMs()
  const remembered = createRemembered()
  const rows = createWaitingRows({ ledger, writing, nowMs, unusualCases })
  const sealParts = { ledger, sql, writing, deviceId: parts.deviceId, nowMs, keptDays }
  let begun = false
  let sealing: Promise<unknown> = Promise.resolve()
  let cancel: (() => void) | null = null

  const seal = (moment: SealMoment): Promise<unknown> => {
    sealing = sealing.then(async () => {
      try {
        await sealLog(sealParts, moment)
      } catch (error) {
        env.log.error({ err: error }, 'the head of the access log could not be sealed')
      }
    })
    return sealing
  }

  /** Writes what waits; that the head is sealed is nothing that a reader waits for. */
  const write = async (): Promise<void> => {
    try {
      if (await rows.flush()) void seal('due')
    } catch (error) {
      // Reading goes on; the log says of itself that rows may be lacking.
      rows.lack()
      env.log.error({ err: error }, 'a row of the access log could not be written')
    }
  }

  const look = (): void => {
    cancel = scheduler.after(everyMs, () => {
      void write().then(() => {
        if (begun) look()
      })
    })
  }

  return {
    note: async (reading) => {
      if (!remembered.isNew(keyOf(reading), nowMs())) return
      const { terms, ...rest } = reading
      rows.push({
        ...rest,
        atMs: nowMs(),
        terms: terms === null ? null : sealTerms(vault, env.random, terms),
        entries: sql.get<{ n: number | null }>('select max(n) as n from entries')?.n ?? 0,
      })
      await withPatience(scheduler, write())
    },
    list: (query) => listLogRows({ sql, vault }, query),
    walk: (query) => walkRows({ sql, vault }, query),
    waiting: () => rows.count(),
    seal: async () => {
      await write()
      await seal('now')
    },
    begin: async () => {
      begun = true
      await rows.begin()
      look()
      await seal('due')
    },
    end: async () => {
      begun = false
      cancel?.()
      await write()
      await seal('closing')
      if (rows.count() === 0 && !rows.lacks()) await rows.end()
      else env.log.warn({ rows: rows.count() }, 'rows of the access log could not be written before the end')
    },
  }
}
