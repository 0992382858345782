import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { beat, streamIs } from '../../state/live.ts'
import { followEvents } from '../eventStream.ts'
import { keys } from './keys.ts'

/** Events of one piece of work come together: what they changed is read once. */
const gatherMs = 300

const isOfDetection = (type: string): boolean => /^(?:alert|decision|transaction|policy)\./.test(type)
const isOfCases = (type: string): boolean => /^(?:case|evidence)\./.test(type)

/** What of a case an event can have altered; its timeline and its evidence are lists, which look by themselves. */
const partsOfCase: ReadonlySet<unknown> = new Set(['full', 'access', 'relations', 'tasks', 'exports'])

/** Queries for a part of these cases, or of any. */
const areOf =
  (cases: ReadonlySet<unknown> | 'any') =>
  ({ queryKey: [area, kind, id, part] }: { readonly queryKey: QueryKey }): boolean =>
    area === 'cases' && kind === 'one' && partsOfCase.has(part) && (cases === 'any' || cases.has(id))

/**
 * Keeps what is shown of alerts, decisions and cases as new as the service tells of them. Lists look at once whether
 * they still hold (`usePolling`); everything else is marked.
 */
export const useLiveEvents = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const waiting = new Set<string>()
    const changed = new Set<number>()
    const settle = (): void => {
      timer = null
      const types = [...waiting]
      waiting.clear()
      const cases = new Set(changed)
      changed.clear()
      beat()
      if (types.some(isOfDetection)) {
        void client.invalidateQueries({ queryKey: keys.alertStats })
        void client.invalidateQueries({ queryKey: keys.detectionPolicy })
        void client.invalidateQueries({
          predicate: ({ queryKey: [area, kind] }) => area === 'alerts' && (kind === 'one' || kind === 'case'),
        })
        void client.invalidateQueries({ queryKey: ['detection', 'effectiveness'] })
      }
      // Of all that is told here something may be due, or wait.
      void client.invalidateQueries({ queryKey: keys.workload })
      if (types.some(isOfCases)) void client.invalidateQueries({ queryKey: keys.caseStats })
      if (cases.size > 0) void client.invalidateQueries({ predicate: areOf(cases) })
    }
    const note = (type: string): void => {
      waiting.add(type)
      timer ??= setTimeout(settle, gatherMs)
    }
    const stop = followEvents({
      onState: streamIs,
      onEvent: ({ type, caseId }) => {
        if (!isOfDetection(type) && !isOfCases(type)) return
        if (caseId !== null) changed.add(caseId)
        note(type)
      },
      onGap: () => {
        void client.invalidateQueries({ predicate: areOf('any') })
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
