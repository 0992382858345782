import { setTimeout as pause } from 'node:timers/promises'
import { endGrant, giveGrant, removeHubDevice, revokeHubDevice } from '../../../../shared/api/hub.ts'
import type { Chance } from '../chance.ts'
import type { Cluster, DeviceProcess } from './cluster.ts'
import type { Machine } from './machine.ts'
import { workAt, type Office } from './people.ts'

/** What a storm came to. */
export interface Stormed {
  readonly kills: Readonly<Record<string, number>>
  readonly postgresCrashes: number
  readonly office: Office
  /** Names of devices that the hub removed or revoked in the middle. */
  readonly shutOut: ReadonlySet<string>
}

export interface StormOptions {
  readonly cluster: Cluster
  readonly chance: Chance
  readonly kills: number
  readonly trace: (line: string) => void
}

const tryAgainMs = 20

/**
 * Writes that may be acknowledged before the next part of the storm begins: what nobody kills does not run away with
 * the disk.
 */
const writesOfARound = [15, 45] as const

/** Work that is handed out as the storm goes on. */
const createDay = (): {
  readonly office: Office
  readonly more: (writes: number) => void
  readonly end: () => void
  readonly onWrite: (listener: () => void) => () => void
} => {
  const listeners = new Set<() => void>()
  let budget = 0
  let ended = false
  let changed = Promise.withResolvers<void>()
  const change = (): void => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const office: Office = {
    cases: [],
    told: [],
    refused: new Map(),
    work: async () => {
      while (!ended && office.told.length >= budget) await changed.promise
      return !ended
    },
    onTold: () => listeners.forEach((listener) => listener()),
  }
  return {
    office,
    more: (writes) => {
      budget = office.told.length + writes
      change()
    },
    end: () => {
      ended = true
      change()
    },
    onWrite: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Resolves after so many acknowledged writes, or so many bytes on the wires: whichever comes first. A kill falls in the
 * middle of whatever goes on then.
 */
const fuse = (
  cluster: Cluster,
  day: ReturnType<typeof createDay>,
  writes: number,
  bytes: number,
): Promise<'writes' | 'bytes'> =>
  new Promise((resolve) => {
    let [writesLeft, bytesLeft] = [writes, bytes]
    const burn = (why: 'writes' | 'bytes'): void => {
      off.forEach((each) => each())
      resolve(why)
    }
    const off = [
      day.onWrite(() => (--writesLeft <= 0 ? burn('writes') : undefined)),
      cluster.onBytes((passed) => {
        bytesLeft -= passed
        if (bytesLeft <= 0) burn('bytes')
      }),
    ]
  })

const changeWeather = ({ devices }: Cluster, chance: Chance): void => {
  for (const { weather, wire } of devices) {
    weather.cutBetween = chance.is(0.5) ? [200, chance.pick([2_000, 20_000, 200_000])] : null
    weather.delayMs = chance.is(0.3) ? chance.between(1, 8) : 0
    weather.partitioned = chance.is(0.15)
    if (chance.is(0.3) || weather.partitioned) wire.cutAll()
  }
}

/** Shares a case, ends a share; while hubs die it may fail, and that is that. */
const administer = async ({ hubs, devices }: Cluster, chance: Chance, { cases }: Office): Promise<void> => {
  const hub = chance.pick(hubs)
  const device = chance.pick(devices.slice(1))
  const [gives, byUser, id] = [
    chance.is(0.6),
    chance.is(0.5),
    chance.is(0.5) ? cases.at(-1) : cases[chance.between(0, Math.max(0, cases.length - 1))],
  ]
  if (id === undefined) return
  const client = await hub.client().catch(() => null)
  const body = byUser ? { user_id: device.userId } : { device_id: device.deviceId }
  await client?.call(gives ? giveGrant : endGrant, { params: { id }, body }).catch(() => null)
}

/** Shuts a device out in the middle of its work, and says so again until a hub has heard it. */
const shutOut = async ({ hubs }: Cluster, device: DeviceProcess, removes: boolean): Promise<void> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    for (const hub of hubs) {
      const client = await hub.client().catch(() => null)
      const done = await client
        ?.call(removes ? removeHubDevice : revokeHubDevice, {
          params: { device_id: device.deviceId },
          body: { reason: 'Lost on a train.' },
        })
        .catch(() => null)
      if (done?.ok === true || (done?.ok === false && done.error.message.includes('[already_done]'))) return
    }
    await pause(tryAgainMs)
  }
  throw new Error(`${device.name} could not be shut out`)
}

/** A machine that does not come up is started again: its database may be starting too. */
const startAgain = async (machine: Machine): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await machine.start()
    } catch (error) {
      if (attempt >= 10) throw error
    }
  }
}

/**
 * People work, the wires are cut at bytes, and processes on both sides die by SIGKILL and are started again, as a seed
 * decides.
 */
export const storm = async ({ cluster, chance, kills, trace }: StormOptions): Promise<Stormed> => {
  const { hubs, devices, postgres } = cluster
  const day = createDay()
  const counts: Record<string, number> = {}
  const out = new Set<string>()
  let [killed, postgresCrashes] = [0, 0]
  const restarting = new Map<string, Promise<void>>()
  const people = devices.map((device) => workAt(device, chance.fork(`work at ${device.name}`), day.office))
  const working = Promise.all(people)
  working.catch(() => day.end())
  const outAt = Math.floor(kills * (0.4 + chance.next() * 0.4))

  const kill = async (machine: Machine): Promise<void> => {
    await restarting.get(machine.name)
    await machine.kill()
    killed += 1
    counts[machine.name] = (counts[machine.name] ?? 0) + 1
    const started = startAgain(machine)
    started.catch(() => undefined)
    restarting.set(machine.name, started)
  }

  while (killed < kills) {
    changeWeather(cluster, chance)
    const writes = chance.between(...writesOfARound)
    const burnt = fuse(cluster, day, chance.between(1, writes), chance.pick([3_000, 30_000, 300_000]))
    const victims = [...new Set([chance.pick(hubs), ...(chance.is(0.6) ? [chance.pick(devices)] : [])])].filter(
      (_, index) => index > 0 || chance.is(0.75),
    )
    const crashesPostgres = postgres !== null && chance.is(0.12)
    day.more(writes)
    const administered = administer(cluster, chance, day.office)
    const why = await Promise.race([burnt, working.then(() => 'the end' as const)])
    trace(
      `after ${day.office.told.length} writes (${why}): kill ${victims.map(({ name }) => name).join(' and ') || 'nobody'}${crashesPostgres ? ', PostgreSQL crashes' : ''}`,
    )
    if (crashesPostgres) {
      await postgres.halt('immediate')
      await postgres.start()
      postgresCrashes += 1
    }
    await Promise.all(victims.map(kill))
    await administered
    const last = devices.at(-1)
    if (last !== undefined && killed >= outAt && out.size === 0) {
      const removes = chance.is(0.7)
      trace(`${last.name} is ${removes ? 'removed' : 'revoked'}`)
      await shutOut(cluster, last, removes)
      out.add(last.name)
    }
  }
  await Promise.all(restarting.values())
  day.end()
  await working
  return { kills: counts, postgresCrashes, office: day.office, shutOut: out }
}
