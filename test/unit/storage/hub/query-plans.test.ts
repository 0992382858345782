import { expect, test } from 'vitest'
import { systemRandom } from '../../../../main/platform/random.ts'
import { hubKeys } from '../../../../main/storage/hub/keys.ts'
import { changes, changesValues } from '../../../../main/storage/hub/parts/changes.ts'
import { signedHeads } from '../../../../main/storage/hub/parts/log.ts'
import { migrateSqlite } from '../../../../main/storage/hub/sqlite/migrate.ts'
import { openMemory } from '../../../../main/storage/sqlite/connection.ts'

test('what is new to a device is found without walking through what it holds', () => {
  const db = openMemory()
  migrateSqlite(db, hubKeys(new Uint8Array(32), systemRandom()))
  const values = changesValues(['user:u', 'device:d', 'member:u:', 'member:u;'], 'd', 7)
  const steps = db
    .prepare<unknown[], { detail: string }>(`explain query plan ${changes} order by feed, chain limit ?`)
    .all(...values, 500)
    .map(({ detail }) => detail)
  const tables = steps.filter((step) => /^(?:SCAN|SEARCH) (?:chains|grants|releases|g|c|r)\b/u.test(step))
  expect(tables.filter((step) => step.startsWith('SCAN'))).toEqual([])
  expect(tables).toContainEqual(expect.stringContaining('chains_feed (feed>?)'))
  for (const index of ['grants_given (subject=? AND feed>?)', 'grants_ended (subject=? AND ended_feed>?)'])
    expect(tables).toContainEqual(expect.stringContaining(index))
  db.close()
})

test('the newest stamped head of the log is found without walking through those that are not', () => {
  const db = openMemory()
  migrateSqlite(db, hubKeys(new Uint8Array(32), systemRandom()))
  const steps = db
    .prepare<[], { detail: string }>(`explain query plan ${signedHeads.timestamped}`)
    .all()
    .map(({ detail }) => detail)
  expect(steps).toEqual([expect.stringContaining('USING INDEX log_heads_timestamped')])
  db.close()
})
