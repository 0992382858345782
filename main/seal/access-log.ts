import { canonicalJson } from './canonical.ts'
import type { JsonValue } from './canonical.ts'
import { sha256, toHex } from './hash.ts'

/** What the hash of a row covers besides the row before it (L-92). Search terms are in it by their salted digest. */
export interface LoggedRow {
  readonly n: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly who: string
  readonly via: string
  readonly kind: string
  readonly operation: string
  readonly case_uid: string | null
  readonly relation: string | null
  readonly terms_digest: string | null
  readonly result: string
  readonly detail: JsonValue
}

/** A row as it is stored: with the hash of the row before it and its own, in lower-case hex. */
export interface ChainedRow extends LoggedRow {
  readonly prev: string | null
  readonly hash: string
}

/** No other hash of ours begins so. */
const domain = 'fieldseal reading v1\n'

/** L-92: the hash of a row: over its canonical JSON, with the hash of the row before it (null: it is the first). */
export const rowHash = (row: LoggedRow, prev: string | null): string => {
  const { n, at, who, via, kind, operation, case_uid, relation, terms_digest, result, detail } = row
  return toHex(
    sha256(
      Buffer.from(
        domain +
          canonicalJson({
            n,
            at,
            who,
            via,
            kind,
            operation,
            case_uid,
            relation,
            terms_digest,
            result,
            detail,
            prev,
          }),
        'utf8',
      ),
    ),
  )
}

/** What a device has sealed of its log: how far it was, and what retention had removed by then. */
export interface SealedHead {
  readonly size: number
  readonly head: string
  /** Rows 1 to this were removed by retention; 0: none. */
  readonly removed: number
  readonly removed_head: string | null
}

/** What is wrong with a log, by the code of its finding. */
export interface LogFault {
  readonly code: 'access_log_row_altered' | 'access_log_row_missing' | 'access_log_reordered' | 'access_log_truncated'
  readonly message: string
}

/** Walks a log row by row against what was sealed of it. */
export interface LogCheck {
  /** Rows come in the order of their numbers. */
  take(row: ChainedRow): void
  /** What was found once the last row was taken: each kind of fault once, where it is met first. */
  end(): readonly LogFault[]
}

/** Rows that do not fit their hash are held against each other's numbers, as long as they are no more than this. */
const suspectsMax = 100

const span = (from: number, to: number): string => (from >= to ? `row ${from}` : `rows ${from} to ${to}`)

/** Of rows that do not fit their hash: those that fit it under the number of another have changed places. */
const faultOfSuspects = (suspects: readonly ChainedRow[]): LogFault[] => {
  const [first] = suspects
  if (first === undefined) return []
  const moved = suspects
    .slice(0, suspectsMax)
    .find((row) => suspects.some(({ n }) => n !== row.n && rowHash({ ...row, n }, row.prev) === row.hash))
  return moved === undefined
    ? [{ code: 'access_log_row_altered', message: `row ${first.n} of the access log is not as it was written` }]
    : [{ code: 'access_log_reordered', message: `row ${moved.n} of the access log was written at another place` }]
}

/**
 * L-98: checks a log.
 *
 * @param heads what this device has sealed of its log, oldest first; the newest says what retention has removed
 */
export const createLogCheck = (heads: readonly SealedHead[]): LogCheck => {
  const base = heads.at(-1)
  const removed = base?.removed ?? 0
  const sealed = Map.groupBy(heads, ({ size }) => size)
  const found = new Map<LogFault['code'], LogFault>()
  const suspects: ChainedRow[] = []
  let last = removed
  let prev: string | null = base?.removed_head ?? null

  const say = (code: LogFault['code'], message: string): void => {
    if (!found.has(code)) found.set(code, { code, message })
  }

  return {
    take: (row) => {
      if (row.n <= removed) {
        say('access_log_row_altered', `row ${row.n} of the access log is there although retention has removed it`)
        return
      }
      if (row.n !== last + 1)
        say('access_log_row_missing', `${span(last + 1, row.n - 1)} of the access log cannot be found`)
      else if (row.prev !== prev && suspects.length === 0)
        say('access_log_row_altered', `row ${row.n} of the access log does not continue the row before it`)
      if (rowHash(row, row.prev) !== row.hash) suspects.push(row)
      if (sealed.get(row.n)?.some(({ head }) => head !== row.hash) === true)
        say('access_log_row_altered', `the access log up to row ${row.n} is not what was sealed of it`)
      last = row.n
      prev = row.hash
    },
    end: () => {
      for (const { code, message } of faultOfSuspects(suspects)) {
        // What has changed places breaks the chain around it, which is no second finding.
        if (code === 'access_log_reordered') found.delete('access_log_row_altered')
        found.set(code, { code, message })
      }
      const size = heads.reduce((highest, head) => Math.max(highest, head.size), 0)
      if (last < size)
        say('access_log_truncated', `the access log ends at row ${last}, and ${size} rows of it were sealed`)
      return [...found.values()]
    },
  }
}
