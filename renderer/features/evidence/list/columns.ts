import type { GridColumn } from '../../../ui/grid/words.ts'

const all = [
  { id: 'select', sort: null, width: 34 },
  { id: 'label', sort: null, width: 104, leaves: 4 },
  { id: 'name', sort: 'name', width: 220, grow: 1 },
  { id: 'kind', sort: null, width: 108 },
  { id: 'size', sort: 'size', width: 84 },
  { id: 'sha256', sort: null, width: 134, leaves: 2 },
  { id: 'tags', sort: null, width: 120, leaves: 1 },
  { id: 'about', sort: null, width: 66, leaves: 3 },
  { id: 'acquired', sort: 'acquired', width: 250 },
] as const

export type SortedBy = Exclude<(typeof all)[number]['sort'], null>
export type EvidenceColumn = GridColumn & { readonly id: (typeof all)[number]['id']; readonly sort: SortedBy | null }

/** The columns of the list of evidence, in their order. */
export const pieceColumns: readonly EvidenceColumn[] = all
