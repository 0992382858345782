import { riskLevels } from '../../../shared/schema/activity.ts'
import type { FoundOf, SearchReason } from '../../../shared/schema/search.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { amountOf } from '../../domain/transactions/amounts.ts'
import type { ActivityRow } from '../transactions/tables.ts'
import { foundMost, shownOf } from './finding.ts'
import type { SearchCandidate, Finding, SearchReads } from './finding.ts'
import { beginningRange } from './question.ts'
import type { Question } from './question.ts'
import { reasonOfNaming, termsNaming } from './naming.ts'
import { reasonOfId } from './reasons.ts'

type Transaction = FoundOf<'transaction'>
type Found = SearchCandidate<number, ActivityRow>

const shown = (row: ActivityRow, reason: SearchReason): Transaction => ({
  kind: 'transaction',
  transaction_id: row.transaction_id,
  event_type: row.event_type,
  at: toTimestamp(row.at_ms),
  amount: row.amount === null ? null : amountOf(row.amount),
  currency: row.currency,
  risk_level: riskLevels[row.risk] ?? 'low',
  reason,
})

const byOwnId = ({ sql }: SearchReads, question: Question): Found[] => {
  const rows = question.spellings.flatMap((spelling) => [
    ...sql.all<ActivityRow>('select * from activities where transaction_id = ?', spelling),
    ...(question.takesBeginnings
      ? sql.all<ActivityRow>(
          'select * from activities where transaction_id >= ? and transaction_id < ? limit ?',
          ...beginningRange(spelling),
          foundMost,
        )
      : []),
  ])
  return rows.flatMap((row) => {
    const reason = reasonOfId(question, 'id', row.transaction_id)
    return reason === null ? [] : [{ key: row.n, row, reason }]
  })
}

/** The newest that name an entity. */
const byEntity = ({ sql }: SearchReads, question: Question): Found[] => {
  if (question.spellings.length === 0) return []
  const rows = sql.all<ActivityRow>(
    `select a.* from (select rowid as moment from activity_terms where activity_terms match ? order by rowid desc limit ?) found
     cross join activities a on a.moment = found.moment order by a.moment desc`,
    termsNaming(question.spellings),
    foundMost,
  )
  return rows.flatMap((row) => {
    const reason = reasonOfNaming(question, row)
    return reason === null ? [] : [{ key: row.n, row, reason }]
  })
}

/** Transactions by their own identifier, then the newest that name an entity. */
export const findTransactions = (reads: SearchReads, question: Question): Finding<Transaction> =>
  shownOf([...byOwnId(reads, question), ...byEntity(reads, question)], shown)
