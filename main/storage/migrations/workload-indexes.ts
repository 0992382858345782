/**
 * What awaits somebody is found without reading what is done: the open alerts of a person, the unfinished cases of each
 * owner, proposals, reports in review.
 */
export const workloadIndexes: readonly string[] = [
  'create index alerts_assigned on alerts (assignee, coalesce(due_at, 9000000000000000), id) where open = 1',
  'create index cases_unfinished on cases (owner_id, queue_rank, sla_kind, created_at) where queue_rank < 1000000000000000',
  "create index decisions_proposed on decisions (decided_at, uid) where state = 'proposed'",
  "create index case_decisions_proposed on case_decisions (decided_at, uid) where state = 'proposed'",
  'create index case_reports_by_state on case_reports (state)',
]
