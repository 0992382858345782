import { describe, expect, it } from 'vitest'
import { createStatementReader, type StatementKind } from '../../../../main/domain/statements/reader.ts'
import { statementColumns } from '../../../../main/domain/statements/statement.ts'

/** Reads a text in pieces of some length, so that no end of a piece matters. */
const read = (kind: StatementKind, text: string, piece = 7) => {
  const reader = createStatementReader(kind)
  const rows = []
  for (let at = 0; at < text.length; at += piece) rows.push(...reader.push(text.slice(at, at + piece)))
  rows.push(...reader.end())
  return {
    statements: reader.statements,
    gaps: reader.gaps,
    pending: reader.pending(),
    rows: rows.map(({ line, values, fault }) => ({
      line,
      ...(fault === undefined ? {} : { fault }),
      ...Object.fromEntries(
        statementColumns.flatMap((name, column) => (values[column] === undefined ? [] : [[name, values[column]]])),
      ),
    })),
  }
}

const camt = (entries: string, closing = '185.50') =>
  `<?xml version="1.0"?>
<a:Document xmlns:a="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><a:BkToCstmrStmt>
<a:Stmt><a:Id>S-9</a:Id><a:Acct><a:Id><a:IBAN>AT611904300234573201</a:IBAN></a:Id><a:Ccy>EUR</a:Ccy></a:Acct>
<a:Bal><a:Tp><a:CdOrPrtry><a:Cd>OPBD</a:Cd></a:CdOrPrtry></a:Tp><a:Amt Ccy="EUR">200.00</a:Amt><a:CdtDbtInd>CRDT</a:CdtDbtInd><a:Dt><a:Dt>2026-03-01</a:Dt></a:Dt></a:Bal>
<a:Bal><a:Tp><a:CdOrPrtry><a:Cd>CLBD</a:Cd></a:CdOrPrtry></a:Tp><a:Amt Ccy="EUR">${closing}</a:Amt><a:CdtDbtInd>CRDT</a:CdtDbtInd><a:Dt><a:Dt>2026-03-02</a:Dt></a:Dt></a:Bal>
${entries}</a:Stmt></a:BkToCstmrStmt></a:Document>`

const ntry = (amount: string, more: string, status = '<a:Sts><a:Cd>BOOK</a:Cd></a:Sts>') =>
  `<a:Ntry><a:Amt Ccy="EUR">${amount}</a:Amt><a:CdtDbtInd>DBIT</a:CdtDbtInd>${status}<a:BookgDt><a:Dt>2026-03-02</a:Dt></a:BookgDt>${more}</a:Ntry>\n`
const part = (amount: string, name: string) =>
  `<a:TxDtls><a:Refs><a:EndToEndId>E-${name}</a:EndToEndId></a:Refs><a:Amt Ccy="EUR">${amount}</a:Amt><a:CdtDbtInd>DBIT</a:CdtDbtInd><a:RltdPties><a:Cdtr><a:Pty><a:Nm>${name}</a:Nm></a:Pty></a:Cdtr><a:CdtrAcct><a:Id><a:IBAN>GB33BUKB20201555555555</a:IBAN></a:Id></a:CdtrAcct></a:RltdPties><a:RmtInf><a:Ustrd>for ${name}</a:Ustrd></a:RmtInf></a:TxDtls>`

