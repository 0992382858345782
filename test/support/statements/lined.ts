import type { Draw } from '../drawn-files.ts'
import { plainAmount, writtenAmount } from './countries.ts'
import { gapsOfBalances, toldWhole, type ToldStatement, type WrittenAccount } from './told.ts'
import { dayAfter, sumOf, type TrueAccount, type TrueEntry, type TrueStatement } from './truth.ts'

const short = (day: string): string => day.replaceAll('-', '').slice(2)

/** Writes an account as MT940: in blocks, below lines of the bank, or bare; names in the German form or as text. */
export const writeMt940 = (draw: Draw, account: TrueAccount): WrittenAccount => {
  const { currency, places } = account.country
  const [isGerman, form] = [draw.below(2) === 0, draw.below(3)]
  const comma = (units: number): string => {
    const text = plainAmount(Math.abs(units), places).replace('.', ',')
    return text.includes(',') ? text : `${text},`
  }
  const balance = (tag: string, units: number, day: string): string =>
    `:${tag}:${units < 0 ? 'D' : 'C'}${short(day)}${currency}${comma(units)}`
  const entry = ({ day, units, name, text }: TrueEntry): readonly string[] => [
    `:61:${short(dayAfter(day, -draw.below(3)))}${short(day).slice(2)}${units < 0 ? 'D' : 'C'}${comma(units)}NTRFNONREF`,
    `:86:${isGerman ? `166?00X?20${text}?32${name}` : `${text} ${name}`}`,
  ]
  const message = ({ number, opening, closing, from, to, entries }: TrueStatement): string =>
    [
      ...(form === 0 ? ['{1:F01BANKXXXXAXXX0000000000}{2:I940BANKXXXXXXXXN}{4:'] : []),
      ...(form === 1 ? ['BANKXX2A', '940', 'BANKXX2A'] : []),
      ':20:STATEMENT',
      `:25:${account.id}${draw.below(2) === 0 ? currency : ''}`,
      `:28C:${number}/1`,
      balance('60F', opening, from),
      ...entries.flatMap(entry),
      balance('62F', closing, to),
      form === 0 ? '-}' : '-',
    ].join('\r\n')
  return {
    text: `${account.statements.map(message).join('\r\n')}\r\n`,
    statements: account.statements.map(toldWhole),
    gaps: gapsOfBalances(account),
    args: [],
  }
}

/** Writes an account as QIF, with dates and amounts as its country writes them; what it does not tell, a person names. */
export const writeQif = (_: Draw, account: TrueAccount): WrittenAccount => {
  const { country, id } = account
  const entries = account.statements.flatMap((one) => one.entries)
  const isTwoWays = entries.some(({ units }) => /^-?[1-9]\d{0,2}[.,]\d{3}$/u.test(writtenAmount(units, country)))
  // Quicken's dates have signs alone between their numbers.
  const date = (day: string): string => (country.code === 'JP' ? day.replaceAll('-', '/') : country.date(day))
  const record = ({ day, units, name, text }: TrueEntry): string =>
    `D${date(day)}\nT${writtenAmount(units, country)}\nP${name}\nM${text}\n^\n`
  return {
    text: `!Account\nN${id}\nTBank\n^\n!Type:Bank\n${entries.map(record).join('')}`,
    statements: [{ opening: null, closing: null, entries: entries.length, sum: isTwoWays ? null : sumOf(entries) }],
    gaps: [],
    args: [
      '--currency',
      country.currency,
      '--date-order',
      'month_first',
      '--decimal',
      country.decimal === ',' ? 'comma' : 'point',
    ],
  }
}

interface Day extends ToldStatement {
  readonly day: string
  readonly rows: readonly TrueEntry[]
}

/** BAI2 tells balances by day. */
const daysOf = ({ statements }: TrueAccount): readonly Day[] =>
  statements.flatMap(({ opening, closing, entries }) => {
    const days = [...Map.groupBy(entries, ({ day }) => day)]
    let balance = opening
    return days.map(([day, rows], index): Day => {
      const before = balance
      balance += sumOf(rows)
      // What is missing is missing before the balance of the last day.
      const after = index === days.length - 1 ? closing : balance
      return { day, rows, opening: before, closing: after, entries: rows.length, sum: sumOf(rows) }
    })
  })

/** Writes an account as BAI2: a group for each day, texts in records that go on. */
export const writeBai2 = (draw: Draw, account: TrueAccount): WrittenAccount => {
  const { currency } = account.country
  const days = daysOf(account)
  const entry = ({ units, text, name }: TrueEntry): string => {
    const funds = draw.of(['', 'Z', 'S,1,0,0', 'V,260101,0900'])
    return `16,${units < 0 ? 475 : 195},${Math.abs(units)},${funds},,,${text}\n88,${name}\n`
  }
  const group = ({ day, rows, opening, closing }: Day): string =>
    `02,R,B,1,${short(day)},,${currency},2/\n03,${account.id},,010,${opening},,/\n88,015,${closing},,/\n${rows.map(entry).join('')}49,0,1/\n98,0,1,1/\n`
  return {
    text: `01,B,R,260101,0800,1,80,,2/\n${days.map(group).join('')}99,0,1,1/\n`,
    statements: days.map(({ opening, closing, entries, sum }) => ({ opening, closing, entries, sum })),
    gaps: gapsOfBalances(account),
    args: [],
  }
}
