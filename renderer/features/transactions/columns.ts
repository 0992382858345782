/** The columns of the list of activities, in their order. */
export const activityColumns = [
  { id: 'select', sort: null, width: 34 },
  { id: 'at', sort: null, width: 152 },
  { id: 'amount', sort: null, width: 138 },
  { id: 'level', sort: null, width: 92 },
  { id: 'score', sort: null, width: 56, leaves: 3 },
  { id: 'customer', sort: null, width: 100, grow: 1 },
  { id: 'counterparty', sort: null, width: 100, grow: 1 },
  { id: 'type', sort: null, width: 116, leaves: 2 },
  { id: 'signals', sort: null, width: 140, grow: 2, leaves: 1 },
  { id: 'label', sort: null, width: 92 },
] as const
