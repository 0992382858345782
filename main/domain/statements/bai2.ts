import { createStatementBook, readerOf } from './book.ts'
import { minorDigits } from '../../../shared/text/money.ts'
import { createLineCutter, shortDay } from './lines.ts'
import { StatementFault, type StatementEntry, type StatementReader } from './statement.ts'

const recordMax = 262_144

/** Amounts are whole numbers of the smallest unit of their currency. */
const amountOf = (text: string, currency: string): string | null => {
  const found = /^([+-]?)(\d{1,18})$/u.exec(text.trim())
  if (found === null) return null
  const places = minorDigits(currency)
  const digits = (found[2] ?? '').padStart(places + 1, '0')
  const sign = found[1] === '-' ? '-' : ''
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** How many cells a type of funds takes behind itself, from its own place on. */
const fundsCells = (cells: readonly string[], at: number): number => {
  const kind = (cells[at] ?? '').trim()
  if (kind === 'S') return 4
  if (kind === 'V') return 3
  if (kind === 'D') return 2 + 2 * Math.max(0, Math.min(60, Math.trunc(Number(cells[at + 1] ?? 0)) || 0))
  return 1
}

/** An entry of the cells of its record. */
const entryOf = (
  cells: readonly string[],
  { amount, code = '', ...told }: Pick<StatementEntry, 'line' | 'at' | 'amount' | 'code'>,
): StatementEntry => {
  const behind = 3 + fundsCells(cells, 3)
  const valueDay = (cells[3] ?? '').trim() === 'V' ? shortDay((cells[4] ?? '').trim()) : null
  return {
    ...told,
    amount: amount.replace('-', ''),
    direction: Number(code) < 400 === amount.startsWith('-') ? 'out' : 'in',
    valueDate: valueDay ?? undefined,
    code,
    reference: cells[behind]?.trim() || undefined,
    customerReference: cells[behind + 1]?.trim() || undefined,
    text: cells.slice(behind + 2).join(','),
  }
}

/** What a group is sent for, where its entries are no payments. */
const notPaid: ReadonlyMap<string, string> = new Map([
  ['2', 'deleted'],
  ['4', 'a test'],
])

const opening = '010'
const closing = '015'

/** Makes a reader of BAI2: groups of accounts, each with its balances and entries. */
export const createBai2Reader = (): StatementReader => {
  const book = createStatementBook()
  let groupDay: string | null = null
  let groupCurrency = 'USD'
  let currency = 'USD'
  let record = ''
  let begun = 0
  /** Of the records of the open account, continuations among them. */
  let records = 0
  /** Why the entries of the open group are none. */
  let noPayments: string | null = null

  const account = (cells: readonly string[], line: number): void => {
    currency = (cells[2] ?? '').trim() || groupCurrency
    book.begin({ account: (cells[1] ?? '').trim().slice(0, 100) || null, currency, number: groupDay }, line)
    for (let at = 3; at < cells.length;) {
      const code = (cells[at] ?? '').trim()
      const amount = amountOf(cells[at + 1] ?? '', currency)
      if (amount !== null && code === opening) book.opening({ amount, date: groupDay }, line)
      if (amount !== null && code === closing) book.closing({ amount, date: groupDay }, line)
      at += 3 + fundsCells(cells, at + 3)
    }
  }

  const entry = (cells: readonly string[], line: number, raw: string): void => {
    const code = (cells[1] ?? '').trim()
    const amount = amountOf(cells[2] ?? '', currency)
    const kind = Number(code)
    if (amount === null || groupDay === null || !/^\d{3}$/u.test(code) || kind < 100 || kind > 699) {
      // Codes from 700 on are loans, and 890 is text alone.
      if (code !== '890') book.broken(line, 'is no entry that can be read (16)', raw)
      return
    }
    if (noPayments !== null) {
      book.broken(line, `is of a group that is marked as ${noPayments} (02), and is no payment`, raw)
      return
    }
    book.entry(entryOf(cells, { line, at: groupDay, amount, code }))
  }

  const ended = (cells: readonly string[], raw: string): void => {
    const told = (cells[2] ?? '').trim()
    if (/^\d{1,9}$/u.test(told) && Number(told) > records)
      book.broken(
        begun,
        `says that the account has ${Number(told)} records, and ${records} were found: lines are missing (49)`,
        raw,
      )
    book.end()
  }

  const done = (): void => {
    const raw = record
    record = ''
    if (raw === '') return
    const cells = raw.replace(/\/\s*$/u, '').split(',')
    switch (cells[0]) {
      case '02':
        book.end()
        groupDay = shortDay((cells[4] ?? '').trim())
        groupCurrency = (cells[6] ?? '').trim() || 'USD'
        noPayments = notPaid.get((cells[3] ?? '').trim()) ?? null
        return
      case '03':
        account(cells, begun)
        return
      case '16':
        entry(cells, begun, raw)
        return
      case '49':
        ended(cells, raw)
        return
      default:
    }
  }
  const lines = createLineCutter((raw, line) => {
    const text = raw.trim()
    if (text.startsWith('88,')) {
      records += 1
      record = `${record.replace(/\/\s*$/u, '')}${/^(?:03|16)/u.test(record) && record.endsWith('/') ? ',' : ' '}${text.slice(3)}`
      if (record.length > recordMax)
        throw new StatementFault(`holds a record of more than ${recordMax} characters near line ${line}`)
      return
    }
    done()
    record = text
    begun = line
    if (text !== '') records = text.startsWith('03,') ? 1 : records + 1
  })
  return readerOf(book, {
    push: lines.push,
    end: () => {
      lines.end()
      done()
    },
  })
}
