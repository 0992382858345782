import { bundlePaths } from '../../bundle/format/layout.ts'
import type { BundleContents } from '../../bundle/contents.ts'
import type { ExtraFile } from '../../bundle/write/plan.ts'
import { verifyPage } from '../../bundle/write/verify-page.ts'
import type { FontShelf } from '../../report/fonts/font-shelf.ts'
import { renderHtml } from '../../report/html/render-html.ts'
import { renderPdf } from '../../report/pdf/render-pdf.ts'
import { reportOf } from '../../report/report-of.ts'

const encoded = async function* (parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part, 'utf8'))
}

/**
 * The files of a bundle that are for people: the report as a page and as a PDF, and the page that verifies in a
 * browser.
 */
export const bundleExtras = async (contents: BundleContents, fonts: FontShelf): Promise<readonly ExtraFile[]> => {
  const report = reportOf(contents)
  const page = await verifyPage()
  return [
    { path: bundlePaths.verifyPage, bytes: () => page },
    { path: bundlePaths.reportPage, bytes: () => encoded(renderHtml(report)) },
    { path: bundlePaths.reportPdf, bytes: () => renderPdf(report, fonts) },
  ]
}
