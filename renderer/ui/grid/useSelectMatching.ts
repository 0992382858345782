import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { PagedList, RowId } from '../../data/paging/rows.ts'
import type { Selection } from '../../state/selection.ts'
import { describeError } from '../describeError.ts'
import { selectFirst } from './selectFirst.ts'

/**
 * Selects the first matching rows, as many as one bulk request takes, also those that were never on the screen.
 * `onlyFirst` says so.
 */
export const useSelectMatching = <T, I extends RowId>(
  list: PagedList<T, I>,
  selection: Selection<I>,
  onlyFirst: string,
): (() => void) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useCallback(() => {
    const fetchAll = async (): Promise<void> => {
      const page = (number: number) =>
        client.fetchQuery({
          queryKey: list.pageKey(number),
          queryFn: ({ signal }) => list.fetch(number, signal),
          staleTime: 15_000,
        })
      const isCut = await selectFirst(page, list.idOf, selection)
      if (isCut) notifications.show({ message: onlyFirst })
    }
    void fetchAll().catch((error: unknown) =>
      notifications.show({ color: 'red', message: describeError(error, t).what }),
    )
  }, [client, list, selection, onlyFirst, t])
}
