import { useEffect } from 'react'
import { navigate } from '../state/route.ts'

/**
 * Shows what was opened outside where a person decides about it: an enrolment link on the page that connects, filled
 * in; a file to carry by its path, on the page that reads it.
 */
export const useOpened = (): void => {
  useEffect(() => {
    const bridge = window.fieldseal
    if (bridge === undefined) return undefined
    const show = (): void => {
      void bridge.takeOpened().then((opened) => {
        if (opened?.kind === 'invitation') {
          const { url, code } = opened.invitation
          navigate({ name: 'sync', tab: 'connect', query: { hub: url, code } })
        } else if (opened?.kind === 'carried-file') {
          navigate({ name: 'sync', tab: 'overview', query: { file: opened.path } })
        }
      })
    }
    show()
    return bridge.onOpened(show)
  }, [])
}
