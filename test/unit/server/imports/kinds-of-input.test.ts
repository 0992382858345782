import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import yazl from 'yazl'
import { afterAll, describe, expect, it } from 'vitest'
import { csvJsonLinesOrStatement } from '../../../../main/domain/files/refusal.ts'
import { openZone, type Zone } from '../../../../main/domain/imports/zones.ts'
import { createRunningBalance } from '../../../../main/domain/statements/running-balance.ts'
import { knownTransactionHeader } from '../../../../main/domain/transactions/known-headers.ts'
import { checkTransactionMapping, guessTransactionMapping } from '../../../../main/domain/transactions/mapping.ts'
import { systemRandom } from '../../../../main/platform/random.ts'
import { encryptedFile } from '../../../../main/server/imports/encrypted-file.ts'
import { storeBytes } from '../../../../main/server/imports/staged-file.ts'
import { surveyedRows, surveyTable } from '../../../../main/server/imports/table-survey.ts'
import { withWorkbooks } from '../../../../main/server/imports/workbook-rows.ts'
import { createFileRowReader } from '../../../../main/server/transactions/row-reader.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-kinds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const whole = {
  readable: withWorkbooks(csvJsonLinesOrStatement),
  fieldOf: knownTransactionHeader,
  guess: guessTransactionMapping,
  leavesBalances: true,
}

/** What happens to a file, in a few words: what is taken and rejected, with what is told beside it. */
const outcomeOf = async (name: string, content: string | Uint8Array): Promise<string> => {
  const file = encryptedFile(path.join(folder, name), systemRandom())
  const stored = await storeBytes(file, Readable.from([Buffer.from(content)]), 10_000_000)
  if (!stored.ok) return stored.error.message
  const look = await surveyTable(stored.value, whole)
  if (!look.ok) return `refused: ${look.error.message}`
  const { columns, guess, habits, encoding, accounts, format, headerLine, left } = look.value
  if (!encoding.sure) return `asked: which encoding (${encoding.encoding}?)`
  const makeIds = !Object.values(guess).includes('transaction_id')
  const mapping = checkTransactionMapping(guess, columns, { make_ids: makeIds })
  if (!mapping.ok) return `refused: ${mapping.error}`
  const balance = createRunningBalance()
  const read = createFileRowReader(
    {
      columns,
      mapping: mapping.value,
      zone: openZone('UTC') as Zone,
      habits,
      illFormed: encoding.illFormed,
      currency: undefined,
      makeIds,
      eventType: 'transaction',
      negative: 'refund',
      nowMs: () => Date.UTC(2026, 11, 31),
    },
    undefined,
    balance,
  )
  let [taken, rejected] = [0, 0]
  for await (const batch of surveyedRows(look.value)) {
    for (const { values, line, fault } of batch) {
      if (fault === undefined && read(values, line).ok) taken += 1
      else rejected += 1
    }
  }
  const aside = Object.values(left).reduce((sum, count) => sum + count, 0)
  const gaps = balance.told().count + (accounts?.gapCount ?? 0)
  return [
    `${format}: ${taken} taken, ${rejected} rejected`,
    ...(headerLine === null ? [] : [`header in line ${headerLine}`]),
    ...(makeIds ? ['ids made'] : []),
    ...(aside === 0 ? [] : [`${aside} left aside`]),
    ...(gaps === 0 ? [] : [`${gaps} gap`]),
  ].join(', ')
}

