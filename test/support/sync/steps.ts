import fc from 'fast-check'
import type { Action } from './subject.ts'
import { disasterOf } from './disaster.ts'
import { calm } from './network.ts'
import type { DeviceMachine, World } from './world.ts'

/**
 * What may happen in a world: a person's work, sync, the hub's administration, and everything that goes wrong. Devices
 * and cases are chosen modulo how many there are.
 */
export type Step =
  | {
      readonly kind: 'act'
      readonly device: number
      readonly case: number
      readonly what: Exclude<Action['kind'], 'open' | 'policy'>
      readonly n: number
    }
  | { readonly kind: 'open'; readonly device: number }
  /** The institution asks for a second person, or asks no more, while others are away. */
  | { readonly kind: 'policy'; readonly to: number }
  /** A state that policy may ask a second person for, and then a note: neither holds the other back. */
  | { readonly kind: 'finish-and-note'; readonly device: number; readonly case: number; readonly n: number }
  | { readonly kind: 'sync' | 'cancel' | 'pause' | 'resume'; readonly device: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'cut'; readonly device: number; readonly ms: number }
  | { readonly kind: 'crash'; readonly machine: number; readonly power: boolean }
  | {
      readonly kind: 'crash-at-commit'
      readonly machine: number
      readonly when: 'before' | 'after'
      readonly commits: number
      readonly power: boolean
    }
  /** The same while a round of sync runs on that device. */
  | {
      readonly kind: 'crash-in-sync'
      readonly device: number
      readonly when: 'before' | 'after'
      readonly commits: number
      readonly power: boolean
      readonly hub: boolean
    }
  | { readonly kind: 'disk-full'; readonly machine: number; readonly ms: number }
  | { readonly kind: 'full-at-commit'; readonly machine: number; readonly commits: number }
  | { readonly kind: 'clock'; readonly device: number; readonly days: number }
  | { readonly kind: 'grant' | 'end-grant'; readonly device: number; readonly case: number }
  | { readonly kind: 'disaster'; readonly device: number }
  /** A laptop joins, perhaps after the hub was backed up. */
  | { readonly kind: 'enrol' }

const chosen = fc.nat({ max: 11 })
const device = chosen
const machine = fc.nat({ max: 5 })
const commits = fc.integer({ min: 1, max: 6 })
const work = fc.constantFrom(
  'status',
  'status',
  'status',
  'assign',
  'assign',
  'note',
  'note',
  'edit',
  'redact',
  'link',
  'evidence',
  'settle',
)

/** Steps as often as they happen in a bad week. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      device,
      case: chosen,
      what: work,
      n: fc.nat({ max: 40 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('policy' as const), to: fc.nat({ max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('finish-and-note' as const),
      device,
      case: chosen,
      n: fc.constantFrom(4, 5),
    }),
  },
  { weight: 24, arbitrary: fc.record({ kind: fc.constant('sync' as const), device }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'pause' as const, 'resume' as const), device }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 60_000, max: 2_000_000 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('cut' as const), device, ms: fc.integer({ min: 1, max: 600_000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('crash' as const), machine, power: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('crash-at-commit' as const),
      machine,
      when: fc.constantFrom('before' as const, 'after' as const),
      commits,
      power: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('crash-in-sync' as const),
      device,
      when: fc.constantFrom('before' as const, 'after' as const),
      commits: fc.integer({ min: 1, max: 4 }),
      power: fc.boolean(),
      hub: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('disk-full' as const),
      machine,
      ms: fc.integer({ min: 1, max: 120_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('full-at-commit' as const), machine, commits }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), device, days: fc.integer({ min: -400, max: 400 }) }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('grant' as const), device, case: chosen }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end-grant' as const), device, case: chosen }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('disaster' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('enrol' as const) }) },
)

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

const actionOf = (world: World, given: Extract<Step, { kind: 'act' }>, text: string): Action | null => {
  const name = at(world.cases, given.case)
  if (name === undefined) return null
  switch (given.what) {
    case 'status':
    case 'assign':
      return { kind: given.what, case: name, to: given.n, text }
    case 'note':
    case 'edit':
    case 'evidence':
      return { kind: given.what, case: name, text }
    case 'redact':
      return { kind: 'redact', case: name, which: given.n, text }
    case 'link':
      return { kind: 'link', case: name, target: given.n, text }
    case 'settle':
      return { kind: 'settle', which: given.n, keep: given.n % 2 === 0, text }
  }
}

/** A text that occurs nowhere else in its world. */
export const canary = (world: World): string =>
  `canary-${world.seed.toString(36)}-${(world.acknowledged.length + 1).toString(36)}-${Buffer.from(world.chance.bytes(6)).toString('hex')}`

const machineAt = (world: World, n: number): World['hub'] | DeviceMachine =>
  n % (world.devices.length + 1) === 0 ? world.hub : (at(world.devices, n - 1) ?? world.hub)

/** What only the hub holds is gone with it. */
const noteWhatIsLost = async (world: World): Promise<void> => {
  const held = new Set<string>()
  for (const one of world.devices)
    for (const entry of (await world.using(one, (software) => software.held())) ?? []) held.add(entry.id)
  const order = await world.using(world.hub, (software) => software.order(world.cases))
  for (const ids of Object.values(order ?? {})) for (const id of ids) if (!held.has(id)) world.beyondRecovery.add(id)
}

