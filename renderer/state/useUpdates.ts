import type { UpdatesView } from '../../shared/ipc/updates.ts'
import { useTold, type Told } from './useTold.ts'

const bridge = window.fieldseal
const told: Told<UpdatesView | null> | null =
  bridge === undefined ? null : { ask: () => bridge.updates(), listen: (heard) => bridge.onUpdates(heard) }

/** What the desktop says of updates; null until it has, and in a browser, which updates nothing. */
export const useUpdates = (): UpdatesView | null => useTold(told, null)
