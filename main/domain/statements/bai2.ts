import { createStatementBook, readerOf } from './book.ts'
import { minorDigits } from '../../../shared/text/money.ts'
import { createLineCutter, shortDay } from './lines.ts'
import { StatementFault, type StatementReader } from './statement.ts'

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
    const behind = 3 + fundsCells(cells, 3)
    const valueDay = (cells[3] ?? '').trim() === 'V' ? shortDay((cells[4] ?? '').trim()) : null
    const isNegative = amount.startsWith('-')
    book.entry({
      line,
      at: groupDay,
      amount: amount.replace('-', ''),
      direction: kind < 400 === isNegative ? 'out' : 'in',
      valueDate: valueDay ?? undefined,
      code,
      reference: cells[behind]?.trim() || undefined,
      customerReference: cells[behind + 1]?.trim() || undefined,
      text: cells.slice(behind + 2).join(','),
    })
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
        return
      case '03':
        account(cells, begun)
        return
      case '16':
        entry(cells, begun, raw)
        return
      case '49':
        book.end()
        return
      default:
    }
  }
  const lines = createLineCutter((raw, line) => {
    const text = raw.trim()
    if (text.startsWith('88,')) {
      record = `${record.replace(/\/\s*$/u, '')}${/^(?:03|16)/u.test(record) && record.endsWith('/') ? ',' : ' '}${text.slice(3)}`
      if (record.length > recordMax)
        throw new StatementFault(`holds a record of more than ${recordMax} characters near line ${line}`)
      return
    }
    done()
    record = text
    begun = line
  })
  return readerOf(book, {
    push: lines.push,
    end: () => {
      lines.end()
      done()
    },
  })
}
