import { useQuery } from '@tanstack/react-query'
import { listOpenTasks } from '../../../shared/api/case-tasks.ts'
import { readWorkload } from '../../../shared/api/workload.ts'
import { call } from '../client.ts'
import { keys } from './keys.ts'

/** What awaits whoever is signed in. Events say when it has changed (`live.ts`). */
export const useWorkload = () =>
  useQuery({
    queryKey: keys.workload,
    queryFn: ({ signal }) => call(readWorkload, { signal }),
    select: ({ data }) => data,
  })

/** The open tasks of whoever is signed in, the first 100. */
export const useOpenTasks = (enabled: boolean) =>
  useQuery({
    queryKey: keys.openTasks,
    queryFn: ({ signal }) => call(listOpenTasks, { query: { size: '100' }, signal }),
    select: ({ data }) => data,
    enabled,
  })
