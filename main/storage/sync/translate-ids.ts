import { createSecretKey } from 'node:crypto'
import { idRange } from '../../platform/ids.ts'
import type { Env } from '../../platform/env.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { rewrapCaseKey } from '../evidence/keys.ts'
import type { CaseKeysTable } from '../evidence/tables.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** Columns that hold ids which the folder gave out: of cases, evidence, views and alerts, in drafts too. Chains have the ids of their cases. */
const columns = [
  ['entries', 'chain'], ['chains', 'id'], ['checkpoints', 'chain'], ['blob_keys', 'case_id'], ['acquisitions', 'case_id'], ['acquisitions', 'evidence_id'],
  ['acquisition_files', 'evidence_id'], ['exports', 'case_id'], ['saved_views', 'id'],
  ['alerts', 'id'], ['alert_transactions', 'alert_id'], ['entity_cases', 'case_id'], ['drafts', 'case_id'],
] as const

/** The keys of cases are bound to the case's id, so they are wrapped anew. */
const rewrapCaseKeys = (sql: SyncStatements, keys: FolderKeys, shift: number, random: Env['random']): void => {
  const workspace = createSecretKey(keys.workspace)
  for (const row of sql.all<CaseKeysTable>('select * from case_keys')) {
    const wrapped = rewrapCaseKey(workspace, row, row.case_id + shift, random)
    // One that does not open any more opens nothing under another name either; it stays for verification to name.
    sql.run('update case_keys set case_id = ?, wrapped_key = ? where case_id = ?', row.case_id + shift, wrapped ?? row.wrapped_key, row.case_id)
  }
}

const shiftJson = (sql: SyncStatements, table: string, column: string, member: string, shift: number): void =>
  void sql.run(
    `update ${table} set ${column} = json_set(${column}, '$.${member}', iif(json_type(${column}, '$.${member}') = 'integer', json_extract(${column}, '$.${member}') + cast(? as integer), cast(cast(json_extract(${column}, '$.${member}') as integer) + cast(? as integer) as text)))
     where json_valid(${column}) and cast(json_extract(${column}, '$.${member}') as integer) > 0`,
    shift, shift,
  )

/** A draft's key names what it belongs to by an id that the folder gave out, where it is one (`note:17`), and not by a uid. */
const shiftDraftKeys = (sql: SyncStatements, shift: number): void => {
  for (const { user, key } of sql.all<{ user: string; key: string }>('select user_uid as user, key from drafts')) {
    const shifted = key.replace(/^((?:[A-Za-z_-]+:)+)(\d+)(?=:|$)/u, (_, form: string, id: string) => `${form}${Number(id) + shift}`)
    if (shifted !== key) sql.run('update drafts set key = ? where user_uid = ? and key = ?', shifted, user, key)
  }
}

/** Makes the ids that a folder gave out while it worked alone those of its device number (Y-14), in everything that is no projection; ends its sessions and forgets its kept answers, which name the old ones. */
export const translateIds = (sql: SyncStatements, keys: FolderKeys, deviceNumber: number, { random }: Env): void => {
  const shift = deviceNumber * (idRange(0).last + 1)
  for (const [table, column] of columns) sql.run(`update ${table} set ${column} = ${column} + ? where ${column} > 0`, shift)
  rewrapCaseKeys(sql, keys, shift, random)
  shiftJson(sql, 'acquisitions', 'actor', 'user_id', shift)
  shiftJson(sql, 'saved_views', 'query', 'owner_id', shift)
  shiftDraftKeys(sql, shift)
  sql.run('update device set device_number = ? where id = 1', deviceNumber)
  for (const table of ['idempotency', 'sessions', 'number_slots']) sql.run(`delete from ${table}`)
}
