import type { DeviceSubject, HeldEntry, HubSubject } from './subject.ts'
import { roundBoundMs, type Acknowledged, type World } from './world.ts'

/** A promise of sync that a world saw broken. */
export class Broken extends Error {
  override readonly name = 'Broken'
  readonly promise: string

  constructor(promise: string, detail: string) {
    super(`${promise}: ${detail}`)
    this.promise = promise
  }
}

/** A device of a world that has come to rest. */
export interface SettledDevice {
  readonly name: string
  readonly deviceId: string
  readonly software: DeviceSubject | null
}

/** What a world that has come to rest is asked: a simulated one, or one of processes. */
export interface SettledWorld {
  readonly hub: { readonly name: string; readonly software: HubSubject | null }
  readonly devices: readonly SettledDevice[]
  readonly cases: readonly string[]
  readonly acknowledged: readonly Acknowledged[]
  readonly beyondRecovery: ReadonlySet<string>
  restored(): boolean
  clocksWereRight(): boolean
  using<Software, T>(
    machine: { readonly software: Software | null },
    work: (software: Software) => Promise<T>,
  ): Promise<T | null>
}

const short = (ids: Iterable<string>): string => [...ids].map((id) => id.slice(0, 12)).join(' ')

/** States in which a device rightly syncs no more, and says so. */
const endStates = new Set(['revoked', 'removed', 'version'])

const must = async <T>(what: Promise<T | null>): Promise<T> => {
  const value = await what
  if (value === null) throw new Error('a machine is down although all faults have healed')
  return value
}

const haltedState = async (world: SettledWorld, device: SettledDevice): Promise<string | null> =>
  (await must(world.using(device, async (software) => ({ state: await software.halted() })))).state

const isSettled = (held: readonly HeldEntry[], halted: string | null): boolean =>
  halted !== null || held.every(({ standing }) => standing !== 'waiting')

/**
 * Rounds of all devices until nothing moves any more; people say what only people can say (the hub was restored, the
 * folder was cloned).
 */
const untilQuiet = async (world: World): Promise<void> => {
  let before = ''
  for (let lap = 0; lap < 60; lap++) {
    for (const device of world.devices) {
      const ended = await world.wholeRound(device)
      if (ended === 'hub_not_trusted') await must(world.using(device, (software) => software.trustHub()))
      if (ended === 'forked') await world.newEpoch(device)
    }
    await world.timeline.elapse(10_000)
    const standings: string[] = []
    let quiet = true
    for (const device of world.devices) {
      const held = await must(world.using(device, (software) => software.held()))
      const halted = await haltedState(world, device)
      standings.push(
        `${device.name} ${halted ?? ''} ${held.map(({ id, pos, standing }) => `${id.slice(0, 8)}.${pos ?? ''}${standing}`).join(',')}`,
      )
      quiet &&=
        isSettled(held, halted) &&
        (halted === null || endStates.has(halted)) &&
        (halted !== null || device.last === 'whole')
    }
    const now = standings.join('\n')
    if (quiet && now === before) return
    before = now
  }
  const waiting = await Promise.all(
    world.devices.map(
      async (device) =>
        `${device.name}: ${device.last}, ${(await must(world.using(device, (software) => software.held()))).filter(({ standing }) => standing === 'waiting').length} waiting`,
    ),
  )
  throw new Broken(
    'no permanent stall',
    `after ${(roundBoundMs * 60) / 60_000} minutes and more: ${waiting.join('; ')}`,
  )
}

interface Seen {
  readonly device: SettledDevice
  readonly halted: string | null
  readonly held: readonly HeldEntry[]
  readonly projection: Readonly<Record<string, string>>
  readonly granted: readonly string[]
}

const look = (world: SettledWorld): Promise<Seen[]> =>
  Promise.all(
    world.devices.map(async (device) => ({
      device,
      halted: await haltedState(world, device),
      held: await must(world.using(device, (software) => software.held())),
      projection: await must(world.using(device, (software) => software.projection())),
      granted: await must(world.using(world.hub, (software) => software.granted(device.deviceId))),
    })),
  )

const sameOrder = (seen: readonly Seen[], order: Readonly<Record<string, readonly string[]>>): void => {
  for (const { device, held, granted, halted } of seen) {
    if (halted !== null) continue
    for (const name of granted) {
      const mine = held
        .filter((entry) => entry.case === name && entry.pos !== null)
        .sort((a, b) => (a.pos ?? 0) - (b.pos ?? 0))
      const ids = mine.map(({ id }) => id)
      if (ids.join() !== (order[name] ?? []).join())
        throw new Broken(
          'a cursor never passes unapplied data',
          `${device.name} holds ${short(ids)} of case ${name}, the hub ${short(order[name] ?? [])}`,
        )
    }
  }
}

const sameProjections = (seen: readonly Seen[]): void => {
  const first = new Map<string, { readonly device: string; readonly text: string }>()
  for (const { device, projection, granted, halted } of seen) {
    if (halted !== null) continue
    // Devices that hold the same cases show the same in every table.
    const wholes = Object.keys(projection).filter((name) => name.startsWith('all of '))
    for (const name of [...granted, ...wholes]) {
      const text = projection[name] ?? ''
      const other = first.get(name)
      if (other === undefined) first.set(name, { device: device.name, text })
      else if (other.text !== text)
        throw new Broken(
          'equal receipts give equal projections',
          `case ${name} on ${other.device} and ${device.name}:\n${firstDifference(other.text, text)}`,
        )
    }
  }
}

