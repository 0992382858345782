import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { pageSize, type PagedList, type RowId } from '../../data/paging/rows.ts'
import type { Selection } from '../../state/selection.ts'
import { describeError } from '../describeError.ts'

/** Selects the first matching rows, as many as one bulk request takes, also those that were never on the screen. `onlyFirst` says so. */
export const useSelectMatching = <T, I extends RowId>(list: PagedList<T, I>, selection: Selection<I>, onlyFirst: string): (() => void) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useCallback(() => {
    const fetchAll = async (): Promise<void> => {
      const page = (number: number) => client.fetchQuery({ queryKey: list.pageKey(number), queryFn: ({ signal }) => list.fetch(number, signal), staleTime: 15_000 })
      const first = await page(1)
      const more = Math.ceil(Math.min(first.total, selection.max) / pageSize) - 1
      const rest = await Promise.all(Array.from({ length: Math.max(0, more) }, (_, step) => page(step + 2)))
      selection.only([first, ...rest].flatMap(({ items }) => items.map(list.idOf)))
      if (first.total > selection.max) notifications.show({ message: onlyFirst })
    }
    void fetchAll().catch((error: unknown) => notifications.show({ color: 'red', message: describeError(error, t).what }))
  }, [client, list, selection, onlyFirst, t])
}
