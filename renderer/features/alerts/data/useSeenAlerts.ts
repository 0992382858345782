import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AlertItem } from '../../../../shared/schema/alerts.ts'
import type { Page } from '../../../data/paging/rows.ts'
import { keys } from '../../../data/queries/keys.ts'
import { useStable } from '../../../ui/useStable.ts'

/** An alert that was selected, as it stood in the list then; `revision` is missing where the list has let it go. */
export type SeenAlert = { readonly id: number; readonly revision?: number }

/**
 * The selected alerts as they were seen: the list goes on changing while a selection stands, and what a colleague does meanwhile was not seen. `look` takes them as they stand in the list now.
 */
export const useSeenAlerts = (ids: readonly number[]): { readonly seen: () => readonly SeenAlert[]; readonly look: () => void } => {
  const client = useQueryClient()
  const revisions = useRef(new Map<number, number>())
  const keep = useStable((before: ReadonlyMap<number, number>): void => {
    const listed = client.getQueriesData<Page<AlertItem>>({ queryKey: keys.alertLists }).flatMap(([, page]) => page?.items ?? [])
    const newest = new Map<number, number>()
    for (const { id, revision } of listed) newest.set(id, Math.max(revision, newest.get(id) ?? 0))
    revisions.current = new Map(ids.flatMap((id) => {
      const revision = before.get(id) ?? newest.get(id)
      return revision === undefined ? [] : [[id, revision] as const]
    }))
  })
  useEffect(() => keep(revisions.current), [ids, keep])
  const seen = useStable(() =>
    ids.map((id): SeenAlert => {
      const revision = revisions.current.get(id)
      return revision === undefined ? { id } : { id, revision }
    }),
  )
  const look = useStable(() => keep(new Map()))
  return { seen, look }
}
