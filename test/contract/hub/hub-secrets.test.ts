import { describe, expect, test } from 'vitest'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { engines } from './engines.ts'
import { inFreshStores } from './each-test.ts'
import type { FreshStore } from './each-test.ts'
import type { TestStore } from './engines.ts'
import { carried, disclosure, entry } from './samples.ts'

const name = 'Die Tante aus Winterthur'

describe.each(engines)('what is secret in the store of a hub on $name', (engine) => {
  let at: TestStore
  let store: HubStore
  let another: FreshStore['another']
  inFreshStores(engine, (fresh) => {
    ;({ at, store, another } = fresh)
  })

  const secret = disclosure('notes', name)
  const other = disclosure('title', 'stays')
  const told = entry('case-a', 0, carried([secret.encoded, other.encoded]))

  const keys = async (): Promise<Buffer[]> =>
    (
      await at.rows('select wrapped_key from disclosure_keys union all select wrapped_key from quarantined_disclosures')
    ).map((row) => row['wrapped_key'] as Buffer)

  /** Until what runs behind the answer has run too. */
  const scrubbed = async (): Promise<void> => {
    await store.close()
    store = await another()
    await store.close()
    store = await another()
    expect(await at.rows('select must_scrub from hub_state where must_scrub = 1')).toEqual([])
  }

  test('S-43, L-51: disclosures lie encrypted, also for whoever holds the key of the engine alone', async () => {
    await store.exclusively(async (tx) => {
      await tx.appendEntries([told])
      await tx.quarantine({
        id: 'q-1',
        case: 'case-a',
        deviceId: 'device-2',
        code: 'device_fork',
        entry: carried([secret.encoded]),
        atMs: 1,
      })
    })
    const content = await at.content()
    expect(content.includes(Buffer.from(told.payload))).toBe(true)
    for (const clear of [name, secret.encoded, Buffer.from(name).toString('base64url')])
      expect(content.includes(clear)).toBe(false)
  })

  test('a disclosure that was altered in the database is left out, and no other one', async () => {
    await store.exclusively((tx) =>
      tx.appendEntries([told, entry('case-a', 1, { ...carried([secret.encoded]), dseq: 2, seq: 2 })]),
    )
    // Who can write to the database puts the key of one disclosure in the place of another's.
    await at.rows(
      'update disclosure_keys set wrapped_key = (select wrapped_key from disclosure_keys where pos = 0 and ord = 1) where pos = 0 and ord = 0 returning pos',
    )
    const read = await store.reading((tx) => tx.entriesOf('case-a', 0, 10))
    expect(read.map(({ disclosures }) => disclosures)).toEqual([[other.encoded], [secret.encoded]])
  })

  test('L-53: an erasure takes what it names, from the order and from quarantine, and nothing of its keys stays in the tables', async () => {
    await store.exclusively(async (tx) => {
      await tx.appendEntries([told])
      await tx.quarantine({
        id: 'q-1',
        case: 'case-a',
        deviceId: 'device-2',
        code: 'device_fork',
        entry: carried([secret.encoded, other.encoded]),
        atMs: 1,
      })
    })
    const before = await keys()
    expect(before).toHaveLength(4)
    const holdsAll = await at.content()
    for (const key of before) expect(holdsAll.includes(key)).toBe(true)

    expect(
      await store.exclusively((tx) => tx.eraseDisclosures('case-a', told.id, [secret.digest, 'no such digest'])),
    ).toBe(2)
    expect((await store.reading((tx) => tx.entry(told.id)))?.disclosures).toEqual([other.encoded])
    expect((await store.reading((tx) => tx.quarantined(1)))[0]?.entry.disclosures).toEqual([other.encoded])

    await scrubbed()
    const left = await keys()
    expect(left).toHaveLength(2)
    const content = await at.content()
    for (const key of before) expect(content.includes(key)).toBe(left.some((kept) => kept.equals(key)))
    expect(await store.exclusively((tx) => tx.eraseDisclosures('case-a', told.id, [secret.digest]))).toBe(0)
    expect(await store.exclusively((tx) => tx.eraseDisclosures('case-b', told.id, [other.digest]))).toBe(0)
  })
})
