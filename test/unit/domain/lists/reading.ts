import type { ListFormat } from '../../../../shared/schema/lists.ts'
import type { ListedEntry } from '../../../../main/domain/lists/entry.ts'
import { createNotes, type ReadingNotes } from '../../../../main/domain/lists/notes.ts'
import { openReading, type ReadingContext } from '../../../../main/domain/lists/open-reading.ts'

/** Reads a text as a format from pieces of a length; every format must read the same whatever the pieces are. */
export const readText = (
  format: ListFormat,
  text: string,
  { piece = 65_536, ...context }: Partial<ReadingContext> & { readonly piece?: number } = {},
): { readonly entries: ListedEntry[]; readonly notes: ReadingNotes } => {
  const notes = createNotes()
  const reading = openReading(format, { head: text.slice(0, 65_536), ...context }, notes)
  const pieces = Array.from({ length: Math.ceil(text.length / piece) }, (_, place) =>
    text.slice(place * piece, (place + 1) * piece),
  )
  if (reading.first !== null) {
    for (const one of pieces) reading.first.push(one)
    reading.first.end()
  }
  return { entries: [...pieces.flatMap((one) => [...reading.push(one)]), ...reading.end()], notes }
}
