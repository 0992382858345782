import { chanceOf } from '../chance.ts'
import { foundCluster, type EngineName } from './cluster.ts'
import { notIntact, settle } from './settle.ts'
import { storm } from './storm.ts'

export interface ProcessesRun {
  readonly engine: EngineName
  readonly seed: number
  /** How many processes are killed, hubs and devices together. */
  readonly kills: number
  readonly trace?: (line: string) => void
}

/** What a run came to; whatever was promised and not kept throws. */
export interface ProcessesOutcome {
  readonly kills: Readonly<Record<string, number>>
  readonly postgresCrashes: number
  readonly cuts: number
  readonly bytes: number
  readonly acknowledged: number
  readonly entries: number
  readonly refused: number
  readonly quarantined: number
  readonly hidden: number
  /** Refusals that people saw, by code. */
  readonly refusals: Readonly<Record<string, number>>
  /** Folders that `fieldseal verify` does not call intact. */
  readonly notIntact: readonly string[]
  /** What processes logged as errors. */
  readonly errors: readonly string[]
}

/**
 * Lives a storm with real processes, a real network that is cut at bytes, and SIGKILL on both sides. The seed decides
 * who works on what, what is cut and who dies; how the processes run beside each other no seed can.
 *
 * @throws Broken, with the promise that was not kept
 */
export const runProcesses = async ({
  engine,
  seed,
  kills,
  trace = () => undefined,
}: ProcessesRun): Promise<ProcessesOutcome> => {
  const chance = chanceOf(seed)
  const cluster = await foundCluster(engine, chance.fork('cluster'))
  try {
    const stormed = await storm({ cluster, chance: chance.fork('storm'), kills, trace })
    trace(`the storm is over: ${stormed.office.told.length} writes`)
    const settled = await settle(cluster, stormed)
    return {
      ...settled,
      kills: stormed.kills,
      postgresCrashes: stormed.postgresCrashes,
      cuts: cluster.devices.reduce((sum, { wire }) => sum + wire.cuts(), 0),
      bytes: cluster.devices.reduce((sum, { wire }) => sum + wire.bytes.up + wire.bytes.down, 0),
      acknowledged: stormed.office.told.length,
      refusals: Object.fromEntries(stormed.office.refused),
      notIntact: await notIntact(cluster),
      errors: cluster.errors,
    }
  } finally {
    await cluster.remove()
  }
}
