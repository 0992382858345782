import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { beat, streamIs } from '../../state/live.ts'
import { followEvents } from '../eventStream.ts'
import { keys } from './keys.ts'

/** Events of one piece of work come together: what they changed is read once. */
const gatherMs = 300

const isOfDetection = (type: string): boolean => /^(?:alert|decision|transaction|policy)\./.test(type)
const isOfCases = (type: string): boolean => type.startsWith('case.')

/** Keeps what is shown of alerts, decisions and cases as new as the service tells of them. Lists look at once whether they still hold (`usePolling`); everything else is marked. */
export const useLiveEvents = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const waiting = new Set<string>()
    const settle = (): void => {
      timer = null
      const types = [...waiting]
      waiting.clear()
      beat()
      if (types.some(isOfDetection)) {
        void client.invalidateQueries({ queryKey: keys.alertStats })
        void client.invalidateQueries({ queryKey: keys.detectionPolicy })
        void client.invalidateQueries({ predicate: ({ queryKey: [area, kind] }) => area === 'alerts' && (kind === 'one' || kind === 'case') })
        void client.invalidateQueries({ queryKey: ['detection', 'effectiveness'] })
      }
      if (types.some(isOfCases)) void client.invalidateQueries({ queryKey: keys.caseStats })
    }
    const note = (type: string): void => {
      waiting.add(type)
      timer ??= setTimeout(settle, gatherMs)
    }
    const stop = followEvents({
      onState: streamIs,
      onEvent: (type) => {
        if (isOfDetection(type) || isOfCases(type)) note(type)
      },
      onGap: () => {
        note('alert.gap')
        note('case.gap')
      },
    })
    return () => {
      stop()
      streamIs(false)
      if (timer !== null) clearTimeout(timer)
    }
  }, [client])
}
