import { setTimeout as pause } from 'node:timers/promises'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dataFolder, makeDataFolder } from '../../../../main/platform/data-folder.ts'
import { systemEnv } from '../../../../main/platform/env.ts'
import { createLog } from '../../../../main/platform/log.ts'
import { createWorkspaceFolder } from '../../../../main/server/create-workspace.ts'
import { enrolDevice } from '../../../../main/server/sync/enrol-device.ts'
import { addUser } from '../../../../shared/api/access.ts'
import { createEnrolmentCode } from '../../../../shared/api/hub.ts'
import { readSyncState, syncNow } from '../../../../shared/api/sync.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import { startPostgres, type TestPostgres } from '../../postgres.ts'
import { startProxy, type ByteProxy } from '../byte-proxy.ts'
import type { Chance } from '../chance.ts'
import { createMachine, type Machine } from './machine.ts'

export type EngineName = 'sqlite' | 'postgres'

/** A device, and the wire to its hub. */
export interface DeviceProcess extends Machine {
  readonly deviceId: string
  readonly userId: number
  readonly wire: ByteProxy
  /** How the wire behaves from its next connection on. */
  readonly weather: { cutBetween: readonly [number, number] | null; delayMs: number; partitioned: boolean }
}

/** A hub of one process or two, devices that have joined it, and the wires between them. */
export interface Cluster {
  readonly engine: EngineName
  readonly hubs: readonly Machine[]
  readonly devices: readonly DeviceProcess[]
  readonly postgres: TestPostgres | null
  readonly databaseUrl: string | null
  /** What any process logged as an error. */
  readonly errors: readonly string[]
  /** Told of the bytes that pass on any wire. */
  onBytes(listener: (bytes: number) => void): () => void
  remove(): Promise<void>
}

const quiet = systemEnv(createLog('silent'))

export const granted = <T>(result: Result<T, { readonly message: string }>): T => {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

/** Nothing listens on the discard port of loopback. */
const nowhere = new URL('http://127.0.0.1:9')

/** Who works where: the administrator's laptop has every case, the others' what is theirs or shared with them. */
const people = [
  { name: 'ada', role: 'admin', cases: 'all' },
  { name: 'ben', role: 'investigator', cases: [] },
  { name: 'cyn', role: 'investigator', cases: [] },
] as const

/** Starts a device for the first time: its user can work once the workspace has come. */
const startWithPeople = async (device: DeviceProcess): Promise<void> => {
  await device.start()
  const client = await device.client()
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if ((await client.call(readSyncState, {})).ok) return
    await pause(50)
  }
  throw new Error(`${device.name} does not get to know its user`)
}

/** Founds a hub on an engine and enrols devices with it through proxies; everything runs. */
export const foundCluster = async (engine: EngineName, chance: Chance): Promise<Cluster> => {
  const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-processes-'))
  const errors: string[] = []
  const onError = (line: string): void => void errors.push(line)
  const listeners = new Set<(bytes: number) => void>()
  const postgres = engine === 'postgres' ? await startPostgres() : null
  const databaseUrl = postgres === null ? null : await postgres.createDatabase()
  const hubEnv: Readonly<Record<string, string>> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  const hubs = (postgres === null ? ['hub'] : ['hub', 'hub-2']).map((name) =>
    createMachine({ root, name, role: 'hub', userId: 1, env: hubEnv, onError }),
  )
  const devices: DeviceProcess[] = []

  const remove = async (): Promise<void> => {
    await Promise.all([...hubs, ...devices].map((machine) => machine.kill().catch(() => undefined)))
    for (const { wire } of devices) await wire.close()
    await postgres?.remove()
    rmSync(root, { recursive: true, force: true })
  }

  /** The balancer: connections go in turn to the hub processes that run. */
  let turn = 0
  const nextHub = (): URL => {
    const up = hubs.flatMap((hub) => hub.url() ?? [])
    turn += 1
    return up[turn % Math.max(1, up.length)] ?? nowhere
  }

  const addDevice = async (name: string, userId: number, cases: 'all' | []): Promise<DeviceProcess> => {
    const weather: DeviceProcess['weather'] = { cutBetween: null, delayMs: 0, partitioned: false }
    const luck = chance.fork(`wire of ${name}`)
    const wire = await startProxy(
      () => (weather.partitioned ? nowhere : nextHub()),
      () => (weather.cutBetween === null ? null : luck.between(...weather.cutBetween)),
      {
        delayMs: () => (weather.delayMs === 0 ? 0 : luck.between(0, weather.delayMs)),
        onPassed: (bytes) => listeners.forEach((listener) => listener(bytes)),
      },
    )
    const made = granted(
      await (
        await (hubs[0] as Machine).client()
      ).call(createEnrolmentCode, { body: { user_id: userId, device_name: name, cases, hours: 24 } }),
    )
    const url = wire.url.href.replace(/\/$/u, '')
    const { deviceId } = granted(
      await enrolDevice(
        path.join(root, name),
        { url, code: made.data.code, deviceName: name },
        quiet,
        new AbortController().signal,
      ),
    )
    return {
      ...createMachine({ root, name, role: 'local', userId, env: {}, onError }),
      deviceId,
      userId,
      wire,
      weather,
    }
  }

  try {
    const [first, second] = hubs as [Machine, Machine | undefined]
    granted(await createWorkspaceFolder(first.dir, { institution: 'ACME', name: 'Acme', admin: 'Ada' }, quiet))
    await first.start()
    const admin = await first.client()
    granted(await admin.call(syncNow, {}))
    if (second !== undefined) {
      // Processes of one hub share its workspace key; the rest of its folder the second makes by itself.
      const [from, to] = [dataFolder(first.dir), dataFolder(second.dir)]
      await makeDataFolder(to)
      copyFileSync(from.workspaceKey, to.workspaceKey)
    }
    const starting = second?.start()
    const ids: number[] = [1]
    for (const { name, role } of people.slice(1))
      ids.push(
        granted(await admin.call(addUser, { body: { login_name: name, name: `${name} of the field`, role } })).data.id,
      )
    granted(await admin.call(syncNow, {}))
    for (const [index, { name, cases }] of people.entries())
      devices.push(await addDevice(name, ids[index] ?? 0, cases === 'all' ? cases : []))
    await Promise.all([starting, ...devices.map(startWithPeople)])
  } catch (error) {
    await remove()
    throw error
  }
  return {
    engine,
    hubs,
    devices,
    postgres,
    databaseUrl,
    errors,
    remove,
    onBytes: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
