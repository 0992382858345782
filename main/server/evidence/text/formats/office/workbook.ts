import { EncryptedFileError, type SheetFilterInfo, type Workbook } from 'hucre'
import { readOds } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import type { Step } from '../../../../../domain/evidence/passage.ts'
import { rowsOf } from '../../../../imports/workbook/sheets.ts'
import { wholeMax } from '../../limits.ts'
import type { Found } from '../../messages.ts'
import { PartLack, wholeOf, type Part } from '../../part.ts'
import { memberTexts } from './package.ts'
import { ooxmlRules, readingOf } from './ooxml.ts'

const unlocked = async (read: Promise<Workbook>): Promise<Workbook> => {
  try {
    return await read
  } catch (error) {
    if (error instanceof EncryptedFileError) throw new PartLack({ kind: 'password' })
    throw error
  }
}

function* rowsFound({ sheets }: Workbook, way: readonly Step[]): Generator<Found> {
  for (const { name, rows } of sheets)
    for (const { line, values } of rowsOf(rows))
      yield {
        way: [...way, { kind: 'sheet', name, row: line }],
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

/** Reads a workbook of Excel: the rows of all sheets, hidden ones too, then comments, text in drawings, and the rest. */
export const readXlsxText = readingOf(async function* (document, { source, way }) {
  const bytes = await wholeOf(source, wholeMax)
  for (const name of await sheetsOf(bytes)) {
    // One sheet at a time, so that no more of them is held.
    yield* rowsFound(await unlocked(readXlsx(bytes, { sheets: [name] })), way)
    yield { ahead: true }
  }
  for (const member of document.all(/^xl\/(?:comments|threadedComments|drawings|charts)[^_]*\.xml$/u))
    yield* memberTexts(member, ooxmlRules, way)
})

/** Reads a workbook of OpenDocument: the rows of all sheets. */
export async function* readOdsText({ source, way }: Part): AsyncGenerator<Found> {
  yield* rowsFound(await unlocked(readOds(await wholeOf(source, wholeMax))), way)
}
