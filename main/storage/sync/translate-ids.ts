import { createSecretKey } from 'node:crypto'
import { idRange } from '../../platform/ids.ts'
import type { Env } from '../../platform/env.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { shiftDraftKey } from '../access/draft-keys.ts'
import { rewrapCaseKey } from '../evidence/keys.ts'
import type { CaseKeysTable } from '../evidence/tables.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import { givenIdColumns, givenIdMembers } from './given-ids.ts'

/** The keys of cases are bound to the case's id, so they are wrapped anew. */
const rewrapCaseKeys = (sql: SyncStatements, keys: FolderKeys, shift: number, random: Env['random']): void => {
  const workspace = createSecretKey(keys.workspace)
  for (const row of sql.all<CaseKeysTable>('select * from case_keys')) {
    const wrapped = rewrapCaseKey(workspace, row, row.case_id + shift, random)
    // One that does not open any more opens nothing under another name either; it stays for verification to name.
    sql.run(
      'update case_keys set case_id = ?, wrapped_key = ? where case_id = ?',
      row.case_id + shift,
      wrapped ?? row.wrapped_key,
      row.case_id,
    )
  }
}

/** What a member holds afterwards. */
const shifted = (value: unknown, shift: number, isGiven: (id: number) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((one) => shifted(one, shift, isGiven))
  if (typeof value === 'number') return value > 0 && isGiven(value + shift) ? value + shift : value
  return typeof value === 'string'
    ? value.replaceAll(/\d+/gu, (id) => String(shifted(Number(id), shift, isGiven)))
    : value
}

const shiftMember = (
  sql: SyncStatements,
  [table, column, member]: (typeof givenIdMembers)[number],
  shift: number,
): void => {
  // Ids of alerts that other systems raised may be linked to a case beside the folder's own; they stay.
  const isGiven = (id: number): boolean =>
    !member.startsWith('alert_id') || sql.get('select 1 from alerts where id = ?', id) !== undefined
  const rows = sql.all<{ id: SqlValue; json: string }>(
    `select id, ${column} as json from ${table} where json_valid(${column}) and json_extract(${column}, '$.${member}') is not null`,
  )
  for (const { id, json } of rows) {
    const held = JSON.parse(json) as Record<string, unknown>
    sql.run(
      `update ${table} set ${column} = ? where id = ?`,
      JSON.stringify({ ...held, [member]: shifted(held[member], shift, isGiven) }),
      id,
    )
  }
}

const shiftDraftKeys = (sql: SyncStatements, shift: number): void => {
  for (const { user, key } of sql.all<{ user: string; key: string }>('select user_uid as user, key from drafts')) {
    sql.run('update drafts set key = ? where user_uid = ? and key = ?', shiftDraftKey(key, shift), user, key)
  }
}

/**
 * Makes the ids that a folder gave out while it worked alone those of its device number (Y-14), in everything that is
 * no projection; ends its sessions and forgets its kept answers, which name the old ones.
 */
export const translateIds = (sql: SyncStatements, keys: FolderKeys, deviceNumber: number, { random }: Env): void => {
  const shift = deviceNumber * (idRange(0).last + 1)
  for (const [table, column] of givenIdColumns)
    sql.run(`update ${table} set ${column} = ${column} + ? where ${column} > 0`, shift)
  rewrapCaseKeys(sql, keys, shift, random)
  for (const place of givenIdMembers) shiftMember(sql, place, shift)
  shiftDraftKeys(sql, shift)
  sql.run('update device set device_number = ? where id = 1', deviceNumber)
  for (const table of ['idempotency', 'sessions', 'number_slots', 'number_ranges']) sql.run(`delete from ${table}`)
}
