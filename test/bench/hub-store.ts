import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLog } from '../../main/platform/log.ts'
import { systemRandom } from '../../main/platform/random.ts'
import { openHubStore } from '../../main/storage/hub/open-hub-store.ts'
import type { HubStore } from '../../main/sync/hub/store.ts'
import { carried, disclosure, entry } from '../contract/hub/samples.ts'
import { hasPostgres, startPostgres } from '../support/postgres.ts'

/**
 * What the store of a hub costs on this machine, on each engine: `node test/bench/hub-store.ts`. Prints one JSON object
 * per line.
 */

const parts = { key: Buffer.alloc(32, 7), random: systemRandom(), log: createLog('silent') }
const perPush = 50
const pushes = 400

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** One push of 50 entries of about 300 bytes with a disclosure each, as the sequencer stores it. */
const push = (store: HubStore, n: number): Promise<void> =>
  store.exclusively(async (tx) => {
    const name = `case-${n % 100}`
    const deviceId = `device-${n % 20}`
    const pos = (await tx.chain(name))?.size ?? 0
    const feed = await tx.nextFeed()
    const made = Array.from({ length: perPush }, (_, index) =>
      entry(name, pos + index, {
        ...carried([disclosure('notes', 'x'.repeat(120)).encoded]),
        payload: Buffer.alloc(300, 1),
        deviceId,
        seq: pos + index + 1,
        dseq: n * perPush + index + 1,
        feed,
      }),
    )
    await tx.appendEntries(made)
    await tx.saveChain({
      case: name,
      size: pos + perPush,
      frontier: Buffer.alloc(300),
      head: '{}',
      feed,
      checkpointSize: 0,
    })
  })

const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * q)] ?? 0
const rounded = (value: number): number => Math.round(value * 100) / 100

const measure = async (engine: string, store: HubStore): Promise<void> => {
  await store.exclusively(async (tx) => {
    for (let n = 0; n < 100; n++)
      await tx.saveGrant({ case: `case-${n}`, subject: { kind: 'user', id: 'user-1' }, feed: 0, endedFeed: null })
  })
  const small: number[] = []
  for (let n = 0; n < 200; n++)
    small.push(await timed(() => store.exclusively((tx) => tx.setCount({ dseq: n, hlc: '' }))))
  const each: number[] = []
  const whole = await timed(async () => {
    for (let n = 0; n < pushes; n++) each.push(await timed(() => push(store, n)))
  })
  const ana = { deviceId: 'device-1', userUid: 'user-1' }
  const { newest } = await store.reading((tx) => tx.feed())
  const idle: number[] = []
  for (let n = 0; n < 200; n++) idle.push(await timed(() => store.reading((tx) => tx.changedSince(ana, newest, 100))))
  const fresh = await timed(() =>
    store.reading(async (tx) => {
      for (const { case: name } of await tx.granted(ana)) await tx.entriesOf(name, 0, 2_000)
    }),
  )
  const entries = perPush * pushes
  console.log(
    JSON.stringify({
      engine,
      smallest_durable_transaction_ms: { median: rounded(quantile(small, 0.5)), p99: rounded(quantile(small, 0.99)) },
      push_of_50_ms: { median: rounded(quantile(each, 0.5)), p99: rounded(quantile(each, 0.99)) },
      entries_stored_per_second: Math.round((entries / whole) * 1_000),
      idle_pull_ms: { median: rounded(quantile(idle, 0.5)), p99: rounded(quantile(idle, 0.99)) },
      entries_read_per_second: Math.round((entries / fresh) * 1_000),
    }),
  )
}

const sizeOf = (dir: string): number =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(path.join(dir, name)).size,
    0,
  )

const dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-bench-'))
const sqlite = await openHubStore({ ...parts, folder: { hubDatabase: path.join(dir, 'hub.db') } })
if (!sqlite.ok) throw new Error(sqlite.error.message)
await measure('SQLite', sqlite.value)
await sqlite.value.close()
console.log(JSON.stringify({ engine: 'SQLite', bytes_per_entry: Math.round(sizeOf(dir) / (perPush * pushes)) }))
rmSync(dir, { recursive: true, force: true })

if (hasPostgres()) {
  const server = await startPostgres()
  const opened = await openHubStore({ ...parts, databaseUrl: await server.createDatabase() })
  if (!opened.ok) throw new Error(opened.error.message)
  await measure('PostgreSQL', opened.value)
  await opened.value.close()
  await server.remove()
}
