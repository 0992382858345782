import type { ServiceState } from '../../../shared/ipc/bridge.ts'
import { useTold, type Told } from '../../state/useTold.ts'

const bridge = window.fieldseal
const told: Told<ServiceState> | null =
  bridge === undefined ? null : { ask: () => bridge.serviceState(), listen: (heard) => bridge.onServiceState(heard) }
const before: ServiceState = bridge === undefined ? { kind: 'ready' } : { kind: 'starting' }

/** What the desktop knows about the service. In a browser there is no desktop: whoever served the page is ready. */
export const useServiceState = (): ServiceState => useTold(told, before)
