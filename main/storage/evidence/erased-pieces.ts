/**
 * SQL: whether the bytes of a piece were erased by order.
 *
 * @param piece how the statement calls the row of `evidence`
 */
export const isErased = (piece: string): string =>
  `exists (select 1 from evidence_erasures x where x.evidence_id = ${piece}.id and x.state = 'erased')`

/**
 * SQL: whether a piece of the case still needs bytes, since it has them and is not erased.
 *
 * @param caseId and `sha256`: SQL for both
 */
export const isNeeded = (caseId: string, sha256: string): string =>
  `exists (select 1 from evidence e where e.case_id = ${caseId} and e.sha256 = ${sha256} and not ${isErased('e')})`
