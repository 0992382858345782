import type {
  addTask,
  applyPlaybook,
  assignTask,
  completeTask,
  listCaseTasks,
  listOpenTasks,
  reopenTask,
} from '../../../shared/api/case-tasks.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf, BodyOf, QueryOf } from '../../../shared/api/operation.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { CommandOptions } from '../cases/case-store.ts'

type Answer<T> = Promise<Result<T, Refusal>>

export type TaskPage = Pick<AnswerOf<typeof listCaseTasks>, 'data' | 'pagination' | 'open_required' | 'playbooks'>
export type OpenTaskPage = Pick<AnswerOf<typeof listOpenTasks>, 'data' | 'pagination' | 'overdue'>
export type AppliedToCase = AnswerOf<typeof applyPlaybook>['data']
export type ChangedTask = AnswerOf<typeof addTask>['data']
type Options = CommandOptions<ChangedTask>

/** The tasks of cases. Inputs are validated by the operations of shared/api; refusals carry the codes that those list. */
export interface TaskStore {
  list(caseId: number, query: QueryOf<typeof listCaseTasks>): Answer<TaskPage>
  /** The open tasks of a user over all unfinished cases, what is due first. */
  openOf(userUid: string, query: QueryOf<typeof listOpenTasks>): Promise<OpenTaskPage>
  add(caseId: number, input: BodyOf<typeof addTask>, options: Options): Answer<ChangedTask>
  assign(caseId: number, task: string, input: BodyOf<typeof assignTask>, options: Options): Answer<ChangedTask>
  complete(caseId: number, task: string, input: BodyOf<typeof completeTask>, options: Options): Answer<ChangedTask>
  /** Seals a playbook and its tasks into a case at once (L-77). */
  applyPlaybook(
    caseId: number,
    input: BodyOf<typeof applyPlaybook>,
    options: CommandOptions<AppliedToCase>,
  ): Answer<AppliedToCase>
  reopen(caseId: number, task: string, input: BodyOf<typeof reopenTask>, options: Options): Answer<ChangedTask>
}
