/** The columns of the queue, in their order; `sort` is what a press on the header asks for. */
export const columns = [
  { id: 'select', sort: null },
  { id: 'number', sort: 'number' },
  { id: 'title', sort: null },
  { id: 'priority', sort: 'priority' },
  { id: 'status', sort: null },
  { id: 'owner', sort: null },
  { id: 'sla', sort: 'sla' },
  { id: 'marks', sort: null, hidden: true },
  { id: 'updated', sort: 'updated' },
] as const

export type ColumnId = (typeof columns)[number]['id']
