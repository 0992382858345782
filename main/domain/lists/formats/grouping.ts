import { mergeEntries } from '../draft.ts'
import type { ListedEntry } from '../entry.ts'
import type { ReadingNotes } from '../notes.ts'

/**
 * Joins records of one entry that stand behind each other. Those that stand apart are joined where entries are kept.
 */
export interface Grouping {
  /** `isPrimary`: the list calls the name of this record the primary one, so the entry is filed under it. */
  push(entry: ListedEntry | null, isPrimary?: boolean): readonly ListedEntry[]
  end(): readonly ListedEntry[]
}

/** The primary name comes first, wherever it stood. */
const inOrder = (entry: ListedEntry, primary: string | null): ListedEntry => {
  if (primary === null || entry.names[0]?.text === primary) return entry
  const others = entry.names
    .filter(({ text }) => text !== primary)
    .map(({ text, type }) => ({ text, type: type === 'primary' ? ('alias' as const) : type }))
  return { ...entry, names: [{ text: primary, type: 'primary' }, ...others] }
}

/** Makes a grouping. */
export const createGrouping = (notes: ReadingNotes): Grouping => {
  let held: ListedEntry | null = null
  let primary: string | null = null
  const release = (): readonly ListedEntry[] => {
    const done = held === null ? [] : [inOrder(held, primary)]
    held = null
    primary = null
    return done
  }
  return {
    push: (entry, isPrimary = false) => {
      if (entry === null) return []
      const done = held !== null && held.id !== entry.id ? release() : []
      held = held === null ? entry : mergeEntries(held, entry, notes)
      if (isPrimary) primary ??= entry.names[0]?.text ?? null
      return done
    },
    end: release,
  }
}