describe('CAMT', () => {
  it('gives each booked entry with its account, and the transactions of a collected one singly', () => {
    const { rows, statements, gaps, pending } = read(
      'camt',
      camt(
        ntry('2.00', '<a:AcctSvcrRef>B-1</a:AcctSvcrRef>') +
          ntry(
            '12.50',
            `<a:AcctSvcrRef>B-2</a:AcctSvcrRef><a:NtryDtls>${part('2.50', 'Ada')}${part('10.00', 'Bo')}</a:NtryDtls>`,
          ) +
          ntry('99.00', '', '<a:Sts>PDNG</a:Sts>'),
      ),
    )
    expect(rows).toMatchObject([
      {
        line: 6,
        transaction_id: 'AT611904300234573201/B-1',
        at: '2026-03-02',
        amount: 2,
        direction: 'out',
        currency: 'EUR',
      },
      { line: 7, transaction_id: 'AT611904300234573201/B-2', amount: 2.5, counterparty_name: 'Ada', text: 'for Ada' },
      { transaction_id: 'AT611904300234573201/B-2#2', amount: 10, counterparty_id: 'GB33BUKB20201555555555' },
    ])
    expect(statements).toEqual([
      {
        account: 'AT611904300234573201',
        currency: 'EUR',
        number: 'S-9',
        opening: { amount: '200.00', date: '2026-03-01' },
        closing: { amount: '185.50', date: '2026-03-02' },
        entries: 3,
        sum: '-14.50',
      },
    ])
    expect(gaps).toEqual([])
    expect(pending).toBe(1)
  })

  it('shows what is missing between the balances', () => {
    expect(read('camt', camt(ntry('2.00', ''))).gaps).toEqual([
      {
        kind: 'within',
        line: 1,
        account: 'AT611904300234573201',
        expected: '198.00',
        found: '185.50',
        difference: '-12.50',
      },
    ])
  })

  it('resolves no entities of its own, and ends where it is cut off', () => {
    expect(() => read('camt', `<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]>${camt('')}`)).toThrow('DOCTYPE')
    expect(() => read('camt', camt('').slice(0, 300))).toThrow('cut off')
    expect(() => read('camt', `<Document>${'<a>'.repeat(5_000)}`, 1_000)).toThrow('nested deeper')
  })
})

