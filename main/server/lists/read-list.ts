import { setImmediate } from 'node:timers/promises'
import { listLimits, type ListEncoding, type ListFormat } from '../../../shared/schema/lists.ts'
import type { ListedEntry } from '../../domain/lists/entry.ts'
import { ListFault } from '../../domain/lists/fault.ts'
import { createOfacPart } from '../../domain/lists/formats/ofac-csv.ts'
import { openReading } from '../../domain/lists/open-reading.ts'
import type { ReadingNotes } from '../../domain/lists/notes.ts'
import type { TextSink } from '../../domain/lists/reading.ts'
import { headOfList, textOfList, type ListFileSource } from './list-text.ts'

/** A file of a list with what is to be read beside it. */
export interface ListFiles {
  readonly list: ListFileSource
  readonly alt?: ListFileSource | undefined
  readonly add?: ListFileSource | undefined
}

export interface ReadListOptions {
  readonly format: ListFormat
  readonly encoding?: ListEncoding | undefined
  readonly notes: ReadingNotes
  /** Takes entries as they come; the reading waits for it. */
  readonly take: (entries: readonly ListedEntry[]) => Promise<void>
  /** Told of the bytes of the list's file as they are read, and in how many passes it is. */
  readonly onBytes?: (count: number, passes: number) => void
  /** Asked between pieces; true ends the reading. */
  readonly isCancelled?: () => boolean
}

const takenAtOnce = 500

/** What else the process has to do runs between pieces. */
async function* inTurns(texts: AsyncIterable<string>, isCancelled: () => boolean): AsyncGenerator<string> {
  for await (const text of texts) {
    if (isCancelled()) return
    yield text
    await setImmediate()
  }
}

const readBeside = async (
  part: 'alt' | 'add',
  source: ListFileSource | undefined,
  encoding: ListEncoding | undefined,
) => {
  if (source === undefined) return undefined
  const sink = createOfacPart(part)
  try {
    let units = 0
    for await (const text of textOfList(source, { encoding })) {
      units += text.length
      if (units > listLimits.sideFileBytes)
        throw new ListFault(`unpacks to more than ${listLimits.sideFileBytes / 1_048_576} MiB`)
      sink.push(text)
    }
    sink.end()
  } catch (error) {
    throw error instanceof ListFault
      ? new ListFault(`cannot be taken: the file beside it, ${part}.csv, ${error.message}`)
      : error
  }
  return sink.rows
}

/**
 * Reads a list from end to end, in memory that does not grow with it.
 *
 * @returns whether it came to the end: false where it was cancelled
 * @throws ListFault where the file cannot be taken
 */
export const readList = async (
  { list, alt, add }: ListFiles,
  { format, encoding, notes, take, onBytes, isCancelled = () => false }: ReadListOptions,
): Promise<boolean> => {
  const context = {
    head: await headOfList(list, { encoding }),
    alt: await readBeside('alt', alt, encoding),
    add: await readBeside('add', add, encoding),
  }
  const reading = openReading(format, context, notes)
  const passes = reading.first === null ? 1 : 2
  const texts = (): AsyncGenerator<string> =>
    inTurns(textOfList(list, { encoding, onBytes: (count) => onBytes?.(count, passes) }), isCancelled)

  const survey = async (sink: TextSink): Promise<void> => {
    for await (const text of texts()) sink.push(text)
    if (!isCancelled()) sink.end()
  }
  if (reading.first !== null) await survey(reading.first)

  const waiting: ListedEntry[] = []
  let entries = 0
  const hand = async (found: readonly ListedEntry[], isLast: boolean): Promise<void> => {
    entries += found.length
    if (entries > listLimits.entries) throw new ListFault(`holds more than ${listLimits.entries} entries`)
    waiting.push(...found)
    while (waiting.length >= takenAtOnce || (isLast && waiting.length > 0)) await take(waiting.splice(0, takenAtOnce))
  }
  if (!isCancelled()) for await (const text of texts()) await hand(reading.push(text), false)
  if (isCancelled()) return false
  await hand(reading.end(), true)
  return true
}
