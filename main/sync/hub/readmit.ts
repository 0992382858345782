import type { HubCore } from './core.ts'

/**
 * Y-83: hears a folder of the hub itself again that was shut out as forked, once it has left its other course. Whoever
 * was revoked or removed stays so.
 */
export const readmit = ({ store }: Pick<HubCore, 'store'>, deviceId: string): Promise<void> =>
  store.exclusively(async (tx) => {
    const device = await tx.device(deviceId)
    if (device?.state === 'forked') await tx.saveDevice({ ...device, state: 'active' })
    await tx.endRefusals(deviceId)
  })
