import { startProxy } from '../../support/sync/byte-proxy.ts'
import { enrolBenchDevice, removeData, startHub, type BenchDevice } from '../sync-world.ts'
import { entryText, measured, untilQuiet, type Contender, type SyncWork } from './contender.ts'

const kept = <T>(
  result:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly error: { readonly message: string } },
): T => {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

/** Opens the cases and writes the rest of their entries as notes; answers the cases' ids. */
export const writeCases = async (device: BenchDevice, work: SyncWork): Promise<number[]> => {
  const { workspace } = device
  const options = { actor: await device.actor() }
  const opened = Array.from({ length: work.cases }, (_, n) =>
    workspace.cases.create({ title: `Case ${n}`, description: entryText(n), priority: 'medium' }, options),
  )
  const ids = (await Promise.all(opened)).map((result) => kept(result).id)
  for (let at = 1; at < work.entriesEach; at++) {
    const notes = ids.map((id, n) => workspace.cases.addNote(id, { text: entryText(at * work.cases + n) }, options))
    for (const note of await Promise.all(notes)) kept(note)
  }
  return ids
}

const writeApart = async (device: BenchDevice, ids: readonly number[], from: number, count: number): Promise<void> => {
  const { workspace } = device
  const options = { actor: await device.actor() }
  const notes = Array.from({ length: count }, (_, n) =>
    workspace.cases.addNote(ids[n % ids.length] ?? 0, { text: entryText(from + n) }, options),
  )
  for (const note of await Promise.all(notes)) kept(note)
}

const countOf = async ({ workspace }: BenchDevice): Promise<number> => {
  const row = await workspace.db
    .selectFrom('entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chain', '>', 0)
    .where('hub_pos', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/**
 * Ours: a hub in its process, devices that sign every entry and verify all of others', each commit on the disk before
 * it is answered, at both ends.
 */
export const fieldsealContender: Contender = {
  name: 'Fieldseal',
  round: async (work) => {
    const hub = await startHub()
    const proxy = await startProxy(hub.url)
    const watched = { bytes: proxy.bytes, serverPid: hub.pid }
    const a = await enrolBenchDevice(hub, proxy.url)
    const b = await enrolBenchDevice(hub, proxy.url)
    try {
      await a.sync()
      const ids = await writeCases(a, work)
      await untilQuiet(hub.pid)
      const push = await measured(watched, () => a.sync())
      // The hub's own folder takes in what the devices brought; it is a device like the others.
      await untilQuiet(hub.pid)
      const pull = await measured(watched, () => b.sync())
      await writeApart(a, ids, 100_000, work.apart)
      await writeApart(b, ids, 200_000, work.apart)
      await untilQuiet(hub.pid)
      const reconcile = await measured(watched, async () => {
        await a.sync()
        await b.sync()
        await a.sync()
      })
      const whole = work.cases * work.entriesEach + 2 * work.apart
      for (const one of [a, b]) if ((await countOf(one)) !== whole) throw new Error('our devices have not reconciled')
      return { push, pull, reconcile }
    } finally {
      for (const one of [a, b]) await one.close()
      await proxy.close()
      await hub.stop()
      for (const one of [a, b, hub]) removeData(one)
    }
  },
}
