import { describe, expect, it } from 'vitest'
import { readNarrative } from '../../../../main/domain/statements/mt940-narrative.ts'
import { createStatementReader, type StatementKind } from '../../../../main/domain/statements/reader.ts'
import { isBalanceHeader } from '../../../../main/domain/transactions/known-headers.ts'

/** Feeds a text over and over, as a stream would, and answers the rows; what it throws, it throws. */
const feed = (kind: StatementKind, begin: string, again: string, times: number, end = ''): number => {
  const reader = createStatementReader(kind)
  let rows = reader.push(begin).length
  for (let time = 0; time < times; time += 1) rows += reader.push(again).length
  return rows + reader.push(end).length + reader.end().length
}

const camt = '<Document xmlns="urn:iso:std:iso:20022:x"><BkToCstmrStmt><Stmt>'

describe('statements that are made to harm', () => {
  it.each<readonly [what: string, kind: StatementKind, begin: string, again: string, times: number, message: string]>([
    ['a line without an end', 'mt940', ':20:A\n:86:', 'x'.repeat(10_000), 100, 'line of more than'],
    ['a line without an end', 'qif', '!Type:Bank\nM', 'x'.repeat(10_000), 100, 'line of more than'],
    ['a line without an end', 'bai2', '01,', 'x'.repeat(10_000), 100, 'line of more than'],
    [
      'a record that goes on for ever',
      'bai2',
      '16,195,1,,a\n',
      `88,${'x'.repeat(1_000)}\n`,
      1_000,
      'record of more than',
    ],
    ['an element without an end', 'ofx', '<OFX><MEMO>', 'x'.repeat(10_000), 100, 'element of more than'],
    ['elements in elements', 'ofx', '<OFX>', '<PAYEE>', 1_000, 'nested deeper'],
    ['elements in elements', 'camt', camt, '<a>', 1_000, 'nested deeper'],
    ['an entry of millions of elements', 'camt', `${camt}<Ntry>`, '<a/>'.repeat(1_000), 1_000, 'elements in line'],
    ['an entry of endless text', 'camt', `${camt}<Ntry><a>`, 'x'.repeat(10_000), 1_000, 'MiB'],
    ['entities in entities', 'camt', '<!DOCTYPE a [<!ENTITY b "c">', '<!ENTITY d "&b;&b;">', 10, 'cut off'],
  ])('end at %s (%s)', (_, kind, begin, again, times, message) => {
    expect(() => feed(kind, begin, again, times)).toThrow(kind === 'camt' && message === 'cut off' ? /./u : message)
  })

  it('keep bounded lines behind a field, and bounded members of an entry', () => {
    expect(feed('mt940', ':20:A\n:61:260102D1,NTRFNONREF\n:86:', 'text\n', 10_000)).toBe(1)
    expect(feed('qif', '!Type:Bank\nD1/2/26\nT1\n', 'Sx\n', 10_000, '^\n')).toBe(1)
    expect(feed('ofx', '<OFX><STMTTRN><TRNAMT>1<DTPOSTED>20260102', '<A1>x', 10_000, '</STMTTRN>')).toBe(1)
  })

  // Each took minutes where a long run of one sign was tried from each of its places.
  it('are read in time that grows with their length alone', () => {
    expect(readNarrative([`/CNTP/NL91/${'/'.repeat(2_000_000)}x/REMI/USTD//Tea/`])).toMatchObject({ text: 'Tea' })
    expect(feed('mt940', `:20:A\n:25:NL91${' '.repeat(60_000)}1\n:28C:1/1\n:61:260102D1,NTRFNONREF\n`, '', 0)).toBe(1)
    expect(isBalanceHeader(`Saldo${' '.repeat(1_000_000)}x`)).toBe(false)
  })

  it('take no claim of a count for one', () => {
    expect(feed('bai2', '02,B,A,1,260102,,USD,2/\n03,1,,010,1,9,D,999999999,1,1/\n', '', 0)).toBe(0)
    expect(feed('bai2', '02,B,A,1,260102,,USD,2/\n03,1,,010,1,9,D,-4,010,1,9,D,-4/\n', '', 0)).toBe(0)
    expect(feed('bai2', '02,B,A,1,260102,,USD,2/\n16,195,1,D,-5,1/\n', '', 0)).toBe(1)
  })
})
