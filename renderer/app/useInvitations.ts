import { useEffect } from 'react'
import { navigate } from '../state/route.ts'

/**
 * Shows an enrolment link that was opened outside on the page that connects, filled in; a person compares and decides
 * there.
 */
export const useInvitations = (): void => {
  useEffect(() => {
    const bridge = window.fieldseal
    if (bridge === undefined) return undefined
    const show = (): void => {
      void bridge.takeInvitation().then((invitation) => {
        if (invitation !== null)
          navigate({ name: 'sync', tab: 'connect', query: { hub: invitation.url, code: invitation.code } })
      })
    }
    show()
    return bridge.onInvited(show)
  }, [])
}
