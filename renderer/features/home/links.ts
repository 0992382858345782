import { caseStatuses, isFinished } from '../../../shared/schema/case.ts'
import type { TeamWork } from '../../../shared/schema/workload.ts'
import { detectionHref, hrefOf, type QueueQuery } from '../../state/route.ts'

const unfinished = caseStatuses.filter((status) => !isFinished(status)).join(',')

const queueHref = (query: QueueQuery): string => hrefOf({ name: 'queue', query })

/** The lists that figures of cases stand for. Each has the filter by which the service counts the figure. */
export const casesHref = {
  open: queueHref({ status: unfinished }),
  overdue: queueHref({ sla: 'breached' }),
  paused: queueHref({ sla: 'paused' }),
  inReview: queueHref({ status: 'pending_review' }),
  openOf: (...owners: readonly number[]): string => queueHref({ owner_id: owners.join(','), status: unfinished }),
  overdueOf: (owner: number): string => queueHref({ owner_id: String(owner), sla: 'breached' }),
  dueInDayOf: (owner: number): string => queueHref({ owner_id: String(owner), due_in_hours: '0-24' }),
  due: (range: TeamWork['cases']['due'][number]['due_in_hours']): string => queueHref({ due_in_hours: range }),
  aged: (range: TeamWork['cases']['ages'][number]['age_days']): string =>
    queueHref({ status: unfinished, age_days: range }),
}

/** The same of alerts. */
export const alertsHref = {
  openOf: (assignee: number): string => detectionHref('alerts', null, { assignee_id: String(assignee) }),
  overdueOf: (assignee: number): string =>
    detectionHref('alerts', null, { assignee_id: String(assignee), overdue: 'true' }),
  unassigned: detectionHref('alerts', null, { unassigned: 'true' }),
}

/** The same of decisions and reports. */
export const approvalsHref = {
  ownDecisions: detectionHref('decisions', null, { needs: 'decision', mine: 'true' }),
  proposals: detectionHref('decisions', null, { needs: 'second_person' }),
  reports: detectionHref('reports', null, { state: 'in_review' }),
}
