import type { FontShelf } from '../fonts/font-shelf.ts'
import type { CaseReport } from '../model/report.ts'
import { blindPainter, openDocument } from './painter.ts'
import { sections } from './sections.ts'
import { openSheet } from './sheet.ts'

/** Sets the whole report without painting it: "Page 3 of 12" has to know the 12 on the first page. */
const countPages = async (report: CaseReport, shelf: FontShelf): Promise<number> => {
  const sheet = await openSheet(blindPainter, report, shelf, null)
  const work = sections(sheet, shelf, report)
  while ((await work.next()).done !== true);
  return sheet.pages
}

/**
 * `report.pdf`: A4, in pieces as they are made, with every font embedded that it needs. The same report gives the same bytes.
 *
 * @throws where a font file is missing or broken: the installation is damaged
 */
export async function* renderPdf(report: CaseReport, shelf: FontShelf): AsyncGenerator<Uint8Array> {
  const pages = await countPages(report, shelf)
  const document = openDocument(report)
  const sheet = await openSheet(document, report, shelf, pages)
  for await (const _ of sections(sheet, shelf, report)) yield* document.take()
  document.end()
  yield* document.take()
}