/** Waits until the machine runs, since an administrator would. */
const running = async (world: World, machines: readonly (World['hub'] | DeviceMachine)[]): Promise<void> => {
  for (const one of machines) await world.restart(one)
}

/**
 * A laptop that joins after the backup, gets a case and works on it.
 */
const joinBefore = async (world: World): Promise<void> => {
  const before = world.devices.length
  if (before < 6) await world.enrol()
  const joined = world.devices[before]
  const name = at(world.cases, world.chance.between(0, 11))
  if (joined === undefined || name === undefined) return
  await world.administer((software) => software.grant(name, joined.deviceId))
  await world.act(joined, { kind: 'note', case: name, text: canary(world) })
  if (world.chance.is(0.5)) await world.wholeRound(joined)
}

const disaster = async (world: World, victim: DeviceMachine): Promise<void> => {
  const kind = disasterOf(world.seed)
  world.trace(`disaster: ${kind} ${victim.name}`)
  if (kind === 'clone' && world.devices.length < 6 && !victim.disk.down()) await world.clone(victim)
  if (kind === 'revoked') await world.administer((software) => software.revoke(victim.deviceId))
  if (kind !== 'restored-hub') return
  if (!world.hasBackup()) return
  await running(world, [world.hub, ...world.devices])
  if (world.chance.is(0.5)) await joinBefore(world)
  // A laptop that never heard of its own enrolment has nothing to show to a hub that forgot it (Y-105).
  if (world.devices.some(({ hasHeard }) => !hasHeard)) return
  await noteWhatIsLost(world)
  await world.restoreHub()
}

/** Makes a step happen; a little time passes with it. */
export const take = async (world: World, given: Step): Promise<void> => {
  const one = 'device' in given ? at(world.devices, given.device) : undefined
  const target = 'machine' in given ? machineAt(world, given.machine) : undefined
  const later = (ms: number, name: string, run: () => void): void => void world.timeline.after(ms, name, run)
  switch (given.kind) {
    case 'act': {
      const action = actionOf(world, given, canary(world))
      if (one !== undefined && action !== null) await world.act(one, action)
      break
    }
    case 'open':
      if (one !== undefined) await world.act(one, { kind: 'open', text: canary(world) })
      break
    case 'policy': {
      const [first] = world.devices
      if (first !== undefined) await world.act(first, { kind: 'policy', to: given.to })
      break
    }
    case 'finish-and-note': {
      const name = at(world.cases, given.case)
      if (one === undefined || name === undefined) break
      await world.act(one, { kind: 'status', case: name, to: given.n, text: canary(world) })
      await world.act(one, { kind: 'note', case: name, text: canary(world) })
      break
    }
    case 'sync':
      if (one !== undefined) world.beginRound(one)
      break
    case 'cancel':
      one?.round?.abort.abort()
      break
    case 'pause':
    case 'resume':
      if (one !== undefined) one.paused = given.kind === 'pause'
      break
    case 'wait':
      await world.timeline.elapse(given.ms)
      break
    case 'cut':
      if (one === undefined) break
      world.network.cut(one.name)
      later(given.ms, `${one.name}: connected again`, () => world.network.heal(one.name))
      break
    case 'crash':
      if (target !== undefined) world.crash(target, given.power)
      break
    case 'crash-at-commit':
      target?.disk.plan({ kind: 'crash', when: given.when, commits: given.commits, power: given.power })
      break
    case 'crash-in-sync': {
      const stopped = given.hub ? world.hub : one
      stopped?.disk.plan({ kind: 'crash', when: given.when, commits: given.commits, power: given.power })
      if (one !== undefined) world.beginRound(one)
      break
    }
    case 'disk-full':
      if (target === undefined || target.disk.down()) break
      target.disk.fill()
      later(given.ms, `${target.name}: space again`, () => target.disk.free())
      break
    case 'full-at-commit':
      target?.disk.plan({ kind: 'full', commits: given.commits })
      break
    case 'clock':
      one?.clock.jump(given.days * 86_400_000)
      break
    case 'grant':
    case 'end-grant': {
      const name = at(world.cases, given.case)
      if (one === undefined || name === undefined) break
      await world.administer((software) =>
        given.kind === 'grant' ? software.grant(name, one.deviceId) : software.endGrant(name, one.deviceId),
      )
      break
    }
    case 'enrol':
      if (world.devices.length < 6) await world.enrol()
      break
    case 'disaster':
      if (one !== undefined) await disaster(world, one)
  }
  await world.timeline.settle()
  await world.timeline.elapse(world.chance.between(0, 4_000))
}

/**
 * Every fault ends: the network is calm, disks have space, machines run, people take sync up again. Clocks stay wrong.
 */
export const healAll = async (world: World): Promise<void> => {
  world.trace('all faults heal')
  world.network.setWeather(calm)
  world.network.heal()
  for (const one of [world.hub, ...world.devices]) {
    one.disk.free()
    one.disk.forgive()
    await world.restart(one)
  }
  for (const one of world.devices) {
    one.paused = false
    one.round?.abort.abort()
  }
  await world.timeline.until(() => world.devices.every((one) => one.round === null), 20 * 60_000)
}
