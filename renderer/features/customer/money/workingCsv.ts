import type { AccountTrace } from '../../../../shared/api/tracing.ts'
import { csvLine, harmlessText } from '../../../../shared/text/csv.ts'

const heads = [
  'at',
  'transaction_id',
  'direction',
  'party_kind',
  'party',
  'amount',
  'balance',
  'traced_in',
  'traced_out',
  'repaid',
  'held',
  'currency',
  'account_id',
  'method',
  'opening_balance',
]

/** The working of a trace as CSV (RFC 4180): a line for each movement, and in each what was asked. */
export const workingCsv = (trace: AccountTrace): string =>
  csvLine(heads) +
  trace.lines
    .map((line) =>
      csvLine([
        line.at,
        harmlessText(line.transaction_id),
        line.direction,
        line.party?.kind ?? '',
        harmlessText(line.party?.id ?? ''),
        ...[line.amount, line.balance, line.traced_in, line.traced_out, line.repaid, line.held].map(String),
        trace.currency ?? '',
        harmlessText(trace.account_id),
        trace.method,
        String(trace.opening_balance),
      ]),
    )
    .join('')
