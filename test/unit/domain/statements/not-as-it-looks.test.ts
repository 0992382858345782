import { describe, expect, it } from 'vitest'
import { createStatementReader, type StatementKind } from '../../../../main/domain/statements/reader.ts'
import { statementColumns } from '../../../../main/domain/statements/statement.ts'

/** The rows of a text, each as amount, direction and other side, or the first words of why it is none. */
const read = (kind: StatementKind, text: string) => {
  const reader = createStatementReader(kind)
  const rows = [...reader.push(text), ...reader.end()]
  const cell = (values: readonly unknown[], name: (typeof statementColumns)[number]): unknown =>
    values[statementColumns.indexOf(name)]
  return {
    pending: reader.pending(),
    statements: reader.statements,
    gaps: reader.gaps,
    times: rows.map(({ values }) => cell(values, 'at')),
    rows: rows.map(({ values, fault }) =>
      fault === undefined
        ? [cell(values, 'amount'), cell(values, 'direction'), cell(values, 'counterparty_name')].filter(
            (one) => one !== undefined,
          )
        : fault.slice(0, 40),
    ),
  }
}

const twoWays = 'has an amount that can be read two ways:'

describe('MT940', () => {
  const message = (entries: readonly string[], currency = 'EUR', closing = '100,00') =>
    `:20:R\n:25:1\n:28C:1\n:60F:C260301${currency}100,00\n${entries.map((one) => `:61:2603020302${one}NTRFNONREF\n`).join('')}:62F:C260302${currency}${closing}\n-\n`

  it('counts what a bank only expects (EC, ED) as pending, and takes it for no payment', () => {
    const { rows, pending, gaps } = read('mt940', message(['EC10,00', 'ED5,00', 'C7,00'], 'EUR', '107,00'))
    expect([rows, pending, gaps]).toEqual([[[7, 'in']], 2, []])
  })

  it('refuses three digits that no currency of two has, and takes them of one that has', () => {
    expect(read('mt940', message(['C1.234', 'C1,234', 'C1234,5'])).rows).toEqual([twoWays, twoWays, [1234.5, 'in']])
    expect(read('mt940', message(['C1,234'], 'KWD')).rows).toEqual([[1.234, 'in']])
    expect(read('mt940', message([], 'EUR', '1.000')).rows).toEqual(['has a balance that cannot be read (:62F:'])
  })
})

