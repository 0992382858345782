/** The columns of the alerts, in their order; `sort` is what a press on the head asks for. */
export const alertColumns = [
  { id: 'select', sort: null, width: 34 },
  { id: 'level', sort: null, width: 90 },
  { id: 'score', sort: 'score', width: 72 },
  { id: 'title', sort: null, width: 200, grow: 1 },
  { id: 'entity', sort: null, width: 126, leaves: 5 },
  { id: 'count', sort: null, width: 60, leaves: 1 },
  { id: 'status', sort: null, width: 136, leaves: 4 },
  { id: 'assignee', sort: null, width: 116, leaves: 2 },
  { id: 'due', sort: 'due', width: 112 },
  { id: 'age', sort: 'age', width: 72, leaves: 3 },
] as const
