import { useQuery } from '@tanstack/react-query'
import { listCaseTasks } from '../../../shared/api/case-tasks.ts'
import { tasksMost, type CaseTask } from '../../../shared/schema/case-tasks.ts'
import { call } from '../client.ts'
import { keys } from './keys.ts'

const pageSize = 100

interface CaseTasks {
  readonly tasks: readonly CaseTask[]
  readonly openRequired: number
}

/** All tasks of a case: open ones first, by due time. A case has few, and few pages. */
const fetchTasks = async (caseId: number, signal: AbortSignal): Promise<CaseTasks> => {
  const tasks: CaseTask[] = []
  for (let page = 1; page <= tasksMost / pageSize; page += 1) {
    const answer = await call(listCaseTasks, { params: { id: caseId }, query: { page, size: pageSize }, signal })
    tasks.push(...answer.data)
    if (page >= answer.pagination.total_pages) return { tasks, openRequired: answer.open_required }
  }
  return { tasks, openRequired: tasks.filter(({ required, state }) => required && state === 'open').length }
}

export const useCaseTasks = (caseId: number) =>
  useQuery({
    queryKey: keys.tasks(caseId),
    queryFn: ({ signal }) => fetchTasks(caseId, signal),
    refetchInterval: 30_000,
  })
