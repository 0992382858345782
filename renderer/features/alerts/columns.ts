/** Two lines, in CSS pixels. */
export const alertRowHeight = 48

/** The columns of the alerts, in their order; `sort` is what a press on the head asks for. */
export const alertColumns = [
  { id: 'select', sort: null, width: 34 },
  { id: 'score', sort: 'score', width: 92 },
  { id: 'title', sort: null, width: 200, grow: 1 },
  { id: 'amount', sort: null, width: 132 },
  { id: 'entity', sort: null, width: 126, leaves: 2 },
  { id: 'status', sort: null, width: 136 },
  { id: 'due', sort: 'due', width: 112 },
  { id: 'age', sort: 'age', width: 84, leaves: 1 },
] as const
