import type { Pool, PoolClient } from 'pg'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { HubKeys } from '../keys.ts'
import { hubMigrations } from '../migrations/all.ts'
import type { HubTypes } from '../migrations/types.ts'
import { firstState, newerRelease, otherKey } from '../opening.ts'
import { onConnection } from './connections.ts'
import { postgresStatements } from './statements.ts'

const types: HubTypes = { int: 'bigint', bytes: 'bytea', text: 'text collate "C"', clustered: '', plain: '', bytesOf: (column) => `convert_to(${column}, 'UTF8')` }

/** Before the first step there is no row to lock: processes that start together wait for each other at this number. */
const startLock = 0x66_73_68_75

const bringForward = async (client: PoolClient, keys: HubKeys): Promise<Result<void, Refusal>> => {
  const sql = postgresStatements(client)
  await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())')
  const done = (await sql.all<{ name: string }>('select name from migrations')).map(({ name }) => name)
  if (done.some((name) => !hubMigrations.some((known) => known.name === name))) return fail(newerRelease)
  for (const { name, migration } of hubMigrations) {
    if (done.includes(name)) continue
    for (const statement of migration(types)) await client.query(statement)
    await sql.run('insert into migrations (name) values (?)', name)
  }
  if (done.length === 0) await sql.run(firstState, keys.makeCheck())
  const state = await sql.get<{ key_check: Buffer }>('select key_check from hub_state')
  return state !== undefined && keys.isOurs(state.key_check) ? ok(undefined) : fail(otherKey)
}

/** Brings a store forward to this release, all steps or none. */
export const migratePostgres = (pool: Pool, keys: HubKeys): Promise<Result<void, Refusal>> =>
  onConnection(pool, async (client) => {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${startLock})`)
    const brought = await bringForward(client, keys)
    await client.query(brought.ok ? 'commit' : 'rollback')
    return brought
  })
