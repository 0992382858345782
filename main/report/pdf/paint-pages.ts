import { setImmediate } from 'node:timers/promises'
import type { FontShelf } from '../fonts/font-shelf.ts'
import { openTypesetter } from './lines.ts'
import type { Typesetter } from './lines.ts'
import { blindPainter, openDocument } from './painter.ts'
import type { DocumentInfo } from './painter.ts'
import { openSheet } from './sheet.ts'
import type { PageWords, Sheet } from './sheet.ts'

/** A document that is set in pages: it pauses after each row, so that what is done can be taken away. */
export interface PagedDocument {
  readonly info: DocumentInfo
  readonly words: PageWords
  readonly set: (sheet: Sheet, typesetter: Typesetter) => AsyncGenerator<void>
}

/**
 * Rows between two pauses. Setting is work of the processor alone: without pauses nothing else of the process would
 * have its turn.
 */
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

/** Sets the whole document without painting it: "Page 3 of 12" has to know the 12 on the first page. */
const countPages = async ({ words, set }: PagedDocument, typesetter: Typesetter): Promise<number> => {
  const sheet = await openSheet(blindPainter, words, typesetter, null)
  const work = paced(set(sheet, typesetter))
  while ((await work.next()).done !== true);
  return sheet.pages
}

/**
 * Paints a document on A4, in pieces as they are made, with every font embedded that it needs. The same document gives
 * the same bytes.
 *
 * @throws where a font file is missing or broken: the installation is damaged
 */
export async function* paintPages(paged: PagedDocument, shelf: FontShelf): AsyncGenerator<Uint8Array> {
  const typesetter = openTypesetter(shelf)
  const pages = await countPages(paged, typesetter)
  const document = openDocument(paged.info)
  const sheet = await openSheet(document, paged.words, typesetter, pages)
  for await (const _ of paced(paged.set(sheet, typesetter))) yield* document.take()
  document.end()
  yield* document.take()
}
