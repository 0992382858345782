import { createStatementBook, readerOf } from './book.ts'
import { withPoint } from './exact.ts'
import { createTags } from './ofx-tags.ts'
import { StatementFault, type StatementReader } from './statement.ts'

const depthMax = 40
const membersMax = 200

/** `YYYYMMDD`, with a time and an offset where they are told, as ISO 8601. */
const momentOf = (text: string): string => {
  const found =
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d+)?)?(?:\[([+-]?\d{1,2})(?:\.(\d{2}))?.*\])?/u.exec(text)
  if (found === null) return text
  const [, year = '', month = '', day = '', hour, minute = '', second = '00', offset, part = '00'] = found
  if (hour === undefined || `${hour}${minute}${second}` === '000000') return `${year}-${month}-${day}`
  const hours = Number(offset ?? 0)
  const minutes = Math.round(Number(`0.${part}`) * 60)
  const zone =
    offset === undefined
      ? ''
      : `${hours < 0 || offset.startsWith('-') ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
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
])

type Members = Map<string, string>

/** Makes a reader of OFX 1 (SGML, whose values end without a tag) and 2 (XML), QFX among them. */
export const createOfxReader = (): StatementReader => {
  const book = createStatementBook()
  const path: string[] = []
  let members: Members | null = null
  let begun = 1

  const entry = (told: Members): void => {
    const amount = withPoint((told.get('TRNAMT') ?? '').replaceAll(/[\s,](?=\d{3}(?:\D|$))/gu, ''))
    if (amount === null) {
      book.broken(begun, 'has no amount that can be read (TRNAMT)', told.get('TRNAMT') ?? '')
      return
    }
    book.entry({
      line: begun,
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
    })
  }
  const closes = (name: string): void => {
    if (members === null) return
    if (name === 'STMTTRN') entry(members)
    if (name === 'BANKACCTFROM' || name === 'CCACCTFROM') book.tell({ account: members.get('ACCTID') ?? null })
    if (name === 'LEDGERBAL') {
      const amount = withPoint(members.get('BALAMT') ?? '')
      if (amount !== null)
        book.closing(
          { amount: amount.replace(/^\+/u, ''), date: momentOf(members.get('DTASOF') ?? '').slice(0, 10) },
          begun,
        )
    }
    if (name === 'STMTTRN' || name === 'BANKACCTFROM' || name === 'CCACCTFROM' || name === 'LEDGERBAL') members = null
  }
  const opened = (name: string, value: string, line: number): void => {
    if (starts.has(name)) book.begin({}, line)
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
    if (name === 'CURDEF') book.tell({ currency: value.slice(0, 3).toUpperCase() })
    if (members !== null && members.size < membersMax) members.set([...path.slice(1), name].join('/'), value)
  }
  const closed = (name: string): void => {
    const from = path.lastIndexOf(name)
    if (from !== -1) {
      path.length = from
      if (from === 0) closes(name)
    }
    if (starts.has(name)) book.end()
  }

  const tags = createTags({ opened, closed })
  return readerOf(book, {
    push: tags.push,
    end: tags.end,
  })
}
