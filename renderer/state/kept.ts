import type { FieldsealBridge } from '../../shared/ipc/bridge.ts'

type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The desktop's window has no storage on the disk; main keeps the few values that it allows. */
const openKept = async (bridge: FieldsealBridge): Promise<KeptStorage> => {
  const values = new Map(Object.entries(await bridge.kept()))
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => {
      values.set(name, value)
      void bridge.keep(name, value)
    },
    removeItem: (name) => {
      values.delete(name)
      void bridge.keep(name, null)
    },
  }
}

const bridge = typeof window === 'undefined' ? undefined : window.fieldseal
const desktop = bridge === undefined ? null : await openKept(bridge)

/**
 * What outlives the window in the clear: preferences and addresses, never what a person typed. Throws where a browser
 * forbids storage.
 */
export const keptStorage = (): KeptStorage => desktop ?? window.localStorage