const table = (...rows: readonly string[]) => `id,date,amount,currency\n${rows.join('\n')}\n`
const zipped = async (...names: readonly string[]): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const name of names) zip.addBuffer(Buffer.from(table('1,2026-01-02,1.00,EUR')), name)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}
const sheet = {
  name: 'S',
  rows: [
    ['id', 'date', 'amount'],
    ['1', new Date(Date.UTC(2026, 0, 2)), 1.5],
  ],
}
const camt = (opening: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${opening}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal><Ntry><Amt Ccy="EUR">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-01-02</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`

const kinds: readonly (readonly [kind: string, content: string | Uint8Array, outcome: string])[] = [
  [
    'lines above the header',
    'Konto;1\n\nReferenz;Datum;Betrag\n1;02.01.2026;3,50\n',
    'csv: 1 taken, 0 rejected, header in line 3, 1 left aside',
  ],
  [
    'no identifiers',
    'Date,Text,Amount\n2026-01-02,Tea,2.20\n2026-01-02,Tea,2.20\n',
    'csv: 2 taken, 0 rejected, ids made',
  ],
  [
    'balance with a gap',
    'id,date,amount,balance\n1,2026-01-02,1.00,5.00\n2,2026-01-03,1.00,6.00\n3,2026-01-04,1.00,8.00\n',
    'csv: 3 taken, 0 rejected, 1 gap',
  ],
  [
    'balance of a currency without parts',
    'id,date,amount,balance,currency\n1,2026-01-02,500,"9,500",JPY\n2,2026-01-03,500,"10,000",JPY\n3,2026-01-04,500,"12,000",JPY\n',
    'csv: 3 taken, 0 rejected, 1 gap',
  ],
  ['year of two digits', table('1,25/01/99,1.00,EUR'), 'csv: 1 taken, 0 rejected'],
  ['day of a spreadsheet', table('1,46024,1.00,EUR', '2,46025,2.00,EUR'), 'csv: 2 taken, 0 rejected'],
  ['currency sign, minus behind', table('1,2026-01-02,€ 1.50,', '2,2026-01-02,2.50-,EUR'), 'csv: 2 taken, 0 rejected'],
  ['thousands or decimals', table('1,2026-01-02,1.000,EUR'), 'csv: 0 taken, 1 rejected'],
  [
    'header again, total, blank',
    table('1,2026-01-02,1.00,EUR', 'id,date,amount,currency', ',,,', 'Total,,1.00,'),
    'csv: 1 taken, 0 rejected, 3 left aside',
  ],
  ['sep line in quotes', `"sep=;"\nid;date;amount\n1;2026-01-02;1.00\n`, 'csv: 1 taken, 0 rejected'],
  ['JSON array', '[{"transaction_id":"1","at":"2026-01-02"}]', 'json: 1 taken, 0 rejected'],
  ['JSON over lines', '{\n"transaction_id":"1",\n"at":"2026-01-02"\n}\n', 'json: 1 taken, 0 rejected'],
  ['JSON lines', '{"transaction_id":"1","at":"2026-01-02"}\n', 'json_lines: 1 taken, 0 rejected'],
  [
    'JSON within an object',
    '{"count":1,"transactions":[{"transaction_id":"1","at":"2026-01-02"}]}',
    'refused: the file is one object, whose rows are in its member “transactions”',
  ],
  ['CAMT', camt('7.00'), 'camt: 1 taken, 0 rejected'],
  ['CAMT with a gap', camt('9.00'), 'camt: 1 taken, 0 rejected, 1 gap'],
  ['MT940', ':20:A\n:25:1\n:61:260102D1,5NTRFNONREF\n:86:Tea\n', 'mt940: 1 taken, 0 rejected'],
  [
    'OFX',
    '<OFX><STMTRS><STMTTRN><DTPOSTED>20260102<TRNAMT>-1.5<FITID>1</STMTTRN></STMTRS></OFX>',
    'ofx: 1 taken, 0 rejected',
  ],
  ['QIF', "!Type:Bank\nD1/25'26\nT-1.50\n^\n", 'qif: 1 taken, 0 rejected'],
  [
    'BAI2',
    '01,A,B,260102,0800,1,80,,2/\n02,B,A,1,260102,,USD,2/\n03,1,,010,0,,/\n16,195,150,,R/\n',
    'bai2: 1 taken, 0 rejected',
  ],
  [
    'balances with a day',
    'Date,Text,Amount\n2026-01-01,Opening balance,9.00\n2026-01-02,Tea,2.20\n2026-01-31,Saldo final,11.20\n',
    'csv: 1 taken, 0 rejected, ids made, 2 left aside',
  ],
  [
    'rows within quotation marks',
    'id,date,amount,text\n1,2026-01-02,1.00,"a\n2,2026-01-03,2.00,b\n3,2026-01-04,3.00,c"\n',
    'csv: 0 taken, 1 rejected',
  ],
  ['NUL in a text', 'id,date,amount,text\n1,2026-01-02,1.00,a\0b\n', 'csv: 0 taken, 1 rejected'],
  ['value day named Valuta', 'id;Datum;Valuta;Betrag\n1;02.01.2026;03.01.2026;3,50\n', 'csv: 1 taken, 0 rejected'],
  [
    'MT940 of a Dutch bank',
    'ABNANL2A\n940\nABNANL2A\n:20:A\n:25:1\n:28:1/1\n:61:260102D1,5N123NONREF\n',
    'mt940: 1 taken, 0 rejected',
  ],
  ['QIF of categories alone', '!Type:Cat\nNFood\nE\n^\n', 'refused: the file holds no statement that can be read'],
  ['workbook xlsx', await writeXlsx({ sheets: [sheet] }), 'xlsx: 1 taken, 0 rejected'],
  ['workbook ods', await writeOds({ sheets: [sheet] }), 'ods: 1 taken, 0 rejected'],
  ['archive zip', await zipped('in/a.csv'), 'csv: 1 taken, 0 rejected'],
  [
    'archive zip of two',
    await zipped('a.csv', 'b.csv'),
    'refused: the file is a ZIP archive of 2 files. Nothing was imported. Say which one is meant',
  ],
  [
    'workbook with a password',
    await writeXlsx({ sheets: [sheet], encryption: { password: 'a', spinCount: 5 } }),
    'refused: This file is an Office file that is locked by a password',
  ],
  [
    'workbook that counts days from 1904, and one without the form of a day',
    await writeXlsx({
      dateSystem: '1904',
      sheets: [{ name: 'S', rows: [...sheet.rows, ['2', 44_620, 2.5]] }],
    }),
    'xlsx: 1 taken, 1 rejected',
  ],
  [
    'workbook in which days were taken for months',
    await writeXlsx({ sheets: [{ name: 'S', rows: [...sheet.rows, ['2', '13/01/2026', 2.5]] }] }),
    'xlsx: 1 taken, 1 rejected',
  ],
  [
    'workbook with cells merged over rows',
    await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['id', 'date', 'amount', 'customer_id'],
            ['1', new Date(Date.UTC(2026, 0, 2)), 1.5, 'C1'],
            ['2', new Date(Date.UTC(2026, 0, 2)), 2.5, null],
          ],
          merges: [{ startRow: 1, startCol: 3, endRow: 2, endCol: 3 }],
        },
      ],
    }),
    'xlsx: 1 taken, 1 rejected',
  ],
  [
    'card numbers of a workbook that end in a zero',
    await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['id', 'date', 'customer_id'],
            ['1', new Date(Date.UTC(2026, 0, 2)), 4_111_111_111_111_111],
            ['2', new Date(Date.UTC(2026, 0, 2)), 4_111_111_111_111_110],
          ],
        },
      ],
    }),
    'xlsx: 1 taken, 1 rejected',
  ],
  ['UTF-7', table('1,2026-01-02,1.00,EUR', 'Jos+AOk-,2026-01-02,1.00,EUR'), 'asked: which encoding (utf-8?)'],
  ['UTF-8 read twice', table('MÃ¼ller,2026-01-02,1.00,EUR'), 'asked: which encoding (utf-8?)'],
  ['three decimals beside two', table('1,2026-01-02,12.50,EUR', '2,2026-01-03,1.234,EUR'), 'csv: 1 taken, 1 rejected'],
  [
    'months before days, with points',
    table('1,02.03.2026,1.00,EUR', '2,03.14.2026,1.00,EUR'),
    'csv: 0 taken, 2 rejected',
  ],
  [
    'another table below',
    `${table('1,2026-01-02,1.00,EUR')}\ncurrency,amount,date,id\nEUR,1.00,2026-01-02,2\n`,
    'csv: 1 taken, 2 rejected',
  ],
  [
    'header again in another language',
    table('1,2026-01-02,1.00,EUR', 'Transaktions-ID,Datum,Betrag,Währung', '2,2026-01-02,1.00,EUR'),
    'csv: 2 taken, 0 rejected, 1 left aside',
  ],
  ['JSON array that does not end', '[{"transaction_id":"1","at":"2026-01-02"}', 'json: 1 taken, 1 rejected'],
  ['PDF', '%PDF-1.7\n', 'refused: This file is a PDF'],
  ['archive 7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]), 'refused: This file is a 7-Zip archive'],
  ['XML with an entity', `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///x">]>${camt('7.00')}`, 'refused: '],
]

describe('kinds of input', () => {
  const told: { readonly kind: string; readonly outcome: string }[] = []
  afterAll(() => console.table(told))

  it.each(kinds)('%s', async (kind, content, outcome) => {
    const found = await outcomeOf(kind.replaceAll(/\W/gu, '-'), content)
    told.push({ kind, outcome: found.slice(0, 100) })
    expect(found.slice(0, outcome.startsWith('refused') ? outcome.length : undefined)).toBe(outcome)
  })
})
