import type { ListedEntry } from './entry.ts'
import type { ReadingNotes } from './notes.ts'

/** Takes a text piece by piece. Throws a ListFault where it cannot be what it should be. */
export interface TextSink {
  push(text: string): void
  end(): void
}

/**
 * The reading of one file: text goes in piece by piece, entries come out as they are complete. Throws a ListFault where
 * the file cannot be taken.
 */
export interface ListReading {
  /**
   * What has to see the whole text before `push` may, because records refer to what stands behind them; null: nothing.
   */
  readonly first: TextSink | null
  push(text: string): readonly ListedEntry[]
  /** The end of the text; a file that is cut off is told from a whole one here. */
  end(): readonly ListedEntry[]
}

/** Begins the reading of a file. */
export type OpenReading = (notes: ReadingNotes) => ListReading
