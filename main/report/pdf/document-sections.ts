import type { ReportDocument, ReportDocumentSection } from '../../../shared/schema/reports.ts'
import { value, visible, words } from '../model/phrase.ts'
import { cellHeight, factsCell, paragraph } from './cell.ts'
import type { Cell } from './cell.ts'
import type { Typesetter } from './lines.ts'
import { documentPart } from './parts.ts'
import { bodyWidth, flow, left, setCell } from './sheet.ts'
import type { Sheet } from './sheet.ts'
import { columns, innerWidth, openTable } from './table.ts'
import type { PageColumn } from './table.ts'
import { accent, coded, faint, given, ink, own, phrased, textStyles } from './typography.ts'

const cover = async (
  sheet: Sheet,
  typesetter: Typesetter,
  { kind, title, under, made_from: madeFrom }: ReportDocument,
): Promise<void> => {
  flow(
    sheet,
    await paragraph([own(kind.toUpperCase(), textStyles.kind)], typesetter, { width: bodyWidth }),
    left,
    documentPart('P'),
  )
  flow(
    sheet,
    await paragraph(phrased(value(title), textStyles.title), typesetter, { width: bodyWidth, direction: 'auto' }),
    left,
    documentPart('H1'),
  )
  sheet.y += 2
  flow(
    sheet,
    await paragraph([given(visible(under), textStyles.under)], typesetter, { width: bodyWidth }),
    left,
    documentPart('P'),
  )
  const box: Cell[] = []
  for (const { label, digest } of madeFrom) {
    box.push(
      await paragraph([own(label, textStyles.smallValue)], typesetter, { width: bodyWidth - 24 }),
      await paragraph([coded(digest)], typesetter, { width: bodyWidth - 24 }),
    )
  }
  const cell = box.flat()
  if (cell.length === 0) return
  sheet.y += 10
  const height = cellHeight(cell) + 14
  sheet.painter.fill(left, sheet.y, bodyWidth, height, faint)
  sheet.painter.fill(left, sheet.y, 2.5, height, accent)
  setCell(sheet.painter, cell, { x: left + 13, y: sheet.y + 7, height }, documentPart('P'))
  sheet.y += height
}

const heading = async (
  sheet: Sheet,
  typesetter: Typesetter,
  { title, note }: ReportDocumentSection,
  number: number,
): Promise<void> => {
  const lines = await paragraph(
    [own(`${number}  `, textStyles.headingNumber), given(visible(title), textStyles.heading)],
    typesetter,
    { width: bodyWidth },
  )
  const under =
    note === null ? [] : await paragraph([own(note, textStyles.under)], typesetter, { width: bodyWidth * 0.82, gap: 2 })
  if (sheet.left() < cellHeight(lines) + cellHeight(under) + 90) sheet.newPage()
  else sheet.y += 18
  sheet.painter.fill(left, sheet.y, bodyWidth, 1.4, ink)
  sheet.painter.outline(`${number}. ${visible(title)}`)
  sheet.y += 8
  flow(sheet, lines, left, documentPart('H2'))
  if (note !== null) {
    sheet.y += 2
    flow(sheet, under, left, documentPart('P'))
  }
  sheet.y += 8
}

const labelWidth = 130
const textIndent = 24

async function* paragraphs(
  sheet: Sheet,
  typesetter: Typesetter,
  texts: ReportDocumentSection['paragraphs'],
): AsyncGenerator<void> {
  for (const [index, { text, under }] of texts.entries()) {
    sheet.ensure(34)
    const lines: Cell[] = []
    for (const line of visible(text).split('\n'))
      lines.push(await paragraph([given(line)], typesetter, { width: bodyWidth - textIndent, direction: 'auto' }))
    const numbered = documentPart('P')
    setCell(
      sheet.painter,
      await paragraph([own(String(index + 1), textStyles.small)], typesetter, { width: textIndent - 4 }),
      { x: left, y: sheet.y, height: 20 },
      numbered,
    )
    flow(sheet, lines.flat(), left + textIndent, numbered)
    if (under !== null && under !== '')
      flow(
        sheet,
        await paragraph([given(visible(under), textStyles.small)], typesetter, { width: bodyWidth - textIndent }),
        left + textIndent,
        documentPart('P'),
      )
    sheet.y += 5
    yield
  }
}

/** Columns of a table whose widths follow from how many there are; the second is the widest of two. */
const columnsOf = (head: readonly string[]): readonly PageColumn[] => {
  const width = head.length === 2 ? bodyWidth * 0.28 : bodyWidth / head.length
  return columns(...head.map((name): readonly [string, number] => [name, width]))
}

async function* tableOf(
  sheet: Sheet,
  typesetter: Typesetter,
  { head, rows }: NonNullable<ReportDocumentSection['table']>,
): AsyncGenerator<void> {
  const of = columnsOf(head)
  const table = await openTable(sheet, typesetter, of)
  const widths = of.map(innerWidth)
  for (const row of rows) {
    table.row(
      await Promise.all(
        widths.map((width, index) =>
          paragraph([given(visible(row[index] ?? ''))], typesetter, { width, direction: 'auto' }),
        ),
      ),
    )
    yield
  }
  table.end()
}

/** Sets a document of labelled values, paragraphs and tables; it pauses after each row. */
export async function* documentSections(
  sheet: Sheet,
  typesetter: Typesetter,
  document: ReportDocument,
): AsyncGenerator<void> {
  await cover(sheet, typesetter, document)
  for (const [index, section] of document.sections.entries()) {
    await heading(sheet, typesetter, section, index + 1)
    for (const { label, value: text } of section.facts) {
      flow(
        sheet,
        await factsCell(
          [{ label, value: text === '' ? words('') : value(text) }],
          typesetter,
          bodyWidth,
          labelWidth,
          2,
        ),
        left,
        documentPart('P'),
      )
      yield
    }
    yield* paragraphs(sheet, typesetter, section.paragraphs)
    if (section.table !== null) yield* tableOf(sheet, typesetter, section.table)
  }
}
