import { setImmediate } from 'node:timers/promises'
import type { FontShelf } from '../fonts/font-shelf.ts'
import type { CaseReport } from '../model/report.ts'
import { openTypesetter, type Typesetter } from './lines.ts'
import { blindPainter, openDocument } from './painter.ts'
import { sections } from './sections.ts'
import { openSheet } from './sheet.ts'

/** Rows between two pauses. Setting is work of the processor alone: without pauses nothing else of the process would have its turn. */
const rowsAtATime = 8

/** Does the work of all sections, with pauses; answers whenever some rows are set. */
async function* paced(work: AsyncGenerator<void>): AsyncGenerator<void> {
  let rows = 0
  for await (const _ of work) {
    rows += 1
    if (rows % rowsAtATime !== 0) continue
    await setImmediate()
    yield
  }
}

/** Sets the whole report without painting it: "Page 3 of 12" has to know the 12 on the first page. */
const countPages = async (report: CaseReport, typesetter: Typesetter): Promise<number> => {
  const sheet = await openSheet(blindPainter, report, typesetter, null)
  const work = paced(sections(sheet, typesetter, report))
  while ((await work.next()).done !== true);
  return sheet.pages
}

/**
 * `report.pdf`: A4, in pieces as they are made, with every font embedded that it needs. The same report gives the same bytes.
 *
 * @throws where a font file is missing or broken: the installation is damaged
 */
export async function* paintPdf(report: CaseReport, shelf: FontShelf): AsyncGenerator<Uint8Array> {
  const typesetter = openTypesetter(shelf)
  const pages = await countPages(report, typesetter)
  const document = openDocument(report)
  const sheet = await openSheet(document, report, typesetter, pages)
  for await (const _ of paced(sections(sheet, typesetter, report))) yield* document.take()
  document.end()
  yield* document.take()
}
