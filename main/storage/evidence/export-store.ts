import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { EvidenceKeys } from './keys.ts'
import type { ExportsTable } from './tables.ts'

/** An export as it is kept. */
export type KeptExport = Omit<ExportsTable, 'wrapped_key'>

/** Exports: the memory of this device of the bundles that it made. */
export interface ExportStore {
  create(kept: KeptExport, key: Uint8Array): Promise<Result<void, Refusal>>
  /**
   * Answers whether the export is still known: an erasure in its case, or whoever discards it, ends it at any moment
   * (L-56).
   */
  save(kept: KeptExport): Promise<Result<boolean, Refusal>>
  read(id: string): KeptExport | null
  /** Newest first, at most a thousand. */
  list(caseId?: number): readonly KeptExport[]
  /** All that are not over, as far as is remembered. */
  running(): readonly KeptExport[]
  /** Whether one ended before this time (Unix milliseconds). */
  hasEndedBefore(ms: number): boolean
  /** The names of the files that finished bundles lie under. */
  files(): ReadonlySet<string>
  /** The key under which a finished bundle is stored. */
  key(id: string): Promise<Uint8Array | null>
  forget(id: string): Promise<Result<void, Refusal>>
  /** Forgets those that ended before this time (Unix milliseconds). */
  forgetEndedBefore(ms: number): Promise<void>
}

const columns = [
  'id',
  'case_id',
  'case_number',
  'state',
  'pieces',
  'disclosures',
  'encrypted',
  'bytes_total',
  'bytes_done',
  'started_at',
  'finished_at',
  'file_name',
  'size',
  'sha256',
  'requested_by',
  'entry_id',
  'error',
] as const satisfies readonly (keyof KeptExport)[]

const update = `update exports set ${columns
  .slice(1)
  .map((column) => `${column} = ?`)
  .join(', ')} where id = ?`

/** Makes the store. */
export const createExportStore = ({
  ledger,
  sql,
  keys,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
  readonly keys: EvidenceKeys
}): ExportStore => ({
  create: (kept, key) =>
    ledger.write(systemActor, async (tx) => {
      const wrapped = await keys.wrapPartialKey(tx.sql, kept.case_id, kept.id, key)
      await tx.sql.run(
        `insert into exports (${columns.join(', ')}, wrapped_key) values (${columns.map(() => '?').join(', ')}, ?)`,
        ...columns.map((column) => kept[column]),
        wrapped,
      )
      return ok(undefined)
    }),
  save: (kept) =>
    ledger.write(systemActor, async (tx) => {
      const { changes } = await tx.sql.run(update, ...columns.slice(1).map((column) => kept[column]), kept.id)
      return ok(changes > 0)
    }),
  read: (id) => sql.get<ExportsTable>('select * from exports where id = ?', id) ?? null,
  list: (caseId) =>
    caseId === undefined
      ? sql.all<ExportsTable>('select * from exports order by id desc limit 1000')
      : sql.all<ExportsTable>('select * from exports where case_id = ? order by id desc limit 1000', caseId),
  running: () => sql.all<ExportsTable>("select * from exports where state = 'running'"),
  hasEndedBefore: (ms) => sql.get('select 1 from exports where finished_at < ? limit 1', ms) !== undefined,
  files: () =>
    new Set(
      sql.all<{ sha256: string }>('select sha256 from exports where sha256 is not null').map(({ sha256 }) => sha256),
    ),
  key: async (id) => {
    const row = sql.get<ExportsTable>('select * from exports where id = ?', id)
    return row === undefined ? null : await keys.partialKey(sql, row.case_id, row)
  },
  forget: (id) =>
    ledger.write(systemActor, async (tx) => {
      await tx.sql.run('delete from exports where id = ?', id)
      return ok(undefined)
    }),
  forgetEndedBefore: async (ms) => {
    await ledger.write(systemActor, async (tx) => {
      await tx.sql.run('delete from exports where finished_at < ?', ms)
      return ok(undefined)
    })
  },
})
