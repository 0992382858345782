import { openFonts } from '../../report/fonts/font-shelf.ts'
import { isSamePdf } from '../../report/pdf/same-pdf.ts'
import { renderPdf } from '../../report/pdf/render-pdf.ts'
import { reportOf } from '../../report/report-of.ts'
import type { PdfCheck } from '../check/papers.ts'

/** Makes `report.pdf` again, with the fonts of this installation, and compares it. */
export const comparePdf: PdfCheck = async (contents, given) => {
  const parts: Uint8Array[] = []
  for await (const part of renderPdf(reportOf(contents), openFonts())) parts.push(part)
  return isSamePdf(Buffer.concat(parts), Buffer.from(given))
}
