import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteView, listViews, saveView } from '../../../shared/api/access.ts'
import type { AnswerOf } from '../../../shared/api/operation.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { keys } from './keys.ts'

export type SavedView = AnswerOf<typeof listViews>['data'][number]

/** The signed-in user's named filters of the queue. */
export const useViews = () =>
  useQuery({
    queryKey: keys.views,
    queryFn: ({ signal }) => call(listViews, { signal }),
    select: (answer) => answer.data,
    staleTime: 60_000,
  })

export const useSaveView = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body: { name: string; query: Record<string, string> }) => call(saveView, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.views }),
  })
}

export const useDeleteView = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (id: number) => call(deleteView, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.views }),
  })
}
