import type { ReportDocument } from '../../../shared/schema/reports.ts'
import type { FontShelf } from '../fonts/font-shelf.ts'
import { moment } from '../model/formats.ts'
import { visible } from '../model/phrase.ts'
import { documentSections } from './document-sections.ts'
import { paintPages } from './paint-pages.ts'
import { given, own, textStyles } from './typography.ts'

/** What a painted document says of itself besides its content. */
export interface DocumentFacts {
  readonly author: string
  /** What stands at the head of each page, for example the number of the case. */
  readonly head: string
  readonly softwareVersion: string
  /** Unix milliseconds: its own date. */
  readonly dateMs: number
}

/**
 * A report, or its figures, as PDF. The same document gives the same bytes.
 *
 * @throws where a font file is missing or broken: the installation is damaged
 */
export const paintDocument = (
  document: ReportDocument,
  { author, head, softwareVersion, dateMs }: DocumentFacts,
  shelf: FontShelf,
): AsyncGenerator<Uint8Array> =>
  paintPages(
    {
      info: {
        title: visible(document.title),
        author: visible(author),
        subject: document.kind,
        softwareVersion,
        dateMs,
      },
      words: {
        headLeft: [given(visible(head), textStyles.foot)],
        headRight: [own(`${document.kind}, ${moment(dateMs)}`, textStyles.foot)],
        madeFrom: document.made_from,
      },
      set: (sheet, typesetter) => documentSections(sheet, typesetter, document),
    },
    shelf,
  )
