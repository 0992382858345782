import { fitsForm } from '../../domain/cases/forms.ts'
import { handsOn, handTypes } from '../../domain/cases/hands.ts'
import { openEntry } from '../../seal/entry.ts'
import { hubOrderSql } from '../ledger/order.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Statements } from '../sqlite/statements.ts'

/**
 * L-47: the uids of those who are no second person for a case, from its entries in the order in which they take effect.
 */
export const readHands = async (sql: Statements, caseId: number): Promise<ReadonlySet<string>> => {
  const rows = await sql.all<Pick<EntriesTable, 'id' | 'payload'>>(
    `select id, payload from entries where chain = ? and json_extract(cast(payload as text), '$.type') in (${handTypes.map(() => '?').join(', ')}) order by ${hubOrderSql}`,
    caseId,
    ...handTypes,
  )
  return handsOn(
    rows.flatMap(({ id, payload }) => {
      const opened = openEntry({ payload })
      if (!opened.ok || !fitsForm(opened.value.type, opened.value.pub)) return []
      const { type, refs, pub, actor } = opened.value
      return [{ id: id.toString('hex'), type, refs, pub, actor }]
    }),
  )
}
