import type { TransactionImport } from '../../shared/api/transaction-imports.ts'

type Told = Pick<TransactionImport, 'statements' | 'gaps' | 'gap_count'>

const shownMax = 20

const balanceText = (balance: Told['statements'][number]['opening']): string =>
  balance === null ? 'not told' : `${balance.amount}${balance.date === null ? '' : ` on ${balance.date}`}`

const gapText = ({ kind, line, account, expected, found, difference }: Told['gaps'][number]): string => {
  const where = `line ${line}${account === null ? '' : `, account ${account}`}`
  const what = {
    within: 'the entries lead to',
    between: 'the statement before ended at',
    row: 'the rows before lead to',
  }[kind]
  return `gap: ${where}: ${what} ${expected}, but the balance is ${found}: ${difference} is missing. Entries or pages may be missing, or were read wrongly.`
}

const sumText = (sum: string | null, currency: string | null): string =>
  sum === null ? 'whose sum is not known' : `${sum}${currency === null ? '' : ` ${currency}`} in all`

const isOfStatement = ({ kind }: Told['gaps'][number]): boolean => kind !== 'row'

/** Where rows do not lead to the balances that they tell; known once the rows were read. */
export const rowGapNotices = ({ gaps, gap_count: count }: Told): readonly string[] => {
  const found = gaps.filter((gap) => !isOfStatement(gap))
  return [
    ...found.slice(0, shownMax).map(gapText),
    ...(found.length > shownMax ? [`... and more: ${count} gaps in all`] : []),
  ]
}

/** Which accounts a file tells of, with their balances, and where these do not fit. */
export const statementNotices = ({ statements, gaps, gap_count: count }: Told): readonly string[] => [
  ...statements
    .slice(0, shownMax)
    .map(
      ({ account, currency, number, opening, closing, entries, sum }) =>
        `statement: account ${account ?? 'not told'}${number === null ? '' : `, ${number}`}: ${entries} ${entries === 1 ? 'entry' : 'entries'}, ${sumText(sum, currency)}; opening balance ${balanceText(opening)}, closing balance ${balanceText(closing)}`,
    ),
  ...(statements.length > shownMax ? [`... and more statements than ${shownMax}`] : []),
  ...gaps.filter(isOfStatement).slice(0, shownMax).map(gapText),
  ...(count > Math.min(shownMax, gaps.length) ? [`... and more: ${count} gaps in all`] : []),
]
