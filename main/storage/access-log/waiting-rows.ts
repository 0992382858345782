import { ok } from '../../../shared/schema/result.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { appendRow } from './rows.ts'
import { writeReading } from './write-reading.ts'
import type { WaitingReading } from './write-reading.ts'

/** Rows that wait for room on the disk; more are dropped, which is told when there is room. */
const waitingMax = 10_000

/** What writing rows stands on. */
export interface WaitingRowsParts {
  readonly ledger: Ledger
  /** Statements of the writing connection. */
  readonly writing: SyncStatements
  readonly nowMs: () => number
  readonly unusualCases: () => number
}

/** The rows on their way into the log, in their order. */
export interface WaitingRows {
  push(reading: WaitingReading): void
  /** Writes all that waits in one transaction; answers whether nothing waits any more. */
  flush(): Promise<boolean>
  /** How many wait. */
  count(): number
  /** Something was lost: the next row that can be written says so. */
  lack(): void
  /** Whether rows may be lacking of which no row says so yet. */
  lacks(): boolean
  /** Notes that a service writes from here on; a row says whether the last one never ended. */
  begin(): Promise<void>
  /** Notes that nothing is lacking. */
  end(): Promise<void>
}

/** Makes them. */
export const createWaitingRows = ({ ledger, writing, nowMs, unusualCases }: WaitingRowsParts): WaitingRows => {
  const waiting: WaitingReading[] = []
  let lacking = false

  const sayLack = (): void =>
    void appendRow(writing, {
      at: nowMs(),
      who: systemActor.userUid,
      via: 'service',
      kind: 'rows_may_lack',
      operation: 'service',
      result: 'allowed',
    })

  return {
    push: (reading) => void waiting.push(reading),
    flush: async () => {
      const taken = waiting.splice(0)
      if (taken.length === 0) return true
      const lacked = lacking
      const written = await ledger.note(systemActor, (tx) => {
        if (lacked) sayLack()
        for (const reading of taken) writeReading(tx, writing, reading, unusualCases())
        return ok(undefined)
      })
      if (written.ok) {
        if (lacked) lacking = false
        return true
      }
      waiting.unshift(...taken)
      const over = waiting.length - waitingMax
      if (over > 0) {
        lacking = true
        waiting.splice(0, over)
      }
      return false
    },
    count: () => waiting.length,
    lack: () => {
      lacking = true
    },
    lacks: () => lacking,
    begin: async () => {
      const noted = await ledger.note(systemActor, () => {
        const course = writing.get<{ open: number }>('select open from access_log_course where id = 1')
        if (course?.open === 1) sayLack()
        writing.run('update access_log_course set open = 1 where id = 1')
        return ok(undefined)
      })
      lacking ||= !noted.ok
    },
    end: async () => {
      await ledger.note(systemActor, () => {
        writing.run('update access_log_course set open = 0 where id = 1')
        return ok(undefined)
      })
    },
  }
}
