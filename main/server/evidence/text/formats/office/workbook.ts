import { EncryptedFileError, type SheetFilterInfo, type Workbook } from 'hucre'
import { readOds } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import type { PassageStep } from '../../../../../domain/evidence/passage.ts'
import { sheetRows } from '../../../../imports/workbook/sheets.ts'
import { wholeMax } from '../../limits.ts'
import type { ReaderMessage } from '../../messages.ts'
import { lackOf, PartLack, wholeOf, type TextPart } from '../../part.ts'
import { elementsOf, memberTexts, type DocumentPackage } from './package.ts'
import { ooxmlRules, readingOf, relationsOf } from './ooxml.ts'

const unlocked = async (read: Promise<Workbook>): Promise<Workbook> => {
  try {
    return await read
  } catch (error) {
    if (error instanceof EncryptedFileError) throw new PartLack({ kind: 'password' })
    throw error
  }
}

function* rowsFound({ sheets }: Workbook, way: readonly PassageStep[]): Generator<ReaderMessage> {
  for (const sheet of sheets)
    for (const { line, values } of sheetRows(sheet))
      yield {
        way: [...way, { kind: 'sheet', name: sheet.name, row: line }],
        text: values.map((value) => value ?? '').join('\t'),
      }
}

/** The names of all sheets, hidden ones too, without their rows. */
const sheetsOf = async (bytes: Uint8Array): Promise<readonly string[]> => {
  const names: string[] = []
  const none = ({ name }: SheetFilterInfo): boolean => {
    names.push(name)
    return false
  }
  await unlocked(readXlsx(bytes, { sheets: none }))
  return names
}

/** The names of sheets that are a chart, and have no rows. */
const chartSheets = async (document: DocumentPackage): Promise<ReadonlySet<string>> => {
  const charts = new Set((await relationsOf(document, 'xl/workbook.xml', '/chartsheet')).keys())
  const sheets = (await elementsOf(document.find('xl/workbook.xml'))).filter(({ name }) => name === 'sheet')
  const isChart = ({ attributes }: (typeof sheets)[number]): boolean =>
    [...attributes].some(([key, value]) => key === 'id' && charts.has(value))
  return new Set(sheets.filter(isChart).map(({ attributes }) => attributes.get('name') ?? ''))
}

/** Reads a workbook of Excel: the rows of all sheets, hidden ones too, then comments, text in drawings, and the rest. */
export const readXlsxText = readingOf(async function* (document, { source, way }) {
  const bytes = await wholeOf(source, wholeMax)
  const charts = await chartSheets(document)
  for (const name of (await sheetsOf(bytes)).filter((sheet) => !charts.has(sheet))) {
    try {
      // One sheet at a time, so that no more of them is held, and what is wrong with one leaves the others.
      yield* rowsFound(await unlocked(readXlsx(bytes, { sheets: [name] })), way)
    } catch (error) {
      yield { way: [...way, { kind: 'sheet', name, row: 1 }], lack: lackOf(error) }
    }
    yield { ahead: true }
  }
  for (const member of document.all(/^xl\/(?:comments|threadedComments|drawings|charts)[^_]*\.xml$/u))
    yield* memberTexts(member, ooxmlRules, way)
})

/** Reads a workbook of OpenDocument: the rows of all sheets. */
export async function* readOdsText({ source, way }: TextPart): AsyncGenerator<ReaderMessage> {
  yield* rowsFound(await unlocked(readOds(await wholeOf(source, wholeMax))), way)
}
