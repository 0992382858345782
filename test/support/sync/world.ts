import { rmSync } from 'node:fs'
import path from 'node:path'
import { createLog } from '../../../main/platform/log.ts'
import { fail } from '../../../shared/schema/result.ts'
import { isDiskFull } from '../../../main/platform/disk-full.ts'
import { HubStoreFault } from '../../../main/sync/hub/store-fault.ts'
import type { SyncLink } from '../../../main/sync/link.ts'
import { protocolVersions } from '../../../shared/protocol/sync.ts'
import { chanceOf, seededRandomness, type Chance } from './chance.ts'
import { deviceClock, type DeviceClock } from './device-clock.ts'
import { disasterOf } from './disaster.ts'
import { createDisk, NodeIsGone, type Disk } from './disk.ts'
import { calm, createNetwork, type Network, type Weather } from './network.ts'
import type { Acted, Action, DeviceSubject, HubSubject, Subject } from './subject.ts'
import { createTimeline, type Task, type Timeline } from './timeline.ts'

/** A machine of the world: its disk and clock outlive the software that runs on it. */
export interface Machine<Software> {
  readonly name: string
  readonly disk: Disk
  readonly clock: DeviceClock
  /** Null while it is down. */
  software: Software | null
  /** Rejects when the present incarnation ends. */
  gone: PromiseWithResolvers<never>
}

export interface DeviceMachine extends Machine<DeviceSubject> {
  deviceId: string
  paused: boolean
  /** The round of sync that is under way. */
  round: { readonly abort: AbortController } | null
  /** How its last round ended. */
  last: string
  /** Whether it has what the hub sealed of its enrolment: it has had a whole round since. */
  hasHeard: boolean
}

/** A write that a device acknowledged. */
export interface Acknowledged {
  readonly device: string
  readonly case: string
  readonly text: string
  readonly entries: readonly string[]
}

export interface World {
  readonly seed: number
  readonly timeline: Timeline
  readonly network: Network
  readonly chance: Chance
  readonly hub: Machine<HubSubject>
  readonly devices: DeviceMachine[]
  /** Cases that were opened, in order. */
  readonly cases: string[]
  readonly acknowledged: Acknowledged[]
  /** Entries that only a hub held which was then set back: nobody can bring them again. */
  readonly beyondRecovery: Set<string>
  readonly weather: Weather
  trace(line: string): void
  /** A person does something on a device; null where the machine is down or stopped in the middle. */
  act(device: DeviceMachine, action: Action): Promise<Acted | null>
  /** Begins a round of sync, unless one is under way. */
  beginRound(device: DeviceMachine): void
  /** A round to its end, within bounded virtual time; answers how it ended. */
  wholeRound(device: DeviceMachine): Promise<string>
  /** Work on the running software of a machine that a crash may end: null then. */
  using<Software, T>(machine: Machine<Software>, work: (software: Software) => Promise<T>): Promise<T | null>
  /** What an administrator does on the hub; on a full disk it fails, and that is that. */
  administer(work: (hub: HubSubject) => Promise<void>): Promise<void>
  crash(machine: Machine<unknown>, power: boolean): void
  restart(machine: Machine<unknown>): Promise<void>
  linkOf(device: DeviceMachine, task: Task): SyncLink
  /** Another device with a copy of the folder of this one. */
  clone(device: DeviceMachine): Promise<void>
  /** Another device that joins by a code, while the network holds; nothing where it does not. */
  enrol(): Promise<void>
  /** What the user of a folder that was cloned does. */
  newEpoch(device: DeviceMachine): Promise<void>
  /** Copies the hub's files, and puts such a copy in the place of the hub's files. */
  backUpHub(): void
  restoreHub(): Promise<void>
  hasBackup(): boolean
  restored(): boolean
  /** Whether no clock ever was further from the world's than clocks commonly are. */
  clocksWereRight(): boolean
  remove(): Promise<void>
}

