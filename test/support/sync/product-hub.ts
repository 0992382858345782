import { dataFolder } from '../../../main/platform/data-folder.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import { createHub, type Hub } from '../../../main/sync/hub/create-hub.ts'
import { createInProcessLink } from '../../../main/sync/link/in-process.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import type { HubSubject, NodeParts } from './subject.ts'

/** The secret of the simulated hub: its processes share it, and it outlives them. */
export const hubSecret = Buffer.alloc(32, 7)

const mustOk = <T>(
  result:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } },
): T => {
  // A hub that finds no space when it starts is started again when there is some, like one whose disk says so itself.
  if (!result.ok)
    throw Object.assign(
      new Error(`the hub refused: ${result.error.code}: ${result.error.message}`),
      result.error.code === 'storage_full' ? { code: 'SQLITE_FULL' } : {},
    )
  return result.value
}

export const openStore = async ({ dir, env, scheduler }: NodeParts): Promise<HubStore> => {
  const opened = await openHubStore({
    folder: dataFolder(dir),
    key: hubSecret,
    random: env.random,
    log: env.log,
    scheduler,
  })
  // The world knows a full disk by the system's word for it, and starts the hub again when there is space.
  if (!opened.ok && opened.error.code === 'storage_full')
    throw Object.assign(new Error(opened.error.message), { code: 'ENOSPC' })
  return mustOk(opened)
}

/** Opens the hub of a founded store. */
export const openHub = async (
  store: HubStore,
  { env, versions }: Pick<NodeParts, 'env' | 'versions'>,
): Promise<Hub> => {
  const hub = await createHub(store, {
    clock: env.clock,
    random: env.random,
    log: env.log,
    hubSecret,
    ...(versions === undefined ? {} : { versions }),
  })
  if (hub === null) throw new Error('the store of the hub was not founded')
  return hub
}

/** A refusal that the state of the world explains changes nothing; anything else is a fault. */
const permitted = new Set(['invalid_request', 'unavailable', 'storage_full', 'busy'])

const administered = (result: {
  readonly ok: boolean
  readonly error?: { readonly code: string; readonly message: string }
}): void => {
  if (!result.ok && !permitted.has(result.error?.code ?? ''))
    throw new Error(`the hub refused: ${result.error?.code ?? ''}: ${result.error?.message ?? ''}`)
}

/** The product's hub over the files of a folder. */
export const openProductHub = async (parts: NodeParts): Promise<HubSubject> => {
  const store = await openStore(parts)
  return await hubSubject(store, await openHub(store, parts))
}

/** A hub over an open store, as worlds ask it. */
export const hubSubject = async (store: HubStore, hub: Hub): Promise<HubSubject> => {
  const link = createInProcessLink(hub)
  const by = { actor: (await hub.listDevices())[0]?.userUid ?? '' }

  const namesOf = async (named: readonly string[]): Promise<Set<string>> =>
    await store.reading(async (tx) => {
      const names = new Set(['workspace', ...named])
      for (const device of await tx.devices()) for (const { case: name } of await tx.granted(device)) names.add(name)
      return names
    })

  return {
    handle: (call) => link.call(call, new AbortController().signal),
    grant: async (name, deviceId) => administered(await hub.grant(name, { kind: 'device', id: deviceId }, by)),
    endGrant: async (name, deviceId) => {
      const userUid = (await hub.listDevices()).find((device) => device.deviceId === deviceId)?.userUid ?? ''
      administered(await hub.endGrant(name, { kind: 'device', id: deviceId }, by))
      administered(await hub.endGrant(name, { kind: 'user', id: userUid }, by))
    },
    granted: async (deviceId) =>
      await store.reading(async (tx) => {
        const device = await tx.device(deviceId)
        return device === null ? [] : (await tx.granted(device)).map((one) => one.case)
      }),
    startRestored: () => hub.leaveDeviceNumbers(),
    revoke: async (deviceId) => administered(await hub.revoke(deviceId, by)),
    createCode: async (deviceId) => {
      const device = (await hub.listDevices()).find((one) => one.deviceId === deviceId)
      const cases =
        device === undefined
          ? []
          : (await store.reading((tx) => tx.granted(device)))
              .map((one) => one.case)
              .filter((name) => name !== 'workspace')
      return (
        await hub.createCode({
          userUid: device?.userUid ?? by.actor,
          deviceName: 'New epoch',
          cases,
          validForMs: 86_400_000,
        })
      ).code
    },
    order: async (named) => {
      const order: Record<string, readonly string[]> = {}
      for (const name of await namesOf(named))
        order[name] = (await store.reading((tx) => tx.entriesOf(name, 0, 100_000))).map(({ id }) => id)
      return order
    },
    quarantined: async () => (await hub.quarantined(10_000)).map(({ id }) => id),
    verify: () => Promise.resolve([]),
    close: () => store.close(),
  }
}
