import { useEffect, useState } from 'react'
import type { ServiceState } from '../../../shared/ipc/bridge.ts'

/** What the desktop knows about the service. In a browser there is no desktop: whoever served the page is ready. */
export const useServiceState = (): ServiceState => {
  const bridge = window.fieldseal
  const [state, setState] = useState<ServiceState>(bridge === undefined ? { kind: 'ready' } : { kind: 'starting' })
  useEffect(() => {
    if (bridge === undefined) return undefined
    let heard = false
    const stop = bridge.onServiceState((next) => {
      heard = true
      setState(next)
    })
    void bridge.serviceState().then((first) => {
      if (!heard) setState(first)
    })
    return stop
  }, [bridge])
  return state
}
