import type { FontShelf } from '../fonts/font-shelf.ts'
import { plain, visible } from '../model/phrase.ts'
import type { CaseReport } from '../model/report.ts'
import { paintPages } from './paint-pages.ts'
import { sections } from './sections.ts'
import { given, own, textStyles } from './typography.ts'

/**
 * `report.pdf`: A4, in pieces as they are made, with every font embedded that it needs. The same report gives the same
 * bytes.
 *
 * @throws where a font file is missing or broken: the installation is damaged
 */
export const paintPdf = (report: CaseReport, shelf: FontShelf): AsyncGenerator<Uint8Array> =>
  paintPages(
    {
      info: {
        title: `${report.caseNumber}: ${plain(report.title)}`,
        author: visible(report.institution),
        subject: 'Case report',
        softwareVersion: report.softwareVersion,
        dateMs: report.exportedAtMs,
      },
      words: {
        headLeft: [given(report.caseNumber, textStyles.foot)],
        headRight: [own('Case report, exported ', textStyles.foot), own(report.exportedAt, textStyles.foot)],
        madeFrom: [
          { label: 'Root of the checkpoint', digest: report.seal.checkpoint.root },
          { label: 'Entry of the export', digest: report.seal.exportEntry },
        ],
      },
      set: (sheet, typesetter) => sections(sheet, typesetter, report),
    },
    shelf,
  )
