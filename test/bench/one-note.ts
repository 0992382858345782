import { measured, untilQuiet } from './peers/contender.ts'
import { alternate, median, type BenchLine } from './report.ts'
import { heldWorld } from './sync-held.ts'
import type { HeldWorld } from './sync-held.ts'
import { removeData } from './sync-world.ts'

/**
 * Cases that hub and device hold while one note moves. `FIELDSEAL_BENCH_CASES=1000,20000,200000` wants 4 GB of disk and
 * some minutes.
 */
const sizes = (process.env['FIELDSEAL_BENCH_CASES'] ?? '1000,20000').split(',').map(Number)
const base = { cases: 20, entriesEach: 2, apart: 0 }
const rounds = 9
const notesPerRound = 10

/** Writes one note and syncs it: what waits is sent, and its place comes back. */
const moveNotes = async (
  { hub, device }: HeldWorld,
  caseId: number,
  cpu: number[],
  pulls: number[],
): Promise<number> => {
  const { workspace } = device
  const actor = await device.actor()
  await untilQuiet(hub.pid)
  device.takePulls()
  const cost = await measured({ bytes: { up: 0, down: 0 }, serverPid: hub.pid }, async () => {
    for (let n = 0; n < notesPerRound; n++) {
      const noted = await workspace.cases.addNote(caseId, { text: `One note among many, ${n}` }, { actor })
      if (!noted.ok) throw new Error(noted.error.message)
      const { sent } = await device.sync()
      if (sent !== 1) throw new Error(`${sent} entries were sent`)
    }
  })
  pulls.push(median(device.takePulls()))
  cpu.push((cost.devicesCpu + cost.serverCpu) / notesPerRound)
  return cost.ms / notesPerRound
}

/** What it costs to move one note, by how many cases are held, which must not matter; all in alternation. */
export const benchOneNote = async (): Promise<BenchLine[]> => {
  const worlds: HeldWorld[] = []
  for (const size of sizes) worlds.push(await heldWorld(base, Math.round(size / base.cases)))
  const cpu = worlds.map(() => [] as number[])
  const pulls = worlds.map(() => [] as number[])
  const contenders = await Promise.all(
    worlds.map(async (world, index) => {
      const { id } = await world.device.workspace.db
        .selectFrom('cases')
        .select('id')
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      return [String(index), () => moveNotes(world, id, cpu[index] ?? [], pulls[index] ?? [])] as const
    }),
  )
  const medians = await alternate(rounds, Object.fromEntries(contenders))
  for (const { hub, device } of worlds) {
    await device.close()
    await hub.stop()
    for (const one of [hub, device]) removeData(one)
  }
  const cases = (at: number): string => (sizes[at] ?? 0).toLocaleString('en')
  const work = (at: number): string => median(cpu[at] ?? []).toFixed(2)
  const flat = (name: string, limitName: string, ms: number, least: number): BenchLine => ({
    name,
    unit: 'ms',
    ours: ms,
    limit: least,
    limitName,
    ratio: ms / least,
    aim: '<= 1.2',
    met: ms / least <= 1.2,
  })
  return worlds.slice(1).flatMap((_, index) => {
    const at = index + 1
    return [
      flat(
        `one note among ${cases(at)} cases held (processor time of both ends ${work(at)} ms)`,
        `among ${cases(0)} (${work(0)} ms)`,
        medians[String(at)] ?? Number.NaN,
        medians['0'] ?? Number.NaN,
      ),
      flat(
        `the hub’s answer to the pull after it, of ${cases(at)}`,
        `of ${cases(0)}`,
        median(pulls[at] ?? []),
        median(pulls[0] ?? []),
      ),
    ]
  })
}
