import { bundlePaths } from '../../main/bundle/format/layout.ts'
import type { BundleContents } from '../../main/bundle/contents.ts'
import type { ExtraFile } from '../../main/bundle/write/plan.ts'
import { openFonts } from '../../main/report/fonts/font-shelf.ts'
import { renderPdf } from '../../main/report/pdf/render-pdf.ts'
import { renderHtml } from '../../main/report/html/render-html.ts'
import { reportOf } from '../../main/report/report-of.ts'

/** The report of a bundle as a page, as the service puts it in. */
export const reportFile = (contents: BundleContents): ExtraFile => ({
  path: bundlePaths.reportPage,
  bytes: () => Buffer.from([...renderHtml(reportOf(contents))].join(''), 'utf8'),
})

/** The same report as a PDF. */
export const pdfFile = (contents: BundleContents): ExtraFile => ({
  path: bundlePaths.reportPdf,
  bytes: () => renderPdf(reportOf(contents), openFonts()),
})
