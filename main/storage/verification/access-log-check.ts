import type { Finding } from '../../../shared/schema/findings.ts'
import { createLogCheck } from '../../seal/access-log.ts'
import type { ChainedRow, SealedHead } from '../../seal/access-log.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { openEntry } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { makeFinding } from '../../seal/findings.ts'
import type { FindingChain } from '../../seal/findings.ts'
import { sealedLog } from '../../domain/entries/shapes.ts'
import { chainedRow, readTerms } from '../access-log/rows.ts'
import type { AccessLogTable } from '../access-log/tables.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** What the check of the log stands on. */
export interface AccessLogCheckParts {
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly deviceId: string
}

/** What was checked of the log. */
export interface AccessLogChecked {
  readonly rows: number
  readonly findings: readonly Finding[]
}

const subject: FindingChain = { caseUid: 'workspace', caseNumber: null }
const checkpointed = 'access_log.checkpointed'
const shortened = 'access_log.shortened'
const marker = Buffer.from('"type":"access_log.', 'ascii')

/** What this device has sealed of its log, oldest first. What another identity of it sealed is of another time (Y-15). */
const sealedBy = ({ sql, deviceId }: AccessLogCheckParts): EntryPayload[] =>
  sql
    .all<Pick<EntriesTable, 'payload'>>('select payload from entries where chain = 0 order by pos')
    .flatMap(({ payload }) => {
      const opened = payload.includes(marker) ? openEntry({ payload }) : null
      return opened?.ok === true ? [opened.value] : []
    })
    .filter(({ dev, type }) => dev === deviceId && (type === checkpointed || type === shortened))

const headsIn = (payloads: readonly EntryPayload[]): SealedHead[] =>
  payloads.flatMap(({ pub }) => sealedLog.safeParse(pub).data ?? [])

const removals = (payloads: readonly EntryPayload[]): Finding[] => {
  const last = payloads.findLast(({ type }) => type === shortened)
  const removed = last === undefined ? undefined : sealedLog.safeParse(last.pub).data?.removed
  return last === undefined || removed === undefined
    ? []
    : [
        makeFinding(
          subject,
          'access_log_shortened',
          `rows 1 to ${removed} of the access log were removed by retention, last on ${last.at.slice(0, 10)}`,
        ),
      ]
}

interface StoredRow extends AccessLogTable {
  /** Null also where the log has no place for the terms of this row. */
  readonly sealed: Buffer | null
  readonly wrapped_key: Buffer | null
}

const numbersIn = (detail: JsonValue): readonly number[] => {
  const rows = typeof detail === 'object' && detail !== null && 'rows' in detail ? detail['rows'] : null
  return Array.isArray(rows) ? rows.filter((n): n is number => typeof n === 'number') : []
}

/** The search terms of a log, as far as they can be told from what was written. */
const createTermsCheck = (vault: Vault) => {
  const gone = new Set<number>()
  let differing: number | null = null
  return {
    take: ({ sealed, wrapped_key, ...row }: StoredRow, { detail }: ChainedRow): void => {
      if (row.kind === 'terms_erased') for (const n of numbersIn(detail)) gone.delete(n)
      if (row.terms_digest === null) return
      const { state } = readTerms(vault, row.terms_digest, { sealed, wrapped_key })
      if (state === 'erased') gone.add(row.n)
      else if (state === 'altered') differing ??= row.n
    },
    end: (): string[] => {
      const [unexplained] = gone
      return [
        ...(differing === null ? [] : [`what row ${differing} of the access log searched for is not what was written`]),
        ...(unexplained === undefined
          ? []
          : [`what row ${unexplained} of the access log searched for is gone, and no row says that it was erased`]),
      ]
    },
  }
}

/**
 * L-98: checks the access log of a folder against its own chain and against what this device has sealed of it: changed,
 * missing and reordered rows, a tail that was cut off, and search terms that are not what was written.
 */
export const checkAccessLog = (parts: AccessLogCheckParts): AccessLogChecked => {
  const { sql, vault } = parts
  const payloads = sealedBy(parts)
  const check = createLogCheck(headsIn(payloads))
  const terms = createTermsCheck(vault)
  let rows = 0
  for (const row of sql.iterate<StoredRow>(
    'select l.*, t.sealed, t.wrapped_key from access_log l left join access_log_terms t on t.n = l.n order by l.n',
  )) {
    const { sealed: _sealed, wrapped_key: _key, ...stored } = row
    const chained = chainedRow(stored)
    check.take(chained)
    terms.take(row, chained)
    rows += 1
  }
  return {
    rows,
    findings: [
      ...check.end().map(({ code, message }) => makeFinding(subject, code, message)),
      ...terms.end().map((message) => makeFinding(subject, 'access_log_terms_differ', message)),
      ...removals(payloads),
    ],
  }
}
