import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fileKind, kindBytes } from '../../../../main/domain/files/kind.ts'
import { csvAlone, csvOrJsonLines, kindRefusal, listKinds } from '../../../../main/domain/files/refusal.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

/** A member of a ZIP archive as it begins. */
const member = (name: string, content = ''): Uint8Array => {
  const head = Buffer.alloc(30)
  head.write('PK\u0003\u0004', 'latin1')
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name + content, 'latin1')])
}
const zip = (...members: readonly Uint8Array[]): Uint8Array => Buffer.concat(members)
const ole = (...streams: readonly string[]): Uint8Array =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(1_016),
    ...streams.map((name) => Buffer.from(name, 'utf16le')),
  ])
const tar = (): Uint8Array => {
  const block = Buffer.alloc(512)
  block.write('statement.csv')
  block.write('ustar', 257)
  return block
}
const wide = (text: string, big = false): Uint8Array =>
  big ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le')
const utf32 = (text: string): Uint8Array =>
  Buffer.from(Uint32Array.from([...text].map((letter) => letter.codePointAt(0) ?? 0)).buffer)

const table = 'reference,title\n1,Structuring\n2,Mule\n'

const samples: readonly (readonly [string, string, Uint8Array])[] = [
  [
    'xlsx',
    'xlsx',
    zip(member('[Content_Types].xml', 'x'.repeat(400)), member('_rels/.rels'), member('xl/workbook.xml')),
  ],
  ['xlsb', 'xlsb', zip(member('[Content_Types].xml'), member('xl/workbook.bin'))],
  ['xlsx whose sheets come first', 'xlsx', zip(member('xl/worksheets/sheet1.xml'), member('xl/workbook.xml'))],
  ['docx', 'document', zip(member('[Content_Types].xml'), member('word/document.xml'))],
  ['ods', 'ods', zip(member('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'), member('content.xml'))],
  ['odt', 'document', zip(member('mimetype', 'application/vnd.oasis.opendocument.text'))],
  ['a zip that names xl/ in its text only', 'zip', zip(member('notes.txt', 'see xl/workbook.xml'))],
  [
    'an empty zip',
    'zip',
    bytes(
      'PK\u0005\u0006',
      Array.from({ length: 18 }, () => 0),
    ),
  ],
  ['xls', 'xls', ole('Root Entry', 'Workbook')],
  ['xls of Excel 5', 'xls', ole('Root Entry', 'Book')],
  ['xls of Excel 4', 'xls', bytes([0x09, 0x04, 0x06, 0x00, 0x00, 0x04, 0x10, 0x00])],
  ['a locked workbook', 'encrypted_office', ole('EncryptionInfo', 'EncryptedPackage')],
  ['doc', 'document', ole('WordDocument')],
  ['msg', 'outlook', ole('__substg1.0_0037001F')],
  ['tar', 'tar', tar()],
  ['7z', '7z', bytes([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])],
  ['rar', 'rar', bytes('Rar!', [0x1a, 7, 1, 0])],
  ['gzip', 'gz', gzipSync(table)],
  ['xz', 'packed', bytes([0xfd], '7zXZ', [0, 0, 4])],
  ['PDF', 'pdf', bytes('%PDF-1.7\n')],
  ['PDF behind a line of a scanner', 'pdf', bytes('SCAN 4711\r\n%PDF-1.4\n')],
  ['PNG', 'image', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a])],
  ['JPEG', 'image', bytes([0xff, 0xd8, 0xff, 0xe0])],
  ['HEIC', 'image', bytes([0, 0, 0, 0x18], 'ftypheic')],
  ['MP4', 'sound', bytes([0, 0, 0, 0x18], 'ftypisom')],
  ['Parquet', 'parquet', bytes('PAR1', [0x15, 4])],
  ['SQLite', 'sqlite', bytes('SQLite format 3', [0], [16, 0, 1, 1])],
  ['ELF', 'executable', bytes([0x7f], 'ELF', [2, 1, 1, 0])],
  [
    'a Windows program',
    'executable',
    bytes(
      'MZ',
      [0x90, 0, 3],
      Array.from({ length: 100 }, () => 0),
    ),
  ],
  ['UTF-32 with its mark', 'utf32', utf32(`\ufeff${table}`)],
  ['UTF-32 without it', 'utf32', utf32(table)],
  ['noise', 'binary', bytes(Array.from({ length: 600 }, (_, at) => (at * 7919) % 251))],
  ['nothing', 'empty', bytes('')],
  ['blanks', 'empty', bytes(' \r\n\t')],
  ['CSV', 'text', bytes(table)],
  ['CSV that begins with MZ', 'text', bytes(`MZ;Betrag\n${'A;1\n'.repeat(40)}`)],
  ['CSV in UTF-16', 'text', wide(`\ufeff${table}`)],
  ['CSV in UTF-16 without a mark', 'text', wide(table, true)],
  ['CSV with a NUL in a cell', 'text', bytes(`${table}3,a\0b\n`)],
  ['CSV whose first header stands in brackets', 'text', bytes('[id],[name]\n1,2\n')],
  ['CSV with a header in braces', 'text', bytes('{id},{name}\n1,2\n')],
  ['a table with a header called From', 'text', bytes('From,To,Amount\nA,B,1\n')],
  ['a value that begins with a smaller-than sign', 'text', bytes('<5;name\n1;2\n')],
  ['JSON array', 'json_array', bytes('[\n  {"id": 1}\n]')],
  ['JSON lines', 'json_lines', bytes('{"id":1}\n{"id":2}\n')],
  ['one JSON object', 'json_lines', bytes('{"id":1}')],
  ['JSON lines whose first is broken', 'json_lines', bytes('{"id":1\n{"id":2}\n')],
  ['pretty JSON', 'json_pretty', bytes('{\n  "id": 1\n}\n')],
  [
    'CAMT',
    'camt',
    bytes(
      '\u00ef\u00bb\u00bf<?xml version="1.0"?>\n<!-- made by x -->\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
    ),
  ],
  ['another XML document', 'xml', bytes('<Document><p/></Document>')],
  ['XML in UTF-16', 'xml', wide('\ufeff<?xml version="1.0" encoding="UTF-16"?><cases/>')],
  ['a workbook as XML', 'excel_xml', bytes('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>')],
  ['a web page', 'html', bytes('\r\n<!DOCTYPE html><html>')],
  ['a table as HTML', 'html', bytes('<table border=1><tr>')],
  ['OFX of version 1', 'ofx', bytes('OFXHEADER:100\r\nDATA:OFXSGML\r\n')],
  ['OFX of version 2', 'ofx', bytes('<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX>')],
  ['MT940', 'mt940', bytes(':20:STARTUMS\r\n:25:12030000/1\r\n')],
  ['MT940 below lines of the bank', 'mt940', bytes('ABNANL2A\r\n940\r\nABNANL2A\r\n:20:X\r\n:25:12\r\n')],
  ['MT940 with a related reference', 'mt940', bytes(':940:\r\n:20:X\r\n:21:NONREF\r\n:25:12\r\n')],
  ['MT940 behind a control character', 'mt940', bytes('\u0001{1:F01BANKDEFFAXXX0000000000}{2:')],
  ['text that quotes a field', 'text', bytes('id,text\n1,:20:X\n2,:25:1\n')],
  ['MT940 in its envelope', 'mt940', bytes('{1:F01BANKDEFFAXXX0000000000}{2:')],
  ['QIF', 'qif', bytes('!Type:Bank\nD6/1/24\n')],
  ['BAI2', 'bai2', bytes('01,SENDER,RECEIVER,240628,0900,1,80,1,2/\n02,')],
  [
    'a mail',
    'mail',
    bytes('Return-Path: <a@example.org>\r\nReceived: from x\r\n by y\r\nSubject: Statement\r\n\r\nHello'),
  ],
  ['a mailbox', 'mail', bytes('From a@example.org Tue Dec 31 10:00:00 2024\nSubject: x\n\n')],
  ['RTF', 'rtf', bytes('{\\rtf1\\ansi')],
]

describe('what a file is', () => {
  it.each(samples)('%s', (_, kind, content) => {
    expect(fileKind(content)).toBe(kind)
  })

  it('is told by the beginning alone, however long the file is', () => {
    expect(fileKind(Buffer.concat([Buffer.alloc(kindBytes, 'a,b\n'), Buffer.alloc(100)]))).toBe('text')
  })
})

describe('why a file cannot be read', () => {
  it('says what it is, that nothing was taken, and the way on', () => {
    expect(kindRefusal('xlsx', csvAlone)).toBe(
      'This file is an Excel workbook (xlsx), which cannot be read here. Nothing was imported. Open it in a spreadsheet, save the sheet as “CSV UTF-8”, and import that file.',
    )
    for (const [, kind, content] of samples) {
      if (kind !== 'text' && kind !== 'empty')
        expect(kindRefusal(fileKind(content), csvAlone), kind).toMatch(
          /^This file .+ cannot be read here\. Nothing was imported\. \S.+\.$/u,
        )
    }
  })

  it('is nothing for what is read', () => {
    expect([
      kindRefusal('text', csvAlone),
      kindRefusal('json_lines', csvOrJsonLines),
      kindRefusal('xml', listKinds),
    ]).toEqual([null, null, null])
  })
})