const mt = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`

describe('MT940 and MT942', () => {
  const first = mt(
    ':20:START',
    ':25:NL91ABNA0417164300 EUR',
    ':28C:7/1',
    ':60F:C260301EUR100,00',
    ':61:2603020302D12,5NTRFNONREF//B77',
    ':86:020?00Transfer?20EREF+E-5SVWZ+Rent ?21for May?30ABNANL2A?31NL02ABNA0123456789?32Ida?33 Example',
    ':61:2512310102RC5,NMSCC-1',
    'of last year',
    ':62F:C260302EUR82,50',
    '-',
  )
  it('gives entries with both days, side and reversal, and what their narrative tells', () => {
    const { rows, gaps, statements } = read('mt940', first)
    expect(rows).toMatchObject([
      {
        line: 5,
        bank_reference: 'B77',
        at: '2026-03-02',
        amount: 12.5,
        direction: 'out',
        counterparty_id: 'NL02ABNA0123456789',
        counterparty_name: 'Ida Example',
        text: 'EREF+E-5SVWZ+Rent for May',
        customer_reference: 'E-5',
        bank_code: '020 Transfer',
      },
      {
        line: 7,
        at: '2026-01-02',
        value_date: '2025-12-31',
        amount: 5,
        direction: 'out',
        reversal: true,
        text: 'of last year',
      },
    ])
    expect(gaps).toEqual([])
    expect(statements).toMatchObject([{ number: '7/1', entries: 2, sum: '-17.50', closing: { amount: '82.50' } }])
  })

  it('shows a page that is missing between two', () => {
    const later = mt(':20:X', ':25:NL91ABNA0417164300', ':28C:9/1', ':60F:C260305EUR70,', ':62F:C260305EUR70,')
    expect(read('mt940', first + later).gaps).toMatchObject([
      { kind: 'between', line: 11, expected: '82.50', found: '70.00', difference: '-12.50' },
    ])
  })

  it('reads the words between slashes, blocks around the message, and reports of the day', () => {
    const { rows } = read(
      'mt940',
      mt(
        '{1:F01X}{2:O942}{4:',
        ':20:R',
        ':25:123',
        ':34F:EUR0,',
        ':61:260302C7,01NTRFNONREF',
        ':86:/TRTP/SEPA/IBAN/NL02ABNA0123456789/NAME/Ida/REMI/Tea/EREF/NOTPROVIDED',
        '-}',
      ),
    )
    expect(rows).toMatchObject([
      { amount: 7.01, direction: 'in', currency: 'EUR', counterparty_name: 'Ida', text: 'Tea', bank_code: 'SEPA' },
    ])
    expect(rows[0]).toMatchObject({ transaction_id: expect.stringMatching(/^made-/) as string })
  })

  it('tells which entry cannot be read, and no gap where one is missing for that', () => {
    const { rows, gaps } = read('mt940', first.replace('D12,5N', 'X12,5N'))
    expect(rows[0]).toMatchObject({ line: 5, fault: 'is no entry that can be read (:61:)' })
    expect(gaps).toEqual([])
  })
})

describe('OFX and QFX', () => {
  const sgml = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD\n<BANKACCTFROM><BANKID>1\n<ACCTID>777\n</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260302120000[-5:EST]<TRNAMT>-3.50<FITID>F1<NAME>Tea &amp; Co<MEMO>cup</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260303<TRNAMT>+1,250.00<FITID>F2<NAME>Pay</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1500.00<DTASOF>20260304</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  it('is read as SGML and as XML', () => {
    const { rows, statements } = read('ofx', sgml)
    expect(rows).toMatchObject([
      {
        line: 8,
        transaction_id: '777/F1',
        at: '2026-03-02T12:00:00-05:00',
        amount: 3.5,
        direction: 'out',
        currency: 'USD',
        counterparty_name: 'Tea & Co',
        text: 'cup',
      },
      { transaction_id: '777/F2', at: '2026-03-03', amount: 1250, direction: 'in' },
    ])
    expect(statements).toMatchObject([{ account: '777', closing: { amount: '1500.00', date: '2026-03-04' } }])
    const xml = sgml.replaceAll(
      /<(TRNTYPE|DTPOSTED|TRNAMT|FITID|NAME|MEMO|CURDEF|ACCTID|BANKID|BALAMT|DTASOF)>([^<\n]*)/gu,
      '<$1>$2</$1>',
    )
    expect(read('ofx', xml).rows).toEqual(rows)
  })

  it('gives up on an element that never ends', () => {
    expect(() => read('ofx', `<OFX><MEMO>${'x'.repeat(200_000)}`, 10_000)).toThrow('element of more than')
  })
})

describe('QIF', () => {
  it('gives records of money, with the account before them, and no splits as their own', () => {
    const { rows } = read(
      'qif',
      "!Account\nNMine\nTBank\n^\n!Type:Bank\nD1/ 2'26\nT-1,234.50\nPShop\nMnote\nSFood\n$-34.50\n^\nD1/3'26\nT10.00\n^\n",
    )
    expect(rows).toMatchObject([
      {
        line: 6,
        at: '1/2/26',
        amount: '1,234.50',
        direction: 'out',
        account_id: 'Mine',
        counterparty_name: 'Shop',
        text: 'note',
      },
      { at: '1/3/26', amount: 10, direction: 'in' },
    ])
  })
})

describe('BAI2', () => {
  it('gives entries of each account, and checks its balances', () => {
    const { rows, gaps, statements } = read(
      'bai2',
      '01,A,B,260302,0800,1,80,,2/\n02,B,A,1,260302,,USD,2/\n03,0099,,010,10000,,,015,12550,,/\n16,195,5000,V,260303,,BR1,CR1,wire, from Ida/\n88,second line/\n16,475,2450,,BR2/\n49,1,4/\n98,1,1,6/\n99,1,1,8/\n',
    )
    expect(rows).toMatchObject([
      {
        line: 4,
        bank_reference: 'BR1',
        at: '2026-03-02',
        value_date: '2026-03-03',
        amount: 50,
        direction: 'in',
        currency: 'USD',
      },
      { bank_reference: 'BR2', amount: 24.5, direction: 'out', bank_code: '475' },
    ])
    expect(rows[0]).toMatchObject({ text: expect.stringContaining('wire, from Ida') as string })
    expect(statements).toMatchObject([
      { account: '0099', opening: { amount: '100.00' }, closing: { amount: '125.50' } },
    ])
    expect(gaps).toEqual([])
  })
})

describe('entries without a reference', () => {
  it('stay two where they are equal, and are known again', () => {
    const text = mt(':20:A', ':25:1', ':61:260302D3,5NMSCNONREF', ':61:260302D3,5NMSCNONREF')
    const ids = read('mt940', text).rows.map((row) => (row as { transaction_id?: unknown }).transaction_id)
    expect(new Set(ids).size).toBe(2)
    expect(read('mt940', text, 1_000).rows.map((row) => (row as { transaction_id?: unknown }).transaction_id)).toEqual(
      ids,
    )
  })
})
