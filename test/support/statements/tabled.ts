import type { Draw } from '../drawn-files.ts'
import { writtenAmount } from './countries.ts'
import type { WrittenAccount } from './told.ts'
import type { TrueAccount, TrueEntry } from './truth.ts'

/**
 * Writes an account as a table below lines about it: with one column of amounts or two, the balance behind each row,
 * oldest or newest first, and balances with a day among its rows now and then.
 */
export const writeTable = (draw: Draw, { country, id, missing, statements }: TrueAccount): WrittenAccount => {
  const { words, currency, code } = country
  const [hasSides, isNewestFirst, hasBalances, hasCurrency] = [0, 1, 2, 3].map(() => draw.below(2) === 0)
  const delimiter = country.decimal === ',' ? ';' : draw.of([',', '\t'])
  const line = (...cells: readonly string[]): string =>
    cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter)
  const money = (units: number): string => writtenAmount(units, country)
  const amounts = (units: number): readonly string[] => {
    if (hasSides !== true) return [money(units)]
    return units < 0 ? [money(-units), ''] : ['', money(units)]
  }
  const row = (day: string, text: string, told: readonly string[], balance: number): string =>
    line(country.date(day), text, ...told, money(balance), ...(hasCurrency === true ? [currency] : []))
  const entryRow = ({ day, text, name, units, balance }: TrueEntry): string =>
    row(day, `${text} ${name}`, amounts(units), balance)
  const none = hasSides === true ? ['', ''] : ['']
  const [first, last] = [statements[0], statements.at(-1)]
  const rows = [
    ...(hasBalances === true && first !== undefined ? [row(first.from, words.opening, none, first.opening)] : []),
    ...statements.flatMap(({ entries }) => entries.map(entryRow)),
    ...(hasBalances === true && last !== undefined ? [row(last.to, words.closing, none, last.closing)] : []),
  ]
  const columns = hasSides === true ? [words.debit, words.credit] : [words.amount]
  return {
    text: [
      line('Bank'),
      line(words.account, id),
      '',
      line(words.date, words.text, ...columns, words.balance, ...(hasCurrency === true ? [words.currency] : [])),
      ...(isNewestFirst === true ? rows.toReversed() : rows),
      '',
    ].join('\r\n'),
    statements: [],
    gaps: missing === null ? [] : [{ kind: 'row', units: missing.units }],
    args: [
      '--make-ids',
      ...(hasSides === true ? [] : ['--negative', 'out']),
      ...(hasCurrency === true ? [] : ['--currency', currency]),
      ...(code === 'US' ? ['--date-order', 'month_first'] : []),
      ...(code === 'KW' ? ['--decimal', 'point'] : []),
    ],
  }
}
