import { at, attribute, textAt, textsAt, type XmlNode } from '../lists/xml/node.ts'
import { createXmlRecords, type XmlRecord } from '../lists/xml/records.ts'
import { createStatementBook, readerOf } from './book.ts'
import { entriesIn } from './camt-entry.ts'
import { isTwoWays, withPoint } from './exact.ts'
import type { StatementReader } from './statement.ts'

/** The messages: an account's report in the day (052), its statement (053), a notice of single entries (054). */
const messages = [
  ['BkToCstmrAcctRpt', 'Rpt'],
  ['BkToCstmrStmt', 'Stmt'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
] as const

const statementPaths = messages.flatMap(([message, statement]) => [
  `Document/${message}/${statement}`,
  `${message}/${statement}`,
])
const statementsAt: ReadonlySet<string> = new Set(statementPaths)
const records: ReadonlySet<string> = new Set(
  statementPaths.flatMap((path) => ['Acct', 'Bal', 'Ntry'].map((part) => `${path}/${part}`)),
)

const opens: ReadonlySet<string> = new Set(['OPBD', 'PRCD'])

const accountIn = (node: XmlNode): string | null => {
  const id = textAt(node, 'Id', 'IBAN') || textAt(node, 'Id', 'Othr', 'Id') || textAt(node, 'Id', 'PrtryAcct', 'Id')
  return id === '' ? null : id.replaceAll(' ', '').slice(0, 100)
}

const dayIn = (node: XmlNode): string | null =>
  (textAt(node, 'Dt', 'Dt') || textAt(node, 'Dt', 'DtTm').slice(0, 10) || textAt(node, 'Dt')).slice(0, 10) || null

/** Makes a reader of ISO 20022 account reports, statements and notices, in any of their versions. */
export const createCamtReader = (): StatementReader => {
  const book = createStatementBook()
  let line = 1
  /** Of the open statement. */
  let account: string | null = null
  const balance = (node: XmlNode, where: number): void => {
    const kind = textAt(node, 'Tp', 'CdOrPrtry', 'Cd')
    const amount = withPoint(textAt(node, 'Amt'))
    const currency = attribute(at(node, 'Amt')[0], 'Ccy')
    if (!opens.has(kind) && kind !== 'CLBD') return
    if (amount === null || /^[+-]/u.test(amount) || isTwoWays(amount, currency)) {
      book.broken(where, `has a balance that cannot be read (${kind})`, textAt(node, 'Amt'))
      return
    }
    if (currency !== '') book.tell({ currency })
    const told = { amount: `${textAt(node, 'CdtDbtInd') === 'DBIT' ? '-' : ''}${amount}`, date: dayIn(node) }
    if (kind === 'CLBD') book.closing(told, where)
    else book.opening(told, where)
  }

  const entry = (node: XmlNode, where: number): void => {
    const own = textAt(node, 'Sts', 'Prtry')
    const status = textAt(node, 'Sts', 'Cd') || (own === '' ? textsAt(node, 'Sts')[0] : own) || 'BOOK'
    if (own !== '' && status === own) {
      book.broken(
        where,
        `has a status of the bank’s own (${own.slice(0, 40)}): whether it is booked cannot be told`,
        '',
      )
      return
    }
    if (status !== 'BOOK') {
      book.pending()
      return
    }
    const read = entriesIn(node, where, account)
    if (read === null) {
      book.broken(
        where,
        'is no entry that can be read (Ntry): its amount or its side is missing, or the amount has a sign beside its side',
        textAt(node, 'Amt'),
      )
      return
    }
    for (const one of read.parts) book.entry(one, false)
    book.count(read.direction, read.amount, read.currency)
  }

  const take = ({ path, node, line: where }: XmlRecord): void => {
    line = where
    if (path.endsWith('/Acct')) {
      const currency = textAt(node, 'Ccy')
      account = accountIn(node)
      book.tell({ account, ...(currency === '' ? {} : { currency }) })
    } else if (path.endsWith('/Bal')) balance(node, where)
    else entry(node, where)
  }
  const xml = createXmlRecords({
    records,
    // A statement begins behind the records of the one before, wherever the text is cut.
    onRecord: take,
    onElement: (path) => {
      if (!statementsAt.has(path)) return
      account = null
      book.begin({}, line)
    },
    onText: (path, text) => {
      const parent = path.slice(0, path.lastIndexOf('/'))
      if (!statementsAt.has(parent)) return
      if (path.endsWith('/ElctrncSeqNb') || path.endsWith('/LglSeqNb') || path.endsWith('/Id'))
        book.tell({ number: text.slice(0, 100) })
    },
  })
  return readerOf(book, { push: (text) => void xml.push(text), end: () => void xml.end() })
}
