/** The columns of the alerts, in their order; `sort` is what a press on the head asks for. */
export const columns = [
  { id: 'select', sort: null },
  { id: 'level', sort: null },
  { id: 'score', sort: 'score' },
  { id: 'title', sort: null },
  { id: 'entity', sort: null },
  { id: 'count', sort: null },
  { id: 'status', sort: null },
  { id: 'assignee', sort: null },
  { id: 'due', sort: 'due' },
  { id: 'age', sort: 'age' },
] as const

