import { createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { keyBytes, unwrapKey, wrapKey } from '../../platform/key-wrap.ts'
import type { Random } from '../../platform/random.ts'
import type { Statements } from '../sqlite/statements.ts'
import type { BlobKeysTable, CaseKeysTable } from './tables.ts'

/** The keys of evidence: the workspace's wraps a case's, a case's wraps those of its files. */
export interface EvidenceKeys {
  newFileKey(): Uint8Array
  /**
   * Files the key under which a blob is stored now, within a write: under this case, and under each that had another
   * for it.
   */
  fileBlobKey(sql: Statements, caseId: number, sha256: string, key: Uint8Array): Promise<void>
  /** The key of a blob by one case, or by any that holds it; null where there is none that opens. */
  blobKey(sql: Statements, sha256: string, caseId?: number): Promise<Uint8Array | null>
  /** Wraps the key of a file under way, or of a bundle, within a write. */
  wrapPartialKey(sql: Statements, caseId: number, id: string, key: Uint8Array): Promise<Buffer>
  partialKey(
    sql: Statements,
    caseId: number,
    partial: { readonly id: string; readonly wrapped_key: Uint8Array },
  ): Promise<Uint8Array | null>
}

const caseContext = (caseId: number): string => `case key ${caseId}`
const blobContext = (sha256: string): string => `blob key ${sha256}`
const partialContext = (id: string): string => `partial blob key ${id}`

/** Wraps the key of a case anew for another id of the case; null where it does not open. */
export const rewrapCaseKey = (
  workspace: KeyObject,
  row: CaseKeysTable,
  caseId: number,
  random: Pick<Random, 'bytes'>,
): Buffer | null => {
  const key = unwrapKey(workspace, row.wrapped_key, caseContext(row.case_id))
  return key === null ? null : wrapKey(workspace, key.export(), caseContext(caseId), random)
}

/**
 * Makes the keeper of the keys of evidence.
 *
 * @param workspaceKey 32 bytes
 */
export const createEvidenceKeys = (workspaceKey: Uint8Array, random: Pick<Random, 'bytes'>): EvidenceKeys => {
  const workspace = createSecretKey(workspaceKey)

  const caseKey = async (sql: Statements, caseId: number): Promise<KeyObject | null> => {
    const row = await sql.get<CaseKeysTable>('select * from case_keys where case_id = ?', caseId)
    return row === undefined ? null : unwrapKey(workspace, row.wrapped_key, caseContext(caseId))
  }

  const ensureCaseKey = async (sql: Statements, caseId: number): Promise<KeyObject> => {
    const known = await sql.get<CaseKeysTable>('select * from case_keys where case_id = ?', caseId)
    if (known === undefined) {
      const key = random.bytes(keyBytes)
      await sql.run(
        'insert into case_keys (case_id, wrapped_key) values (?, ?)',
        caseId,
        wrapKey(workspace, key, caseContext(caseId), random),
      )
      return createSecretKey(key)
    }
    const key = unwrapKey(workspace, known.wrapped_key, caseContext(caseId))
    // A new key would hide that everything under the old one cannot be read any more.
    if (key === null) throw new Error('the key of the case was altered')
    return key
  }

  const exported = (key: KeyObject | null): Uint8Array | null => (key === null ? null : key.export())

  return {
    newFileKey: () => random.bytes(keyBytes),
    fileBlobKey: async (sql, caseId, sha256, key) => {
      const holders = await sql.all<{ case_id: number }>('select case_id from blob_keys where sha256 = ?', sha256)
      for (const holder of new Set([caseId, ...holders.map((row) => row.case_id)])) {
        const wrapping = await ensureCaseKey(sql, holder)
        await sql.run(
          'insert into blob_keys (sha256, case_id, wrapped_key) values (?, ?, ?) on conflict do update set wrapped_key = excluded.wrapped_key',
          sha256,
          holder,
          wrapKey(wrapping, key, blobContext(sha256), random),
        )
      }
    },
    blobKey: async (sql, sha256, caseId) => {
      const rows = await sql.all<BlobKeysTable>('select * from blob_keys where sha256 = ?', sha256)
      for (const row of rows) {
        if (caseId !== undefined && row.case_id !== caseId) continue
        const wrapping = await caseKey(sql, row.case_id)
        const key = wrapping === null ? null : exported(unwrapKey(wrapping, row.wrapped_key, blobContext(sha256)))
        if (key !== null) return key
      }
      return null
    },
    wrapPartialKey: async (sql, caseId, id, key) =>
      wrapKey(await ensureCaseKey(sql, caseId), key, partialContext(id), random),
    partialKey: async (sql, caseId, partial) => {
      const wrapping = await caseKey(sql, caseId)
      return wrapping === null ? null : exported(unwrapKey(wrapping, partial.wrapped_key, partialContext(partial.id)))
    },
  }
}
