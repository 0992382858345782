import { setTimeout as pause } from 'node:timers/promises'
import { dataFolder } from '../../../../main/platform/data-folder.ts'
import { systemEnv, type Env } from '../../../../main/platform/env.ts'
import { createLog } from '../../../../main/platform/log.ts'
import { hubSecretOf } from '../../../../main/server/sync/open-hub.ts'
import { openHubStore } from '../../../../main/storage/hub/open-hub-store.ts'
import { createHub } from '../../../../main/sync/hub/create-hub.ts'
import { readSyncState, syncNow } from '../../../../shared/api/sync.ts'
import { fail } from '../../../../shared/schema/result.ts'
import { runHere } from '../../command-here.ts'
import { keysIn } from '../../raw-database.ts'
import { Broken, holdPromises, type SettledDevice } from '../invariants.ts'
import { openProductDevice } from '../product-device.ts'
import { hubSubject } from '../product-hub.ts'
import type { HeldEntry, HubSubject } from '../subject.ts'
import type { Acknowledged } from '../world.ts'
import { granted, type Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'
import { readableIn, type Readable } from './readable.ts'
import type { Stormed } from './storm.ts'

/** What is left of sync where the hub shut a device out. */
const shutOutStates = new Set(['revoked', 'removed'])

/** Whatever has healed comes to rest well within this. */
const restsWithinMs = 300_000
const tryAgainMs = 50

/** One round at a machine: what it moved, or the state in which it stands still. */
const round = async (
  machine: Machine,
): Promise<{ readonly moved: number; readonly state: string; readonly message: string }> => {
  const client = await machine.client()
  const synced = await client.call(syncNow, {})
  const { state, message } = granted(await client.call(readSyncState, {})).data
  if (synced.ok)
    return { moved: synced.value.data.sent + synced.value.data.received + synced.value.data.refused, state, message }
  return { moved: shutOutStates.has(state) ? 0 : 1, state, message: `${message} (${synced.error.message})` }
}

/** After all faults have healed: rounds at all machines until nothing moves any more. */
const untilQuiet = async ({ hubs, devices }: Cluster): Promise<void> => {
  for (const { weather } of devices) Object.assign(weather, { cutBetween: null, delayMs: 0, partitioned: false })
  // Connections of the storm may still be about to be cut.
  for (const { wire } of devices) wire.cutAll()
  let last: string[] = []
  let quiet = 0
  for (const until = performance.now() + restsWithinMs; performance.now() < until;) {
    let moved = 0
    last = []
    for (const machine of [...devices, ...hubs]) {
      const came = await round(machine)
      moved += came.moved
      last.push(`${machine.name}: ${came.state}, ${came.message}`)
    }
    quiet = moved === 0 ? quiet + 1 : 0
    if (quiet >= 2) return
    await pause(tryAgainMs)
  }
  throw new Broken('no permanent stall', last.join('; '))
}

const noScheduler = { after: () => () => undefined }
const noHub = {
  call: () => Promise.resolve(fail({ kind: 'unreachable' as const, message: 'Nobody is asked any more.' })),
}

const openHubSubject = async ({ hubs, databaseUrl }: Cluster, env: Env): Promise<HubSubject> => {
  const { dir } = hubs[0] as Machine
  const keys = keysIn(dir)
  const place = databaseUrl === null ? { folder: dataFolder(dir) } : { databaseUrl }
  const store = granted(await openHubStore({ ...place, key: keys.workspace, random: env.random, log: env.log }))
  const hub = await createHub(store, {
    clock: env.clock,
    random: env.random,
    log: env.log,
    hubSecret: hubSecretOf(keys),
  })
  if (hub === null) throw new Error('the hub’s key does not open any more')
  return await hubSubject(store, hub)
}

/** Which entries hold what was acknowledged. What a removed device had, it wiped. */
const placed = ({ office, shutOut }: Stormed, readable: ReadonlyMap<string, Readable>): Acknowledged[] => {
  const all = new Map([...readable.values()].flatMap(({ places }) => [...places]))
  return office.told.flatMap(({ device, text }): Acknowledged[] => {
    const place = all.get(text)
    if (place !== undefined) return [{ device, case: place.case, text, entries: [place.entry] }]
    if (shutOut.has(device)) return []
    throw new Broken('no acknowledged write disappears', `${device} wrote ${text}`)
  })
}

/** What a settled cluster held, for whoever reads the figures. */
export interface Settled {
  readonly entries: number
  readonly refused: number
  readonly quarantined: number
  /** Pairs of a device and a text that it may not know, and does not. */
  readonly hidden: number
}

/**
 * Heals everything, brings the cluster to rest, stops its processes, and holds their folders against every promise of
 * sync.
 *
 * @throws Broken, with the promise that was not kept
 */
export const settle = async (cluster: Cluster, stormed: Stormed): Promise<Settled> => {
  await untilQuiet(cluster)
  const machines = [...cluster.devices, ...cluster.hubs]
  const codes = await Promise.all(machines.map((machine) => machine.stop()))
  if (codes.some((code) => code !== 0)) throw new Broken('a service ends when it is asked to', codes.join())
  const env = systemEnv(createLog('silent'))
  const readable = new Map<string, Readable>()
  for (const { name, dir } of machines) readable.set(name, await readableIn(dir))
  const devices: SettledDevice[] = []
  const hub = await openHubSubject(cluster, env)
  try {
    for (const { name, dir } of machines) {
      const software = await openProductDevice({ dir, env, scheduler: noScheduler, link: noHub })
      devices.push({
        name,
        deviceId: software.deviceId,
        software: {
          ...software,
          known: (texts) => Promise.resolve(texts.filter((text) => readable.get(name)?.texts.has(text) === true)),
        },
      })
    }
    await holdPromises({
      hub: { name: 'hub', software: hub },
      devices,
      cases: [],
      acknowledged: placed(stormed, readable),
      beyondRecovery: new Set(),
      restored: () => false,
      clocksWereRight: () => true,
      using: ({ software }, work) => (software === null ? Promise.resolve(null) : work(software)),
    })
    const held: HeldEntry[] = []
    for (const { software } of devices) held.push(...((await software?.held()) ?? []))
    const order = await hub.order([])
    return {
      entries: Object.values(order).reduce((sum, ids) => sum + ids.length, 0),
      refused: held.filter(({ own, standing }) => own && (standing === 'rejected' || standing === 'quarantined'))
        .length,
      quarantined: (await hub.quarantined()).length,
      hidden: stormed.office.told.reduce(
        (sum, { text }) => sum + [...readable.values()].filter(({ texts }) => !texts.has(text)).length,
        0,
      ),
    }
  } finally {
    for (const { software } of devices) await software?.close()
    await hub.close()
  }
}

/** What `fieldseal verify` says of each folder, where it is not "intact". */
export const notIntact = async ({ hubs, devices }: Cluster): Promise<string[]> => {
  const found: string[] = []
  for (const { name, dir } of [...hubs, ...devices]) {
    const run = await runHere('verify', dir)
    const verdict = run.lines.at(-1)?.['verdict']
    if (run.code !== 0 || verdict !== 'intact')
      found.push(`${name}: ${String(verdict)} ${run.stderr}${JSON.stringify(run.lines.slice(0, 5))}`)
  }
  return found
}
