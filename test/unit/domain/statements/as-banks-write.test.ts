import { describe, expect, it } from 'vitest'
import { createStatementReader, type StatementKind } from '../../../../main/domain/statements/reader.ts'
import { statementColumns } from '../../../../main/domain/statements/statement.ts'

type Row = Readonly<Partial<Record<(typeof statementColumns)[number] | 'fault', unknown>>>

/** Reads a text in pieces of some length, so that no end of a piece matters. */
const read = (kind: StatementKind, text: string, piece = 7) => {
  const reader = createStatementReader(kind)
  const rows = []
  for (let at = 0; at < text.length; at += piece) rows.push(...reader.push(text.slice(at, at + piece)))
  rows.push(...reader.end())
  return {
    statements: reader.statements,
    gaps: reader.gaps,
    rows: rows.map(({ values, fault }): Row => ({
      fault,
      ...Object.fromEntries(statementColumns.map((name, column) => [name, values[column]])),
    })),
  }
}

describe('OFX as banks write it', () => {
  const ofx = (entries: string, end = '</BANKTRANLIST></STMTRS></OFX>') =>
    `<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>7</BANKACCTFROM><BANKTRANLIST>${entries}${end}`
  const entry = (amount: string, posted = '20260213', more = '', end = '</STMTTRN>') =>
    `<STMTTRN><DTPOSTED>${posted}<TRNAMT>${amount}<FITID>${posted}${amount}${more}${end}`

  it('reads the half hours of offsets as decimals and as minutes', () => {
    const posted = ['+5.30:IST', '+5.5:IST', '5.50', '-3.5:NST', '+5.75:NPT', '+5:30', '-5:EST'].map(
      (zone) => `20260213120000.123[${zone}]`,
    )
    expect(read('ofx', ofx(posted.map((one) => entry('-1', one)).join(''))).rows.map(({ at }) => at)).toEqual(
      ['+05:30', '+05:30', '+05:30', '-03:30', '+05:45', '+05:30', '-05:00'].map(
        (offset) => `2026-02-13T12:00:00.123${offset}`,
      ),
    )
  })

  it('refuses an amount whose three digits may be thousands or decimals', () => {
    const { rows } = read(
      'ofx',
      ofx(['1,234', '-1.234', '1,234.50', '-1234,5'].map((amount) => entry(amount)).join('')),
    )
    expect(rows.map(({ amount, fault }) => amount ?? fault)).toEqual([
      expect.stringMatching(/read two ways/u),
      expect.stringMatching(/read two ways/u),
      1234.5,
      1234.5,
    ])
  })

  it('ends an entry where the next begins, if its end is left out, and takes attributes for none', () => {
    const open = `${entry('1', undefined, '', '')}${entry('2', undefined, '', '')}`.replace(
      '<STMTTRN>',
      '<STMTTRN id="1">',
    )
    expect(read('ofx', ofx(open)).rows.map(({ amount }) => amount)).toEqual([1, 2])
    expect(() => read('ofx', ofx(entry('1'), ''))).toThrow('cut off')
  })

  it('reads numbered characters, and text that XML marks as text', () => {
    const { rows } = read(
      'ofx',
      ofx(entry('1', undefined, '<NAME><![CDATA[A & <B>]]></NAME><MEMO>x &#38; &#xe9; &amp;lt;')),
      3,
    )
    expect(rows).toMatchObject([{ counterparty_name: 'A & <B>', text: 'x & é &lt;' }])
  })
})