/** Rounds and answers that take longer than this never end. */
export const roundBoundMs = 20 * 60_000

const yearMs = 365 * 86_400_000

const weatherOf = (chance: Chance): Weather => {
  if (chance.is(0.2)) return calm
  const bad = (most: number): number => (chance.is(0.5) ? chance.next() * most : 0)
  return {
    lost: bad(0.3),
    unanswered: bad(0.3),
    truncated: bad(0.3),
    duplicated: bad(0.3),
    refused: bad(0.2),
    delayMs: chance.pick([20, 500, 5_000]),
  }
}

/** Folders of a hub and of devices that joined it, as every world finds them at its beginning. */
export type Founded = Awaited<ReturnType<Subject['found']>>

interface WorldParts {
  readonly subject: Subject
  readonly founded: Founded
  readonly base: string
  readonly seed: number
  readonly trace: (line: string) => void
}

/** Makes the world of a seed, with its machines running. */
export const createWorld = async ({ subject, founded, base, seed, trace: say }: WorldParts): Promise<World> => {
  const chance = chanceOf(seed)
  const timeline = createTimeline((line) => trace(line))
  function trace(line: string): void {
    say(`${(timeline.nowMs() / 1000).toFixed(3).padStart(10)} ${line}`)
  }
  const luck = chance.fork('machines')
  const roads = chance.fork('network').between(0, 2 ** 31)
  const weather = weatherOf(chance.fork('weather'))
  const log = createLog('silent')
  const backup = path.join(base, 'backup')
  let backedUp = false
  let setBack = false
  // Some machines begin with the release before this one, and may be brought up to date when they start again (Y-27). A
  // device of that release does not see every hub that was set back.
  const releases = chanceOf(seed).fork('releases')
  const isOlder = (name: string): boolean =>
    disasterOf(seed) !== 'restored-hub' && chanceOf(seed).fork(`release of ${name}`).is(0.2)
  const upgraded = new Set<string>()

  const open = async (machine: Machine<unknown>): Promise<void> => {
    const alive = machine.gone
    const parts = {
      dir: machine.disk.dir(),
      env: { clock: machine.clock, random: seededRandomness(luck.fork(machine.name)), log, variables: {} },
      scheduler: timeline.scheduler(machine.name, () => machine.gone === alive && !machine.disk.down()),
      ...(isOlder(machine.name) && !upgraded.has(machine.name) ? { versions: [protocolVersions[1]] } : {}),
    }
    if (machine === hub) hub.software = await subject.openHub(parts)
    else {
      const device = machine as DeviceMachine
      const inBackground: Task = { name: device.name, waits: 0, done: false }
      device.software = await subject.openDevice({ ...parts, link: network.link(device.name, inBackground) })
      device.deviceId = device.software.deviceId
    }
  }

  const nobody = (gone: PromiseWithResolvers<never>): PromiseWithResolvers<never> => {
    gone.promise.catch(() => undefined)
    return gone
  }

  const machine = (name: string, from: string): Omit<Machine<never>, 'software'> & { software: null } => {
    const disk = createDisk(path.join(base, name))
    const isOff = luck.is(0.2)
    const off = luck.between(-yearMs, yearMs)
    // A hub's time never goes back: it has signed before. The first device opens the first case, which an ended lease
    // would refuse.
    const clock = deviceClock(
      name,
      () => timeline.nowMs(),
      name === 'device-1' || !isOff ? 0 : name === 'hub' ? Math.abs(off) : off,
    )
    disk.crash(false)
    disk.replace(from)
    disk.start()
    return { name, disk, clock, software: null, gone: nobody(Promise.withResolvers<never>()) }
  }

  const whenCrashed = (m: Machine<unknown>): void =>
    m.disk.onCrash((power) => {
      trace(`${m.name}: ${power ? 'loses power' : 'stops'}`)
      m.software = null
      m.gone.reject(new NodeIsGone('the machine has stopped'))
      timeline.after(luck.between(1_000, 120_000), `${m.name}: starts again`, () => restart(m))
    })

  const restart = async (m: Machine<unknown>): Promise<void> => {
    if (!m.disk.down()) return
    m.gone = nobody(Promise.withResolvers<never>())
    m.clock.reboot()
    m.disk.start()
    if (releases.is(0.5)) upgraded.add(m.name)
    try {
      await Promise.race([open(m), m.gone.promise])
    } catch (error) {
      // Without space a service may not start; it is started again when there is some.
      if (isDiskFull(error)) m.disk.crash(false)
      else if (!(error instanceof NodeIsGone)) throw error
    }
  }

  const administer: World['administer'] = async (work) => {
    try {
      await using(hub, work)
    } catch (error) {
      if (!isDiskFull(error) && !(error instanceof HubStoreFault && error.refusal.code === 'storage_full')) throw error
    }
  }

  const using: World['using'] = async (m, work) => {
    const { software, gone } = m
    if (software === null || m.disk.down()) return null
    try {
      return await Promise.race([work(software), gone.promise])
    } catch (error) {
      // A driver whose connection was closed under it says so in words of its own.
      if (error instanceof NodeIsGone || m.gone !== gone || m.disk.down()) return null
      throw error
    }
  }

  const addDevice = (name: string, from: string): DeviceMachine => {
    const device: DeviceMachine = {
      ...machine(name, from),
      deviceId: '',
      paused: false,
      round: null,
      last: 'none',
      hasHeard: true,
    }
    whenCrashed(device)
    return device
  }

  const hub: Machine<HubSubject> = machine('hub', founded.hub)
  whenCrashed(hub)
  const devices = founded.devices.slice(0, chance.between(2, 5)).map((dir, n) => addDevice(`device-${n + 1}`, dir))

  const network = createNetwork(
    timeline,
    (from) => chanceOf(roads).fork(from),
    async (call, from) => {
      try {
        const answer = await using(hub, (software) => software.handle(call, from))
        if (answer === null) throw new NodeIsGone('the hub has stopped')
        return answer
      } catch (error) {
        if (!isDiskFull(error)) throw error
        return fail({ kind: 'refused', status: 507, code: 'storage_full', message: 'the disk of the hub is full' })
      }
    },
    (line) => trace(line),
  )
  network.setWeather(weather)

  const linkOf: World['linkOf'] = (device, task) => network.link(device.name, task)

  const beginRound = (device: DeviceMachine): void => {
    if (device.round !== null || device.software === null || device.paused) return
    const abort = new AbortController()
    const mine = { abort }
    const ended = timeline.task(`${device.name}: round`, async (task) => {
      try {
        const end = await using(device, (software) => software.round(linkOf(device, task), abort.signal))
        device.last = end === null ? 'stopped' : end.end === 'halted' ? end.state : end.end
        if (device.last === 'whole') device.hasHeard = true
        trace(
          `${device.name}: round ${device.last}${end?.end === 'halted' && end.why !== undefined ? ` (${end.why})` : ''}`,
        )
      } catch (error) {
        if (!isDiskFull(error)) throw error
        device.last = 'failed'
      } finally {
        if (device.round === mine) device.round = null
      }
    })
    device.round = mine
    ended.catch((error: unknown) => failures.push(error))
  }

  const failures: unknown[] = []
  const noFailure = (): void => {
    if (failures.length > 0) throw failures[0]
  }

  const act: World['act'] = async (device, action) => {
    const before = device.gone
    try {
      const acted = await timeline.task(`${device.name}: ${action.kind}`, () =>
        using(device, (software) => software.act(action)),
      )
      trace(`${device.name}: ${action.kind} ${acted === null ? 'stopped' : acted.ok ? acted.case : acted.code}`)
      if (action.kind !== 'policy' && acted?.ok === true && device.gone === before) {
        if (action.kind === 'open') world.cases.push(acted.case)
        world.acknowledged.push({ device: device.name, case: acted.case, text: action.text, entries: acted.entries })
      }
      return acted
    } catch (error) {
      if (!isDiskFull(error)) throw error
      return { ok: false, code: 'storage_full' }
    }
  }

  const world: World = {
    seed,
    timeline,
    network,
    chance,
    hub,
    devices,
    cases: [],
    acknowledged: [],
    beyondRecovery: new Set(),
    weather,
    trace,
    act,
    using,
    administer,
    beginRound: (device) => {
      noFailure()
      beginRound(device)
    },
    wholeRound: async (device) => {
      beginRound(device)
      const ended = await timeline.until(() => device.round === null, roundBoundMs)
      noFailure()
      if (!ended) throw new Error(`${device.name}: a round of sync does not end`)
      return device.last
    },
    crash: (m, power) => m.disk.crash(power),
    restart,
    linkOf,
    clone: async (device) => {
      const copy = path.join(base, 'copied')
      rmSync(copy, { recursive: true, force: true })
      device.disk.copy(copy)
      const twin = addDevice(`${device.name}-clone-${devices.length}`, copy)
      devices.push(twin)
      await open(twin)
    },
    enrol: async () => {
      const name = `device-${devices.length + 1}`
      let code: string | null = null
      await administer(async (software) => void (code = await software.createCode('')))
      if (code === null || subject.enrol === undefined) return
      const dir = path.join(base, 'joining')
      rmSync(dir, { recursive: true, force: true })
      const env = { clock: hub.clock, random: seededRandomness(luck.fork(name)), log, variables: {} }
      const parts = { dir, env, name, code, scheduler: timeline.scheduler(name, () => true) }
      let joined: boolean | null = null
      const begun = timeline.task(`${name}: joins`, async (task) => {
        joined = (await subject.enrol?.({ ...parts, link: network.link(name, task) })) === true
      })
      begun.catch(() => undefined)
      if (!(await timeline.until(() => joined !== null, roundBoundMs))) throw new Error(`${name}: joining does not end`)
      await begun
      trace(`${name}: ${joined === true ? 'joined' : 'could not join'}`)
      if (joined !== true) return
      const device = addDevice(name, dir)
      device.hasHeard = false
      devices.push(device)
      await open(device)
    },
    newEpoch: async (device) => {
      trace(`${device.name}: new epoch`)
      const code = await using(hub, (software) => software.createCode(device.deviceId))
      if (code === null) return
      let ended = false
      const begun = timeline
        .task(`${device.name}: new epoch`, (task) =>
          using(device, (software) => software.newEpoch(linkOf(device, task), code)),
        )
        .finally(() => (ended = true))
      begun.catch(() => undefined)
      if (!(await timeline.until(() => ended, roundBoundMs)))
        throw new Error(`${device.name}: a new epoch does not begin`)
      await begun
      device.hasHeard = false
      await open(device)
    },
    backUpHub: () => {
      rmSync(backup, { recursive: true, force: true })
      hub.disk.copy(backup)
      backedUp = true
    },
    hasBackup: () => backedUp,
    restored: () => setBack,
    clocksWereRight: () => [hub, ...devices].every(({ clock }) => clock.wasRight()),
    restoreHub: async () => {
      hub.disk.crash(false)
      hub.disk.replace(backup)
      setBack = true
      await restart(hub)
      await administer(async (software) => await software.startRestored?.())
    },
    remove: async () => {
      for (const m of [...devices, hub]) {
        await using<{ close(): Promise<void> }, void>(m, (software) => software.close())
        m.disk.remove()
      }
      rmSync(base, { recursive: true, force: true })
    },
  }
  await open(hub)
  for (const device of devices) {
    await open(device)
    await timeline.settle()
  }
  return world
}