describe('CAMT', () => {
  const own = 'AT611904300234573201'
  const entry = (amount: string, more = '', details = '') =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${more}<BookgDt><Dt>2026-03-02</Dt></BookgDt>${details}</Ntry>`
  const report = (entries: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${own}</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
  const party = (side: string, name: string, iban?: string) =>
    `<${side}><Nm>${name}</Nm></${side}>${iban === undefined ? '' : `<${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct>`}`
  const details = (parties: string, batch = '') =>
    `<NtryDtls>${batch}<TxDtls><Amt Ccy="EUR">10.00</Amt><RltdPties>${parties}</RltdPties></TxDtls></NtryDtls>`

  it('refuses an amount with a sign beside its side, or with three digits, and a status that only the bank knows', () => {
    expect(
      read(
        'camt',
        report(
          entry('-5.00') + entry('1.234') + entry('1,234') + entry('5.00', '<Sts><Prtry>X1</Prtry></Sts>') + entry('5'),
        ),
      ).rows,
    ).toEqual([
      'is no entry that can be read (Ntry): its',
      twoWays,
      twoWays,
      'has a status of the bank’s own (X1): whe',
      [5, 'in'],
    ])
  })

  it('takes one transaction of several for nobody’s: the rest came from others', () => {
    const batch = '<Btch><NbOfTxs>3</NbOfTxs></Btch>'
    const sender = party('Dbtr', 'Ida')
    expect(
      read('camt', report(entry('30.00', '', details(sender, batch)) + entry('10.00', '', details(sender)))).rows,
    ).toEqual([
      [30, 'in'],
      [10, 'in', 'Ida'],
    ])
  })

  it('takes whoever is not the account itself for the other side of money that comes back', () => {
    const other = 'GB33BUKB20201555555555'
    const back = '<RvslInd>true</RvslInd>'
    const asSent = (ibans: readonly [string?, string?]) =>
      details(party('Dbtr', 'Own company', ibans[0]) + party('Cdtr', 'Payee', ibans[1]))
    const named = (more: string, ibans: readonly [string?, string?]) =>
      read('camt', report(entry('10.00', more, asSent(ibans)))).rows[0]
    expect([
      named('', [own, other]),
      named(back, [own, other]),
      named(back, []),
      named(back, [other, own]),
      named('', []),
    ]).toEqual([
      [10, 'in', 'Payee'],
      [10, 'in', 'Payee'],
      [10, 'in', 'Payee'],
      [10, 'in', 'Own company'],
      [10, 'in', 'Own company'],
    ])
  })
})

describe('OFX', () => {
  const entry = (amount: string, more = '', posted = '20260213') =>
    `<STMTTRN>${more}<DTPOSTED>${posted}<TRNAMT>${amount}<FITID>${amount}${posted}</STMTTRN>`
  const file = (entries: string, around = 'STMTRS') =>
    `<OFX><${around}><CURDEF>USD<BANKACCTFROM><ACCTID>7</BANKACCTFROM><BANKTRANLIST>${entries}</BANKTRANLIST></${around}></OFX>`

  it('refuses what is called a debit and has no minus, what corrects another, and what moves investments', () => {
    expect(
      read(
        'ofx',
        file(
          entry('5.00', '<TRNTYPE>DEBIT') +
            entry('-5.00', '<TRNTYPE>DEBIT') +
            entry('0.00', '<TRNTYPE>DEBIT') +
            entry('-6.00', '<CORRECTFITID>17<CORRECTACTION>DELETE'),
        ),
      ).rows,
    ).toEqual([
      'is called DEBIT (TRNTYPE), and its amoun',
      [5, 'out'],
      [0, 'in'],
      'corrects the entry 17 (CORRECTFITID), an',
    ])
    expect(read('ofx', file(entry('5.00'), 'INVSTMTRS')).rows).toEqual(['is of an account of investments, which i'])
  })

  it('counts what is not booked as pending', () => {
    const waiting = '<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20260214<TRNAMT>-9.00</STMTTRNP>'
    expect(read('ofx', file(entry('-5.00') + waiting))).toMatchObject({ rows: [[5, 'out']], pending: 1 })
  })

  it('leaves a time with a zone that it does not know as it is, and does not cut it off', () => {
    const posted = ['20260213120000[EST]', '2026021312', '20260213 10:15', '20260213120000[-5:EST]', '20260213']
    expect(read('ofx', file(posted.map((one) => entry('-1', '', one)).join(''))).times).toEqual([
      '20260213120000[EST]',
      '2026021312',
      '20260213 10:15',
      '2026-02-13T12:00:00-05:00',
      '2026-02-13',
    ])
  })
})

describe('QIF', () => {
  it('takes the opening balance for no payment', () => {
    const { rows, statements } = read(
      'qif',
      '!Type:Bank\nD1/1/2026\nT1,000.00\nPOpening Balance\nL[Checking]\n^\nD13/1/2026\nT-5.00\nPShop\n^\n',
    )
    expect(rows).toEqual([[5, 'out', 'Shop']])
    expect(statements).toMatchObject([{ opening: { amount: '1000' } }])
  })

  it('refuses two records that nothing divides, and reads splits and addresses as before', () => {
    expect(read('qif', '!Type:Bank\nD13/1/2026\nT5.00\nD14/1/2026\nT6.00\n^\n').rows).toEqual([
      'says D twice: the sign between two recor',
    ])
    expect(read('qif', '!Type:Bank\nD13/1/2026\nT-5.00\nAx\nAy\nSa\n$-2\nSb\n$-3\n^\n').rows).toEqual([[5, 'out']])
  })
})

describe('BAI2', () => {
  const file = (end: string, status = '1') =>
    `01,A,B,260302,0800,1,80,,2/\n02,B,A,${status},260302,,USD,2/\n03,7,,010,10000,,,015,15000,,/\n16,195,5000,,R,C,x\n88,y/\n${end}`
  const whole = '49,1,4/\n98,1,1,6/\n99,1,1,8/\n'

  it('says where lines are missing, by the count behind them', () => {
    expect(read('bai2', file(whole)).rows).toEqual([[50, 'in']])
    expect(read('bai2', file(whole.replace('49,1,4', '49,1,9'))).rows).toEqual([
      [50, 'in'],
      'says that the account has 9 records, and',
    ])
  })

  it.each([
    ['2', 'is of a group that is marked as deleted '],
    ['4', 'is of a group that is marked as a test ('],
  ])('takes entries of a group of status %s for no payments', (status, why) => {
    expect(read('bai2', file(whole, status)).rows).toEqual([why])
  })
})
