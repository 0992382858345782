import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AlertItem } from '../../../../shared/schema/alerts.ts'
import type { Page } from '../../../data/paging/rows.ts'
import { keys } from '../../../data/queries/keys.ts'
import { useStable } from '../../../ui/useStable.ts'

/** An alert that was selected, as it stood in the list then; only its id is known where the list has let it go. */
export type SeenAlert = Pick<AlertItem, 'id'> & Partial<Pick<AlertItem, 'revision' | 'title'>>

/**
 * The selected alerts as they were seen: the list goes on changing while a selection stands, and what a colleague does
 * meanwhile was not seen. `look` takes them as they stand in the list now.
 */
export const useSeenAlerts = (
  ids: readonly number[],
): { readonly seen: () => readonly SeenAlert[]; readonly look: () => void } => {
  const client = useQueryClient()
  const kept = useRef<ReadonlyMap<number, AlertItem>>(new Map())
  const keep = useStable((before: ReadonlyMap<number, AlertItem>): void => {
    const listed = client
      .getQueriesData<Page<AlertItem>>({ queryKey: keys.alertLists })
      .flatMap(([, page]) => page?.items ?? [])
    const newest = new Map<number, AlertItem>()
    for (const item of listed) if (item.revision >= (newest.get(item.id)?.revision ?? 0)) newest.set(item.id, item)
    kept.current = new Map(
      ids.flatMap((id) => {
        const item = before.get(id) ?? newest.get(id)
        return item === undefined ? [] : [[id, item] as const]
      }),
    )
  })
  useEffect(() => keep(kept.current), [ids, keep])
  const seen = useStable(() => ids.map((id): SeenAlert => kept.current.get(id) ?? { id }))
  const look = useStable(() => keep(new Map()))
  return { seen, look }
}
