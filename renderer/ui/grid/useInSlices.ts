import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inSlices, type SliceOutcome } from '../../data/inSlices.ts'
import type { RowId } from '../../data/paging/rows.ts'
import { useSending } from '../../data/useSending.ts'

type Change<I extends RowId, Item> = {
  readonly items: readonly Item[]
  readonly send: (slice: readonly Item[]) => Promise<SliceOutcome<I>>
}

/** One change of many rows as a mutation, with how many are done; null while none runs. */
export const useInSlices = <I extends RowId, Item>(idOf: (item: Item) => I, refresh: () => Promise<unknown>) => {
  const { t } = useTranslation()
  const [done, setDone] = useState<number | null>(null)
  const failed = (error: unknown) => ({
    there: t('queue.bulk.stopped', { message: error instanceof Error ? error.message : String(error) }),
    behind: t('queue.bulk.unsent'),
  })
  const mutation = useSending({
    mutationFn: ({ items, send }: Change<I, Item>) => {
      setDone(0)
      return inSlices({ items, idOf, send, onDone: setDone, failed })
    },
    onSettled: async () => {
      setDone(null)
      await refresh()
    },
  })
  return { ...mutation, done }
}
