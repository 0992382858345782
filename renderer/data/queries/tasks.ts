import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addTask,
  applyPlaybook,
  assignTask,
  completeTask,
  listCaseTasks,
  listPlaybooks,
  reopenTask,
} from '../../../shared/api/case-tasks.ts'
import type { BodyOf, QueryInputOf } from '../../../shared/api/operation.ts'
import { tasksMost, type CaseTask } from '../../../shared/schema/case-tasks.ts'
import type { AppliedPlaybook } from '../../../shared/schema/playbooks.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { refreshAfterCaseChange } from './cases.ts'
import { keys } from './keys.ts'

const pageSize = 100

interface CaseTasks {
  readonly tasks: readonly CaseTask[]
  readonly openRequired: number
  readonly playbooks: readonly AppliedPlaybook[]
}

/** All tasks of a case: open ones first, by due time. A case has few, and few pages. */
const fetchTasks = async (caseId: number, signal: AbortSignal): Promise<CaseTasks> => {
  const pageOf = (page: number) => {
    const query: QueryInputOf<typeof listCaseTasks> = { page: String(page), size: String(pageSize) }
    return call(listCaseTasks, { params: { id: caseId }, query, signal })
  }
  const first = await pageOf(1)
  const tasks = [...first.data]
  const pages = Math.min(first.pagination.total_pages, tasksMost / pageSize)
  for (let page = 2; page <= pages; page += 1) tasks.push(...(await pageOf(page)).data)
  return { tasks, openRequired: first.open_required, playbooks: first.playbooks }
}

export const useCaseTasks = (caseId: number) =>
  useQuery({
    queryKey: keys.tasks(caseId),
    queryFn: ({ signal }) => fetchTasks(caseId, signal),
    refetchInterval: 30_000,
  })

/** The playbooks that ship; they change with the release alone. */
export const usePlaybooks = () =>
  useQuery({
    queryKey: keys.playbooks,
    queryFn: ({ signal }) => call(listPlaybooks, { signal }),
    select: ({ data }) => data,
    staleTime: Infinity,
  })

/** A step of a task: the case is read again, also after a refusal, which often means that the task is another by now. */
const useStep = <V, A>(caseId: number, send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  const refresh = () => refreshAfterCaseChange(client, caseId)
  return useSending({ mutationFn: send, onSuccess: refresh, onError: () => void refresh() })
}

type Of<Body> = { readonly task: string; readonly body: Body }

export const useAddTask = (id: number) =>
  useStep(id, ({ body, idempotencyKey }: { body: BodyOf<typeof addTask>; idempotencyKey: string }) =>
    call(addTask, { params: { id }, body, idempotencyKey }),
  )
export const useAssignTask = (id: number) =>
  useStep(id, ({ task, body }: Of<BodyOf<typeof assignTask>>) => call(assignTask, { params: { id, task }, body }))
export const useCompleteTask = (id: number) =>
  useStep(id, ({ task, body }: Of<BodyOf<typeof completeTask>>) => call(completeTask, { params: { id, task }, body }))
export const useReopenTask = (id: number) =>
  useStep(id, ({ task, body }: Of<BodyOf<typeof reopenTask>>) => call(reopenTask, { params: { id, task }, body }))
export const useApplyPlaybook = (id: number) =>
  useStep(id, (body: BodyOf<typeof applyPlaybook>) => call(applyPlaybook, { params: { id }, body }))
