/** The columns of the list of activities, in their order. */
export const columns = [
  { id: 'select', sort: null },
  { id: 'at', sort: null },
  { id: 'amount', sort: null },
  { id: 'level', sort: null },
  { id: 'score', sort: null },
  { id: 'customer', sort: null },
  { id: 'counterparty', sort: null },
  { id: 'type', sort: null },
  { id: 'signals', sort: null },
  { id: 'label', sort: null },
] as const

