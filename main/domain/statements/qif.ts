import { fail } from '../../../shared/schema/result.ts'
import { readDecimal } from '../imports/cells.ts'
import { undressed } from '../imports/money-text.ts'
import { namesBalance } from '../imports/left-rows.ts'
import { createStatementBook, readerOf } from './book.ts'
import { createLineCutter } from './lines.ts'
import type { StatementReader } from './statement.ts'

/** Kinds of accounts whose records are money that came and went. */
const money: ReadonlySet<string> = new Set(['bank', 'cash', 'ccard', 'oth a', 'oth l'])

const mayBeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/u

/** An amount as it can be summed before its column is known; empty where it may be thousands or decimals. */
const summable = (text: string): string => {
  const number = mayBeThousands.test(text) ? fail('') : readDecimal(text)
  return number.ok ? String(number.value) : ''
}

const partOf = (kind: string): 'money' | 'investments' | 'other' => {
  if (money.has(kind)) return 'money'
  return kind.startsWith('inv') ? 'investments' : 'other'
}

/** What a record says once; splits, addresses and the like come again. */
const once: ReadonlySet<string> = new Set(['D', 'T', 'U', 'P', 'N'])

/** Quicken writes `1/ 2'26` for a year from 2000 on. */
const dateText = (text: string): string => text.replaceAll(' ', '').replace("'", '/')

/** Makes a reader of QIF. It tells no currency, no balances and no identifiers. */
export const createQifReader = (): StatementReader => {
  const book = createStatementBook()
  let part: 'money' | 'account' | 'investments' | 'other' = 'other'
  let fields = new Map<string, string>()
  let begun = 0
  let account: string | null = null
  let again: string | null = null

  const record = (): void => {
    const given = fields
    const twice = again
    fields = new Map()
    again = null
    if (given.size === 0) return
    const raw = (): string => [...given].map(([name, value]) => name + value).join('\n')
    if (part === 'money' && twice !== null) {
      book.broken(begun, `says ${twice} twice: the sign between two records (^) seems to be missing`, raw())
      return
    }
    if (part === 'account') {
      account = given.get('N')?.slice(0, 100) ?? null
      return
    }
    if (part === 'investments')
      book.broken(begun, 'is of an account of investments (!Type:Invst), which is not read', raw())
    if (part !== 'money') return
    const amount = (given.get('T') ?? given.get('U') ?? '').trim()
    // A minus may stand before, behind, or be brackets.
    const plain = undressed(amount)?.text ?? amount
    const isOut = plain.startsWith('-')
    if (amount === '' || !/\d/u.test(amount)) {
      book.broken(begun, 'has no amount (T)', raw())
      return
    }
    const told = isOut ? plain.slice(1) : plain
    const direction = isOut ? 'out' : 'in'
    if (namesBalance(given.get('P') ?? '')) {
      const units = summable(told)
      if (units === '') book.broken(begun, 'has a balance that cannot be read (T)', raw())
      else book.opening({ amount: isOut ? `-${units}` : units, date: null }, begun)
      return
    }
    book.count(direction, summable(told))
    book.entry(
      {
        line: begun,
        at: dateText(given.get('D') ?? ''),
        amount: told,
        direction,
        customerReference: given.get('N'),
        counterpartyName: given.get('P'),
        text: given.get('M'),
        code: given.get('L'),
      },
      false,
    )
  }
  const lines = createLineCutter((raw, line) => {
    const text = raw.trimEnd()
    if (text.startsWith('!')) {
      record()
      const kind = /^!Type:(.*)$/iu.exec(text)?.[1]?.trim().toLowerCase()
      part = kind === undefined ? (/^!Account/iu.test(text) ? 'account' : part) : partOf(kind)
      if (part === 'money' && kind !== undefined) book.begin({ account }, line)
      return
    }
    if (text === '^') {
      record()
      return
    }
    if (text === '') return
    if (fields.size === 0) begun = line
    const name = text.slice(0, 1)
    if (fields.has(name) && once.has(name)) again ??= name
    // Splits repeat their letters; the first of each is the record's own.
    if (!fields.has(name) && fields.size < 40) fields.set(name, text.slice(1))
  })
  return readerOf(book, {
    push: lines.push,
    end: () => {
      lines.end()
      record()
    },
  })
}
