import type { Contender, Cost, RoundCosts } from './peers/contender.ts'
import { fullWork } from './peers/contender.ts'
import { fieldsealContender } from './peers/fieldseal.ts'
import { pouchContender } from './peers/pouch.ts'
import { yjsContender } from './peers/yjs.ts'
import { median, type BenchLine } from './report.ts'
import { benchDevices } from './sync-devices.ts'
import { benchIdle } from './sync-held.ts'

const rounds = Number(process.env['FIELDSEAL_BENCH_ROUNDS'] ?? 5)

const steps = ['push', 'pull', 'reconcile'] as const satisfies readonly (keyof RoundCosts)[]
type Step = (typeof steps)[number]

const stepNames: Readonly<Record<Step, string>> = {
  push: 'push of 100 cases with 50 entries each',
  pull: 'fresh pull of the same',
  reconcile: 'reconcile of 500 + 500 entries written apart',
}
/** How many times as fast as PouchDB, and on which part of its bytes. */
const aims: Readonly<Record<Step, { readonly times: number; readonly part: number | null }>> = {
  push: { times: 5, part: 0.25 },
  pull: { times: 5, part: 0.25 },
  reconcile: { times: 20, part: null },
}

const medianCost = (costs: readonly Cost[]): Cost => {
  const of = (pick: (cost: Cost) => number): number => median(costs.map(pick))
  return {
    ms: of((c) => c.ms),
    up: of((c) => c.up),
    down: of((c) => c.down),
    devicesCpu: of((c) => c.devicesCpu),
    serverCpu: of((c) => c.serverCpu),
  }
}

const bytesOf = ({ up, down }: Cost): number => up + down
const cpuOf = ({ devicesCpu, serverCpu }: Cost): number => devicesCpu + serverCpu

const table = (results: ReadonlyMap<Contender, Readonly<Record<Step, Cost>>>): void => {
  const ours = results.get(fieldsealContender)
  const columns = [10, 20, 9, 11, 11, 13, 12, 12, 13]
  const row = (cells: readonly string[]): void =>
    console.log(
      cells.map((cell, at) => (at < 2 ? cell.padEnd(columns[at] ?? 0) : cell.padStart(columns[at] ?? 0))).join(' '),
    )
  row(['step', 'who', 'ms', 'kB up', 'kB down', 'devices cpu', 'server cpu', 'ms / ours', 'bytes / ours'])
  for (const step of steps) {
    for (const [{ name }, costs] of results) {
      const cost = costs[step]
      const own = ours?.[step] ?? cost
      row([
        step,
        name,
        cost.ms.toFixed(0),
        (cost.up / 1_000).toFixed(0),
        (cost.down / 1_000).toFixed(0),
        cost.devicesCpu.toFixed(0),
        cost.serverCpu.toFixed(0),
        (cost.ms / own.ms).toFixed(2),
        (bytesOf(cost) / bytesOf(own)).toFixed(2),
      ])
    }
  }
}

const linesOf = (step: Step, ours: Cost, peer: Cost): BenchLine[] => {
  const { times, part } = aims[step]
  const name = stepNames[step]
  const limitName = 'PouchDB 9'
  const faster = peer.ms / ours.ms
  const less = bytesOf(ours) / bytesOf(peer)
  return [
    {
      name,
      unit: 'ms',
      ours: ours.ms,
      limit: peer.ms,
      limitName,
      ratio: faster,
      aim: `>= ${times}`,
      met: faster >= times,
    },
    {
      name: `${name}, processor time of both ends`,
      unit: 'ms',
      ours: cpuOf(ours),
      limit: cpuOf(peer),
      limitName,
      ratio: cpuOf(peer) / cpuOf(ours),
      aim: 'none',
      met: true,
    },
    ...(part === null
      ? []
      : [
          {
            name: `${name}, bytes both ways`,
            unit: 'kB',
            ours: bytesOf(ours) / 1_000,
            limit: bytesOf(peer) / 1_000,
            limitName,
            ratio: less,
            aim: `<= ${part}`,
            met: less <= part,
          },
        ]),
  ]
}

/**
 * The same work for us and for peers, in alternation, each through a proxy that counts bytes; the first round of each
 * warms up and is not counted.
 */
const benchPeers = async (): Promise<BenchLine[]> => {
  const contenders = [fieldsealContender, pouchContender, yjsContender]
  const taken = new Map<Contender, RoundCosts[]>(contenders.map((contender) => [contender, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const contender of contenders) {
      const costs = await contender.round(fullWork)
      if (round > 0) taken.get(contender)?.push(costs)
    }
  }
  const results = new Map(
    contenders.map((contender) => {
      const costs = taken.get(contender) ?? []
      const of = (step: Step): Cost => medianCost(costs.map((one) => one[step]))
      return [contender, { push: of('push'), pull: of('pull'), reconcile: of('reconcile') }]
    }),
  )
  table(results)
  const [ours, peer] = [results.get(fieldsealContender), results.get(pouchContender)]
  return ours === undefined || peer === undefined ? [] : steps.flatMap((step) => linesOf(step, ours[step], peer[step]))
}

const parts = { peers: benchPeers, idle: benchIdle, devices: benchDevices }

/**
 * Sync beside its peers, what an idle one costs, and how many devices a hub bears; `FIELDSEAL_BENCH_SYNC=idle,devices`
 * chooses.
 */
export const benchSync = async (): Promise<BenchLine[]> => {
  const chosen = (process.env['FIELDSEAL_BENCH_SYNC'] ?? Object.keys(parts).join(',')).split(',')
  const lines: BenchLine[] = []
  for (const [name, part] of Object.entries(parts)) if (chosen.includes(name)) lines.push(...(await part()))
  return lines
}