describe('amounts and accounts as banks write them', () => {
  it('BAI2 counts the smallest unit by ISO 4217, which for some is another than people write', () => {
    const bai2 = (currency: string) =>
      `02,B,A,1,260213,,${currency},2/\n03,1,${currency},010,10000,,/\n16,475,1250,,R/\n`
    expect(['USD', 'HUF', 'IDR', 'JPY', 'KWD', 'IQD'].map((code) => read('bai2', bai2(code)).rows[0]?.amount)).toEqual([
      12.5, 12.5, 12.5, 1250, 1.25, 1.25,
    ])
  })

  it('MT940: the currency glued to an account is none of it, and zeros before an amount say nothing', () => {
    const mt940 = (account: string) =>
      `:20:A\n:25:${account}\n:60F:C260201EUR000000000100,00\n:61:260213C000000000010,00NTRFNONREF\n:62F:C260213EUR110,00\n`
    const { rows, statements, gaps } = read('mt940', mt940('DE89370400440532013000EUR'))
    expect(rows).toMatchObject([{ account_id: 'DE89370400440532013000', amount: 10 }])
    expect([statements[0]?.opening?.amount, gaps]).toEqual(['100.00', []])
    expect(read('mt940', mt940('12030000/1EUR')).rows[0]?.account_id).toBe('12030000/1')
    expect(read('mt940', mt940('12030000/1ABC')).rows[0]?.account_id).toBe('12030000/1ABC')
  })

  it('QIF: a minus may be brackets or stand behind, and records of investments are told to be left', () => {
    const { rows } = read(
      'qif',
      '!Type:Bank\nD2/13/2026\nT(12.50)\n^\nD2/13/2026\nT3.20-\n^\n!Type:Invst\nD2/13/2026\nNBuy\n^\n',
    )
    expect(rows.map(({ amount, direction, fault }) => [amount, direction, String(fault).slice(0, 32)])).toEqual([
      [12.5, 'out', 'undefined'],
      [3.2, 'out', 'undefined'],
      [undefined, undefined, 'is of an account of investments '],
    ])
  })

  it('QIF: a sum is told only where each amount can be read in one way by itself', () => {
    const qif = (...amounts: readonly string[]) =>
      `!Type:Bank\n${amounts.map((amount) => `D2/13/2026\nT${amount}\n^\n`).join('')}`
    expect(
      [qif('1,234.50', '-12.25'), qif('1.234,50', '-12,25'), qif('1,234', '5.00'), qif('1.234', '5.00')].map(
        (text) => read('qif', text).statements[0]?.sum,
      ),
    ).toEqual(['1222.25', '1222.25', null, null])
  })

  it('CAMT: statements that come in one piece are each their own', () => {
    const statement = (account: string, from: string, to: string) =>
      `<Stmt><Id>${account}-1</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>${[
        ['OPBD', from],
        ['CLBD', to],
      ]
        .map(
          ([kind = '', amount = '']) =>
            `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`,
        )
        .join('')}<Ntry><Amt Ccy="EUR">2</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry></Stmt>`
    const text = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${statement('A', '1', '3')}${statement('A', '4', '6')}${statement('B', '7', '10')}</BkToCstmrStmt></Document>`
    for (const piece of [7, text.length]) {
      const { statements, gaps, rows } = read('camt', text, piece)
      expect(statements.map(({ account, number, entries, sum }) => [account, number, entries, sum])).toEqual([
        ['A', 'A-1', 1, '2.00'],
        ['A', 'A-1', 1, '2.00'],
        ['B', 'B-1', 1, '2.00'],
      ])
      expect(rows.map(({ account_id: account, statement: number }) => [account, number])).toEqual([
        ['A', 'A-1'],
        ['A', 'A-1'],
        ['B', 'B-1'],
      ])
      expect(gaps.map(({ kind, difference }) => [kind, difference])).toEqual([
        ['between', '1.00'],
        ['within', '1.00'],
      ])
    }
  })

  it('CAMT: an entry in another currency than the account is no part of its balance', () => {
    const balance = (kind: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
    const { statements, gaps } = read(
      'camt',
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Ccy>EUR</Ccy></Acct>${balance('OPBD', '1')}${balance('CLBD', '3')}<Ntry><Amt Ccy="USD">5</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry></Stmt></BkToCstmrStmt></Document>`,
    )
    expect([statements[0]?.sum, gaps]).toEqual([null, []])
  })
})
