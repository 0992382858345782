import type { FileKind } from './kinds.ts'

/** What an import reads; the rest is refused in words. */
export type ReadableKinds = ReadonlySet<FileKind>

const asCsv = 'Open it in a spreadsheet, save the sheet as “CSV UTF-8”, and import that file'
const unpackIt = 'Unpack it and import the file that is in it'
const statement =
  'The import of transactions reads it; for anything else have the same data exported as CSV, and import that file'
const exported = 'Export its table as CSV, and import that file'

/** What the file is, as a sentence, and the way on. */
const words: Readonly<Record<Exclude<FileKind, 'empty'>, readonly [is: string, wayOn: string]>> = {
  xlsx: ['is an Excel workbook (xlsx)', asCsv],
  xlsb: ['is an Excel workbook (xlsb)', asCsv],
  xls: ['is an Excel workbook of the old form (xls)', asCsv],
  ods: ['is a workbook of LibreOffice or OpenOffice (ods)', asCsv],
  encrypted_office: [
    'is an Office file that is locked by a password',
    'Open it with its password, save the sheet as “CSV UTF-8”, and import that file',
  ],
  excel_xml: ['is a workbook that Excel wrote as XML', asCsv],
  html: ['is a web page (HTML), as some banks write files that they call Excel', asCsv],
  document: [
    'is a document of Word or another Office program',
    'Copy its table into a spreadsheet, save the sheet as “CSV UTF-8”, and import that file',
  ],
  rtf: [
    'is a formatted text (RTF)',
    'Copy its table into a spreadsheet, save the sheet as “CSV UTF-8”, and import that file',
  ],
  zip: ['is a ZIP archive', unpackIt],
  tar: ['is a tar archive', unpackIt],
  '7z': ['is a 7-Zip archive', unpackIt],
  rar: ['is a RAR archive', unpackIt],
  gz: ['is packed by gzip', unpackIt],
  packed: ['is packed (bzip2, xz, zstd or lz4)', unpackIt],
  pdf: ['is a PDF', 'Ask whoever made it for the same data as CSV; it can be kept as evidence as it is'],
  outlook: [
    'is a message or a mailbox of Outlook',
    'Save what is attached to it, and take that; the message can be kept as evidence as it is',
  ],
  mail: ['is a mail', 'Save what is attached to it, and take that; the mail can be kept as evidence as it is'],
  image: ['is a picture', 'It can be kept as evidence; there is no table in it that could be read'],
  sound: [
    'is a recording of sound or pictures',
    'It can be kept as evidence; there is no table in it that could be read',
  ],
  parquet: ['is a Parquet table', exported],
  sqlite: ['is an SQLite database', exported],
  executable: ['is a program', 'Do not open it. Find out where it came from; it can be kept as evidence as it is'],
  utf32: ['is text in UTF-32', 'Save it as UTF-8, and import that file'],
  binary: ['holds bytes that are no text', 'Find out which program wrote it, and export its table as CSV'],
  json_array: ['holds one JSON array', 'Write one object a line instead (JSON lines), for example with: jq -c ".[]"'],
  json_pretty: [
    'holds JSON in which an object stands on several lines',
    'Write one object a line instead (JSON lines), for example with: jq -c .',
  ],
  json_lines: ['holds JSON lines', 'Export the table as CSV, and import that file'],
  camt: ['is a bank statement in XML (CAMT)', statement],
  ofx: ['is a bank statement in OFX', statement],
  mt940: ['is a bank statement in MT940', statement],
  qif: ['is a bank statement in QIF', statement],
  bai2: ['is a bank statement in BAI2', statement],
  xml: ['is XML', 'Export the same data as CSV, and import that file'],
  text: ['is text', 'Export the table as CSV, and import that file'],
}

/**
 * Why a file of this kind cannot be read, and the way on; null where it can, or where there is nothing in it, which
 * each import tells by itself.
 */
export const kindRefusal = (kind: FileKind, readable: ReadableKinds): string | null => {
  if (kind === 'empty' || readable.has(kind)) return null
  const [is, wayOn] = words[kind]
  return `This file ${is}, which cannot be read here. Nothing was imported. ${wayOn}.`
}

/** Of cases: CSV alone. */
export const csvAlone: ReadableKinds = new Set(['text'])

/** Of transactions: statements of accounts in a form of their own, too. */
export const csvJsonLinesOrStatement: ReadableKinds = new Set([
  'text',
  'json_lines',
  'json_array',
  'json_pretty',
  'camt',
  'mt940',
  'ofx',
  'qif',
  'bai2',
])

/** Of the files that models learn from: CSV and JSON lines. */
export const csvOrJsonLines: ReadableKinds = new Set(['text', 'json_lines'])

/** Of alerts, and of who owns companies: CSV, and objects in an array or a line. */
export const csvOrJson: ReadableKinds = new Set(['text', 'json_lines', 'json_array', 'json_pretty'])

/** Of lists of names: XML of the list's own kind is told further on. */
export const listKinds: ReadableKinds = new Set(['text', 'json_lines', 'xml'])
