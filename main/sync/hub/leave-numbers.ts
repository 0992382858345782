import { rollOf } from '../../platform/random.ts'
import type { HubCore } from './core.ts'
import { HubStoreFault } from './store-fault.ts'

/** More laptops than are enrolled between two backups. */
const leastGap = 1_000
/** Where the gap of one restoration ends is left to chance: the next one from the same backup ends elsewhere. */
const spread = 4_096

const leaveOut = ({ store, env: { random } }: Pick<HubCore, 'store' | 'env'>): Promise<void> =>
  store.exclusively(async (tx) => {
    const highest = (await tx.devices()).reduce((most, { number }) => Math.max(most, number), 0)
    // The number that is asked for here is nobody's.
    if ((await tx.nextDeviceNumber()) > highest + leastGap) return
    await tx.passDeviceNumbers(highest + leastGap + Math.floor(rollOf(random) * spread))
  })

/**
 * Y-106: leaves out numbers of devices that the hub may have given after the backup from which it was restored: those
 * devices come back, and integer ids follow from the number. Where it has left them out already nothing changes. A full
 * store stays as it is: it enrols nobody.
 */
export const leaveDeviceNumbers = async (core: Pick<HubCore, 'store' | 'env'>): Promise<void> => {
  try {
    await leaveOut(core)
  } catch (error) {
    if (!(error instanceof HubStoreFault && error.refusal.code === 'storage_full')) throw error
  }
}
