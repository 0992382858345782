import { openReader } from '../sqlite/connection.ts'
import type { Connection } from '../sqlite/connection.ts'
import { statementsOf } from '../sqlite/statements.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import { hiddenCases } from './access-rows.ts'
import type { Asking } from './asking.ts'
import { maskTables } from './masked-views.ts'

/** A hint names an index of the table, which a view over it does not have; the planner then chooses by itself. */
const withoutHints = (text: string): string => text.replace(/ indexed by \w+/gu, '')

/** A connection with masked tables, and what the next statement on it leaves out. */
interface MaskedConnection {
  readonly sql: SyncStatements
  hide(cases: readonly number[]): void
}

const openMasked = (file: string, key: Uint8Array, hold: (connection: Connection) => void): MaskedConnection => {
  const db = openReader(file, key)
  hold(db)
  let hidden = '[]'
  // The views are of this connection alone; the file stays unwritten.
  db.pragma('query_only = OFF')
  maskTables(db, () => hidden)
  db.pragma('query_only = ON')
  return {
    sql: statementsOf(db),
    hide: (cases) => {
      hidden = JSON.stringify(cases)
    },
  }
}

/** The cases that somebody may not know, read anew once something was committed. */
const createHidden = (plain: SyncStatements): ((uid: string) => readonly number[]) => {
  const known = new Map<string, readonly number[]>()
  let version: number | undefined
  return (uid) => {
    const now = plain.get<{ data_version: number }>('pragma data_version')?.data_version
    if (now !== version) known.clear()
    version = now
    const kept = known.get(uid)
    if (kept !== undefined) return kept
    const hidden = hiddenCases(plain, uid)
    known.set(uid, hidden)
    return hidden
  }
}

export interface MaskParts {
  readonly file: string
  readonly key: Uint8Array
  readonly plain: SyncStatements
  readonly asking: Asking
  /** Closes a connection with the workspace. */
  readonly hold: (connection: Connection) => void
}

/** Statements that know for whom they read. */
export interface PersonalSight {
  /** Leaves out what whoever asks may not know; of the service itself, and of who may know all, nothing. */
  readonly sql: SyncStatements
  /** Whether somebody may not know a case. */
  hides(uid: string, caseId: number): boolean
}

/**
 * L-103: the statements of reading. Whoever may know every case reads the tables as they are, at no further cost;
 * others read them through views that leave out the cases that they may not know.
 */
export const createSight = ({ file, key, plain, asking, hold }: MaskParts): PersonalSight => {
  const hiddenOf = createHidden(plain)
  let opened: MaskedConnection | null = null
  const masked = (): MaskedConnection => (opened ??= openMasked(file, key, hold))

  const hiddenNow = (): readonly number[] => {
    const uid = asking.current()
    return uid === null ? [] : hiddenOf(uid)
  }
  const chosen = (text: string): readonly [SyncStatements, string] => {
    const hidden = hiddenNow()
    if (hidden.length === 0) return [plain, text]
    masked().hide(hidden)
    return [masked().sql, withoutHints(text)]
  }

  return {
    hides: (uid, caseId) => hiddenOf(uid).includes(caseId),
    sql: {
      get: <Row>(text: string, ...values: SqlValue[]) => {
        const [sql, read] = chosen(text)
        return sql.get<Row>(read, ...values)
      },
      all: <Row>(text: string, ...values: SqlValue[]) => {
        const [sql, read] = chosen(text)
        return sql.all<Row>(read, ...values)
      },
      run: (text, ...values) => plain.run(text, ...values),
      // Rows come one by one while others ask: what is left out is said again before each.
      *iterate<Row>(text: string, ...values: SqlValue[]) {
        const hidden = hiddenNow()
        if (hidden.length === 0) {
          yield* plain.iterate<Row>(text, ...values)
          return
        }
        const rows = masked().sql.iterate<Row>(withoutHints(text), ...values)
        for (;;) {
          masked().hide(hidden)
          const next = rows.next()
          if (next.done === true) return
          yield next.value
        }
      },
    },
  }
}