const firstDifference = (a: string, b: string): string => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const from = Math.max(0, at - 80)
  return `${a.slice(from, at + 160)}\n${b.slice(from, at + 160)}`
}

const ownEntriesEnd = (seen: readonly Seen[]): void => {
  for (const { device, held, halted } of seen) {
    const lost = held.filter(({ own, standing }) => own && standing === 'waiting')
    if (halted === null && lost.length > 0)
      throw new Broken(
        'every durable entry ends receipted, rejected or quarantined',
        `${device.name}: ${short(lost.map(({ id }) => id))}`,
      )
  }
}

const oneEffect = (order: Readonly<Record<string, readonly string[]>>): void => {
  const all = Object.values(order).flat()
  const twice = all.filter((id, n) => all.indexOf(id) !== n)
  if (twice.length > 0) throw new Broken('one effect an entry', short(twice))
}

const nothingLost = (
  world: SettledWorld,
  seen: readonly Seen[],
  order: Readonly<Record<string, readonly string[]>>,
  quarantined: readonly string[],
): void => {
  const somewhere = new Set([
    ...Object.values(order).flat(),
    ...quarantined,
    ...seen.flatMap(({ held }) => held.map(({ id }) => id)),
    ...world.beyondRecovery,
  ])
  for (const { device, case: name, entries } of world.acknowledged) {
    const removed = seen.find((one) => one.device.name === device)?.halted === 'removed'
    const missing = entries.filter((id) => !somewhere.has(id))
    if (missing.length > 0 && !removed)
      throw new Broken('no acknowledged write disappears', `${device} wrote ${short(missing)} in case ${name}`)
  }
}

const nobodyReads = async (
  world: SettledWorld,
  seen: readonly Seen[],
  order: Readonly<Record<string, readonly string[]>>,
): Promise<void> => {
  for (const { device, granted, halted } of seen) {
    // A revoked device hears nothing any more, so no grant can be taken back from it; only a removal makes it wipe what
    // it has (Y-13).
    if (halted === 'revoked') continue
    const foreign = world.acknowledged.filter(({ device: writer, case: name, entries }) => {
      // A hub that was set back knows neither grant nor entry; whoever held them then holds the last copy.
      if (world.restored() && !entries.every((id) => order[name]?.includes(id))) return false
      // What the device wrote itself and no hub has is shown to its user, granted or not.
      return !granted.includes(name) && writer.split('-clone')[0] !== device.name.split('-clone')[0]
    })
    if (foreign.length === 0) continue
    const known = new Set(
      await must(world.using(device, (software) => software.known(foreign.map(({ text }) => text)))),
    )
    for (const { case: name, text } of foreign)
      if (known.has(text))
        throw new Broken('nobody reads an ungranted case', `${device.name} knows ${text} of case ${name}`)
  }
}

/** What the verifier rightly says where a device's clock was wrong. */
const timeFindings = ['time_after_receipt', 'time_before_anchor', 'clock_regression']

/** Entries that were sealed before a hub was set back name checkpoints of an order that is no more, for ever. */
const restoredFindings = ['checkpoint_not_extending']

/** Worlds have the entries of evidence and not its bytes, so whoever acquired some lacks the only copy of it. */
const bytesFindings = ['blob_missing']

const allVerify = async (world: SettledWorld): Promise<void> => {
  for (const machine of [world.hub, ...world.devices]) {
    const all = await must(
      world.using<{ verify(): Promise<readonly string[]> }, readonly string[]>(machine, (software) =>
        software.verify(),
      ),
    )
    const expected = [
      ...bytesFindings,
      ...(world.clocksWereRight() ? [] : timeFindings),
      ...(world.restored() ? restoredFindings : []),
    ]
    const found = all.filter((line) => !expected.some((code) => line.startsWith(code)))
    if (found.length > 0)
      throw new Broken('all seals, receipts and checkpoints verify', `${machine.name}: ${found.join(' ')}`)
  }
}

/**
 * Holds a world that has come to rest against every promise of sync.
 *
 * @throws Broken, with the promise that was not kept
 */
export const holdPromises = async (world: SettledWorld): Promise<void> => {
  const seen = await look(world)
  const order = await must(world.using(world.hub, (software) => software.order(world.cases)))
  const quarantined = await must(world.using(world.hub, (software) => software.quarantined()))
  oneEffect(order)
  sameOrder(seen, order)
  sameProjections(seen)
  ownEntriesEnd(seen)
  nothingLost(world, seen, order, quarantined)
  await nobodyReads(world, seen, order)
  await allVerify(world)
}

/**
 * After all faults have healed: brings the world to rest, and holds it against every promise of sync.
 *
 * @throws Broken, with the promise that was not kept
 */
export const holdInvariants = async (world: World): Promise<void> => {
  await untilQuiet(world)
  await holdPromises(world)
}
