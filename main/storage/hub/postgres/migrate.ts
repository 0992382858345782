import type { Pool, PoolClient } from 'pg'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { HubKeys } from '../keys.ts'
import type { HubMigration, HubTypes } from '../migrations/types.ts'
import { firstState, otherKey, otherRelease } from '../opening.ts'
import { onConnection } from './connections.ts'
import { postgresStatements } from './statements.ts'

const types: HubTypes = { int: 'bigint', bytes: 'bytea', text: 'text collate "C"', clustered: '', plain: '' }

/** Before the first step there is no row to lock: processes that start together wait for each other at this number. */
const startLock = 0x66_73_68_75

const bringForward = async (
  client: PoolClient,
  keys: HubKeys,
  steps: readonly HubMigration[],
): Promise<Result<void, Refusal>> => {
  const sql = postgresStatements(client)
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const done = (await sql.all<{ name: string }>('select name from migrations')).map(({ name }) => name)
  const refused = otherRelease(done, steps)
  if (refused !== null) return fail(refused)
  for (const { name, tables } of steps) {
    if (done.includes(name)) continue
    for (const statement of tables(types)) await client.query(statement)
    await sql.run('insert into migrations (name) values (?)', name)
  }
  if (done.length === 0) await sql.run(firstState, keys.makeCheck())
  const state = await sql.get<{ key_check: Buffer }>('select key_check from hub_state')
  return state !== undefined && keys.isOurs(state.key_check) ? ok(undefined) : fail(otherKey)
}

/** Brings a store forward to this release, all steps or none. */
export const migratePostgres = (
  pool: Pool,
  keys: HubKeys,
  steps: readonly HubMigration[],
): Promise<Result<void, Refusal>> =>
  onConnection(pool, async (client) => {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${startLock})`)
    const brought = await bringForward(client, keys, steps)
    await client.query(brought.ok ? 'commit' : 'rollback')
    return brought
  })
