const shown = 50

/** What a reading has to say besides its entries. */
export interface ReadingNotes {
  /** Tells of something that was left out or cut; the first fifty are kept. */
  say(note: string): void
  /** Tells of a record that names nobody. */
  skip(note: string): void
  /** When the file was published, Unix milliseconds, where it says so; the first that is said counts. */
  publish(atMs: number | null): void
  readonly texts: readonly string[]
  readonly skipped: number
  readonly publishedAtMs: number | null
}

/** Makes empty notes. */
export const createNotes = (): ReadingNotes => {
  const texts: string[] = []
  let skipped = 0
  let publishedAtMs: number | null = null
  const say = (note: string): void => {
    if (texts.length < shown) texts.push(note)
  }
  return {
    say,
    skip: (note) => {
      skipped += 1
      say(note)
    },
    publish: (atMs) => {
      publishedAtMs ??= atMs
    },
    texts,
    get skipped() {
      return skipped
    },
    get publishedAtMs() {
      return publishedAtMs
    },
  }
}
