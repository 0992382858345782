import { createStatementBook, readerOf } from './book.ts'
import { isTwoWays, withPoint } from './exact.ts'
import { createTags } from './ofx-tags.ts'
import { StatementFault, type StatementEntry, type StatementReader } from './statement.ts'

const depthMax = 40
const membersMax = 200

/** What stands behind the hours of an offset: a part of an hour, or, as many banks write it, minutes. */
const minutesOf: ReadonlyMap<string, number> = new Map([
  ['0', 0],
  ['00', 0],
  ['15', 15],
  ['25', 15],
  ['30', 30],
  ['5', 30],
  ['50', 30],
  ['45', 45],
  ['75', 45],
])

/** `YYYYMMDD`, with a time and an offset where they are told, as ISO 8601; what says more or less stays as it is. */
const momentOf = (text: string): string => {
  const found =
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(\.\d{1,9})?)?(?:\[([+-]?\d{1,2})(?:[.:](\d{1,2})(?!\d))?[^\]]*\])?\s*$/u.exec(
      text,
    )
  if (found === null) return text
  const [, year = '', month = '', day = '', hour, minute = '', second = '00', fraction = '', offset, part = '0'] = found
  if (hour === undefined || `${hour}${minute}${second}` === '000000') return `${year}-${month}-${day}`
  const hours = Number(offset ?? 0)
  const minutes = minutesOf.get(part)
  if (minutes === undefined) return text
  const zone =
    offset === undefined
      ? ''
      : `${hours < 0 || offset.startsWith('-') ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`
}

const starts: ReadonlySet<string> = new Set(['STMTRS', 'CCSTMTRS'])
const groups: ReadonlySet<string> = new Set([
  'STMTTRN',
  'BANKACCTFROM',
  'CCACCTFROM',
  'LEDGERBAL',
  'PAYEE',
  'BANKACCTTO',
  'CCACCTTO',
  'CURRENCY',
  'STMTTRNP',
])

/** Groups that stand in no other. */
const wholes: ReadonlySet<string> = new Set(['STMTTRN', 'STMTTRNP', 'BANKACCTFROM', 'CCACCTFROM', 'LEDGERBAL'])

/** What stands around groups: where it ends, they have ended. */
const lists: ReadonlySet<string> = new Set(['BANKTRANLIST', 'STMTRS', 'CCSTMTRS', 'OFX'])

type Members = Map<string, string>

/** Kinds of entries that are money that went out, whatever the sign of their amount. */
const goesOut: ReadonlySet<string> = new Set(['DEBIT', 'DIRECTDEBIT'])

/** An amount with a point before its decimals; null where there is none that can be read. */
const amountOf = (text: string): string | null => withPoint(text.replaceAll(/[\s,](?=\d{3}(?:\D|$))/gu, ''))

/** An entry out of the members of its group, or why there is none. */
const entryOf = (
  told: Members,
  line: number,
  defaultCurrency: string,
): { readonly entry: StatementEntry } | { readonly fault: string } => {
  const text = told.get('TRNAMT') ?? ''
  if (isTwoWays(text, told.get('CURRENCY/CURSYM') ?? defaultCurrency))
    return { fault: 'has an amount that can be read two ways (TRNAMT): its three digits may be thousands or decimals' }
  const amount = amountOf(text)
  if (amount === null) return { fault: 'has no amount that can be read (TRNAMT)' }
  if (told.has('CORRECTFITID'))
    return {
      fault: `corrects the entry ${(told.get('CORRECTFITID') ?? '').slice(0, 60)} (CORRECTFITID), and is no payment of its own: both are to be looked at by hand`,
    }
  if (goesOut.has(told.get('TRNTYPE') ?? '') && !amount.startsWith('-') && /[1-9]/u.test(amount))
    return {
      fault: `is called ${told.get('TRNTYPE') ?? ''} (TRNTYPE), and its amount has no minus (TRNAMT): which way the money went cannot be told`,
    }
  return {
    entry: {
      line,
      at: momentOf(told.get('DTPOSTED') ?? ''),
      amount: amount.replace(/^[+-]/u, ''),
      direction: amount.startsWith('-') ? 'out' : 'in',
      currency: told.get('CURRENCY/CURSYM'),
      reference: told.get('FITID'),
      isUnique: true,
      valueDate: told.has('DTAVAIL') ? momentOf(told.get('DTAVAIL') ?? '') : undefined,
      code: told.get('TRNTYPE'),
      customerReference: told.get('CHECKNUM') ?? told.get('REFNUM'),
      counterpartyName: told.get('PAYEE/NAME') ?? told.get('NAME'),
      counterpartyAccount: told.get('BANKACCTTO/ACCTID') ?? told.get('CCACCTTO/ACCTID'),
      text: told.get('MEMO'),
    },
  }
}

/** Makes a reader of OFX 1 (SGML, whose values end without a tag) and 2 (XML), QFX among them. */
export const createOfxReader = (): StatementReader => {
  const book = createStatementBook()
  const path: string[] = []
  let members: Members | null = null
  let begun = 1
  let currency = ''
  let isInside = false

  const balance = (told: Members): void => {
    const text = told.get('BALAMT') ?? ''
    const amount = isTwoWays(text, currency) ? null : amountOf(text)
    if (amount === null) book.broken(begun, 'has a balance that cannot be read (LEDGERBAL)', text)
    else
      book.closing({ amount: amount.replace(/^\+/u, ''), date: momentOf(told.get('DTASOF') ?? '').slice(0, 10) }, begun)
  }
  const closes = (name: string): void => {
    if (members === null) return
    if (name === 'STMTTRN') {
      const read = isInside
        ? entryOf(members, begun, currency)
        : { fault: 'is of an account of investments, which is not read' }
      if ('entry' in read) book.entry(read.entry)
      else book.broken(begun, read.fault, members.get('TRNAMT') ?? '')
    }
    if (name === 'STMTTRNP') book.pending()
    if (name === 'BANKACCTFROM' || name === 'CCACCTFROM') book.tell({ account: members.get('ACCTID') ?? null })
    if (name === 'LEDGERBAL') balance(members)
    if (wholes.has(name)) members = null
  }
  /** Banks leave out the tags that end one of these. */
  const endOpen = (): void => {
    const [name] = path
    path.length = 0
    if (name !== undefined) closes(name)
  }
  const opened = (name: string, value: string, line: number): void => {
    if (starts.has(name)) {
      isInside = true
      currency = ''
      book.begin({}, line)
    }
    if (wholes.has(name)) endOpen()
    if (groups.has(name)) {
      path.push(name)
      if (path.length > depthMax) throw new StatementFault(`is nested deeper than ${depthMax} elements in line ${line}`)
      if (path.length === 1) {
        members = new Map()
        begun = line
      }
      return
    }
    if (value === '') return
    if (name === 'CURDEF') {
      currency = value.slice(0, 3).toUpperCase()
      book.tell({ currency })
    }
    if (members !== null && members.size < membersMax) members.set([...path.slice(1), name].join('/'), value)
  }
  const closed = (name: string): void => {
    const from = path.lastIndexOf(name)
    if (from !== -1) {
      path.length = from
      if (from === 0) closes(name)
    }
    if (from === -1 && lists.has(name)) endOpen()
    if (starts.has(name)) {
      book.end()
      isInside = false
    }
  }

  const tags = createTags({ opened, closed })
  return readerOf(book, {
    push: tags.push,
    end: () => {
      tags.end()
      if (isInside) throw new StatementFault('is cut off: its statement does not end')
    },
  })
}
