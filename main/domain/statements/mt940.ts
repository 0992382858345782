import { isValidIBAN } from 'ibantools'
import { createStatementBook, readerOf, type StatementBook } from './book.ts'
import { isTwoWays, withPoint } from './exact.ts'
import { createLineCutter, shortDay } from './lines.ts'
import { readNarrative } from './mt940-narrative.ts'
import type { Balance, StatementEntry, StatementReader } from './statement.ts'

interface Field {
  readonly tag: string
  readonly line: number
  readonly lines: string[]
}

const linesMax = 200

const balanceOf = (text: string): (Balance & { readonly currency: string }) | null => {
  const found = /^([CD])(\d{6})([A-Z]{3})([\d.,]{1,20})\s*$/u.exec(text)
  const amount = withPoint(found?.[4] ?? '')
  if (found === null || amount === null || isTwoWays(amount, found[3] ?? '')) return null
  return {
    amount: `${found[1] === 'D' ? '-' : ''}${amount}`,
    date: shortDay(found[2] ?? ''),
    currency: found[3] ?? '',
  }
}

/** The booking day is told as month and day: its year is the one in which it lies nearest to the value day. */
const bookingDay = (monthDay: string, valueDay: string): string | null => {
  const year = Number(valueDay.slice(0, 4))
  const days = [year - 1, year, year + 1]
    .map((one) => `${one}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`)
    .filter((day) => !Number.isNaN(Date.parse(`${day}T00:00:00Z`)))
  const far = (day: string): number => Math.abs(Date.parse(day) - Date.parse(valueDay))
  return days.toSorted((one, other) => far(one) - far(other))[0] ?? null
}

const line61 = /^(\d{6})(\d{4})?(R|E)?([CD])([A-Z])?(\d[\d.,]{0,19}|,\d{1,6})([A-Z][A-Z0-9]{3})?(.*?)(?:\/\/(.*))?$/u

/** Of what a bank expects (EC, ED) no money has moved yet. */
const isExpected = ({ lines }: Field): boolean => line61.exec((lines[0] ?? '').trim())?.[3] === 'E'

const entryOf = ({ line, lines }: Field): StatementEntry | null => {
  const [first = '', ...more] = lines
  const found = line61.exec(first.trim())
  const valueDay = shortDay(found?.[1] ?? '')
  const amount = withPoint(found?.[6] ?? '')
  if (found === null || valueDay === null || amount === null) return null
  const [, , monthDay, mark, side, , , code, customer = '', bank] = found
  const isReversal = mark === 'R'
  const known = (text: string | undefined): string | undefined =>
    text === undefined || text.trim() === '' || text.trim() === 'NONREF' ? undefined : text.trim()
  return {
    line,
    at: (monthDay === undefined ? null : bookingDay(monthDay, valueDay)) ?? valueDay,
    valueDate: valueDay,
    amount,
    // A reversal of a credit takes money out again.
    direction: (side === 'C') === isReversal ? 'out' : 'in',
    isReversal,
    code,
    reference: known(bank),
    customerReference: known(customer),
    text: known(more.join(' ')),
  }
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** An account as IBAN or `bank/account`; some banks write its currency behind it, with a blank or without one. */
const accountIn = (text: string): string => {
  const account = text
    .trim()
    .replace(/(?<!\s)\s+[A-Z]{3}$/u, '')
    .replaceAll(' ', '')
    .slice(0, 100)
  const isGlued = /\d[A-Z]{3}$/u.test(account) && currencies.has(account.slice(-3)) && !isValidIBAN(account)
  return isGlued ? account.slice(0, -3) : account
}

const takeField = (book: StatementBook, field: Field, waiting: { entry: StatementEntry | null }): void => {
  const text = field.lines[0] ?? ''
  const flush = (): void => {
    if (waiting.entry !== null) book.entry(waiting.entry)
    waiting.entry = null
  }
  if (field.tag === '86' && waiting.entry !== null) {
    const told = readNarrative(field.lines)
    const { text: earlier } = waiting.entry
    waiting.entry = {
      ...waiting.entry,
      ...told,
      code: told.code ?? waiting.entry.code,
      text: [earlier, told.text].filter((part) => part !== undefined && part !== '').join(' '),
    }
    flush()
    return
  }
  flush()
  const balance = (): (Balance & { readonly currency: string }) | null => {
    const found = balanceOf(text)
    if (found === null) book.broken(field.line, `has a balance that cannot be read (:${field.tag}:)`, text)
    else book.tell({ currency: found.currency })
    return found
  }
  switch (field.tag) {
    case '20':
      book.begin({}, field.line)
      return
    case '25':
    case '25P':
      book.tell({ account: accountIn(text) })
      return
    case '28':
    case '28C':
      book.tell({ number: text.trim().slice(0, 100) })
      return
    case '60F':
    case '60M': {
      const found = balance()
      if (found !== null) book.opening({ amount: found.amount, date: found.date }, field.line)
      return
    }
    case '62F':
    case '62M': {
      const found = balance()
      if (found !== null) book.closing({ amount: found.amount, date: found.date }, field.line)
      return
    }
    case '34F':
      book.tell({ currency: text.slice(0, 3) })
      return
    case '61':
      if (isExpected(field)) {
        book.pending()
        return
      }
      waiting.entry = entryOf(field)
      if (waiting.entry === null) book.broken(field.line, 'is no entry that can be read (:61:)', field.lines.join('\n'))
      return
    default:
  }
}

/** Makes a reader of SWIFT MT940 and MT942, with or without the blocks around a message. */
export const createMt940Reader = (): StatementReader => {
  const book = createStatementBook()
  const waiting: { entry: StatementEntry | null } = { entry: null }
  let field: Field | null = null
  const done = (): void => {
    if (field !== null) takeField(book, field, waiting)
    field = null
  }
  const lines = createLineCutter((raw, line) => {
    const text = raw.replace(/^[\u0001-\u001f]?\{1:.*\{4:/u, '')
    if (/^-\}?/u.test(text) && /^-(?:\}.*)?\s*$/u.test(text)) {
      done()
      return
    }
    const tag = /^:(\d{2}[A-Z]?):(.*)$/u.exec(text)
    if (tag !== null) {
      done()
      field = { tag: tag[1] ?? '', line, lines: [tag[2] ?? ''] }
    } else if (field !== null && field.lines.length < linesMax) field.lines.push(text)
  })
  return readerOf(book, {
    push: lines.push,
    end: () => {
      lines.end()
      done()
      if (waiting.entry !== null) book.entry(waiting.entry)
    },
  })
}
