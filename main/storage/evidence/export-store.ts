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
  save(kept: KeptExport): Promise<Result<void, Refusal>>
  read(id: string): KeptExport | null
  /** Newest first. */
  list(caseId?: number): readonly KeptExport[]
  /** The key under which a finished bundle is stored. */
  key(id: string): Promise<Uint8Array | null>
  forget(id: string): Promise<void>
}

const columns = [
  'id', 'case_id', 'case_number', 'state', 'pieces', 'disclosures', 'encrypted', 'bytes_total', 'bytes_done', 'started_at', 'finished_at', 'file_name', 'size', 'sha256',
  'requested_by', 'entry_id', 'error',
] as const satisfies readonly (keyof KeptExport)[]

const update = `update exports set ${columns.slice(1).map((column) => `${column} = ?`).join(', ')} where id = ?`

/** Makes the store. */
export const createExportStore = ({ ledger, sql, keys }: { readonly ledger: Ledger; readonly sql: SyncStatements; readonly keys: EvidenceKeys }): ExportStore => ({
  create: (kept, key) =>
    ledger.write(systemActor, async (tx) => {
      const wrapped = await keys.wrapPartialKey(tx.sql, kept.case_id, kept.id, key)
      await tx.sql.run(`insert into exports (${columns.join(', ')}, wrapped_key) values (${columns.map(() => '?').join(', ')}, ?)`, ...columns.map((column) => kept[column]), wrapped)
      return ok(undefined)
    }),
  save: (kept) =>
    ledger.write(systemActor, async (tx) => {
      await tx.sql.run(update, ...columns.slice(1).map((column) => kept[column]), kept.id)
      return ok(undefined)
    }),
  read: (id) => sql.get<ExportsTable>('select * from exports where id = ?', id) ?? null,
  list: (caseId) =>
    caseId === undefined
      ? sql.all<ExportsTable>('select * from exports order by id desc limit 1000')
      : sql.all<ExportsTable>('select * from exports where case_id = ? order by id desc limit 1000', caseId),
  key: async (id) => {
    const row = sql.get<ExportsTable>('select * from exports where id = ?', id)
    return row === undefined ? null : await keys.partialKey(sql, row.case_id, row)
  },
  forget: async (id) => {
    await ledger.write(systemActor, async (tx) => {
      await tx.sql.run('delete from exports where id = ?', id)
      return ok(undefined)
    })
  },
})
