import { caseProjections, chainValues, workspaceProjections } from '../projections.ts'
import type { RowSet } from './compare-rows.ts'

/** The rows that are projected from a case's entries; none of a chain without a place among the cases. */
export const caseRowSets = (caseId: number): RowSet[] =>
  (caseId < 0 ? [] : caseProjections).map((projection) => ({
    table: projection.table,
    key: projection.key,
    where: [projection.ofChain, ...chainValues(projection, caseId)],
  }))

/** The rows that are projected from the workspace's chain. */
export const workspaceRowSets: readonly RowSet[] = workspaceProjections.map(({ table, key }) => ({ table, key }))
