import type { ReportDocument } from '../../../shared/schema/reports.ts'
import type { FontShelf } from '../fonts/font-shelf.ts'
import type { CaseReport } from '../model/report.ts'
import type { DocumentFacts } from './paint-document.ts'

/**
 * `report.pdf`, as `paintPdf` tells of it. What sets and paints it is loaded with the first report: it is a third of
 * all that the service would load at its start.
 *
 * @throws where a font file is missing or broken: the installation is damaged
 */
export async function* renderPdf(report: CaseReport, shelf: FontShelf): AsyncGenerator<Uint8Array> {
  const { paintPdf } = await import('./paint-pdf.ts')
  yield* paintPdf(report, shelf)
}

/** A document of facts, paragraphs and tables as PDF, as `paintDocument` tells of it. */
export async function* renderDocument(
  document: ReportDocument,
  facts: DocumentFacts,
  shelf: FontShelf,
): AsyncGenerator<Uint8Array> {
  const { paintDocument } = await import('./paint-document.ts')
  yield* paintDocument(document, facts, shelf)
}
