/** The columns of the queue, in their order; `sort` is what a press on the header asks for. */
export const caseQueueColumns = [
  { id: 'select', sort: null, width: 34 },
  { id: 'number', sort: 'number', width: 132 },
  { id: 'title', sort: null, width: 200, grow: 1 },
  { id: 'priority', sort: 'priority', width: 92 },
  { id: 'status', sort: null, width: 142 },
  { id: 'owner', sort: null, width: 154, leaves: 2 },
  { id: 'sla', sort: 'sla', width: 120 },
  { id: 'marks', sort: null, hidden: true, width: 76, leaves: 3 },
  { id: 'updated', sort: 'updated', width: 84, leaves: 1 },
] as const

export type ColumnId = (typeof caseQueueColumns)[number]['id']
