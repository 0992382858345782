import { useCallback } from 'react'
import { create } from 'zustand'

/**
 * What somebody has typed and not sealed, in the memory of this window; the service keeps it, encrypted
 * (`data/queries/drafts.ts`). Nothing of it goes to the browser's own storage, which lies on the disk in the clear.
 */
type Drafts = {
  /** Whose drafts these are; null before they were read. */
  readonly owner: number | null
  readonly texts: ReadonlyMap<string, string>
  /** What the service has not taken yet, with the case whose erasures end it. */
  readonly unstored: ReadonlyMap<string, number | null>
}

const nothing: Drafts = { owner: null, texts: new Map(), unstored: new Map() }

export const useDrafts = create<Drafts>(() => nothing)

const changed = <V>(map: ReadonlyMap<string, V>, change: (next: Map<string, V>) => void): ReadonlyMap<string, V> => {
  const next = new Map(map)
  change(next)
  return next
}

/** Lays what the service keeps of a user; what another typed in this window before is forgotten. */
export const layDrafts = (owner: number, kept: readonly { readonly key: string; readonly text: string }[]): void => {
  useDrafts.setState({ ...nothing, owner, texts: new Map(kept.map(({ key, text }) => [key, text])) })
}

/** The draft of that key, or an empty text. */
export const readDraft = (key: string): string => useDrafts.getState().texts.get(key) ?? ''

/** Keeps a draft; an empty text ends it. `caseId` is the case whose erasures end it. */
export const writeDraft = (key: string, text: string, caseId: number | null): void => {
  const { texts, unstored } = useDrafts.getState()
  if ((texts.get(key) ?? '') === text) return
  useDrafts.setState({
    texts: changed(texts, (next) => (text === '' ? next.delete(key) : next.set(key, text))),
    unstored: changed(unstored, (next) => next.set(key, caseId)),
  })
}

/** The service has taken that text; what was typed since is still to be taken. */
export const markStored = (key: string, text: string): void => {
  const { unstored } = useDrafts.getState()
  if (readDraft(key) === text && unstored.has(key))
    useDrafts.setState({ unstored: changed(unstored, (next) => next.delete(key)) })
}

/**
 * Text that survives an expired session, a failed request, a reload and the end of the window. `key` says what it
 * belongs to, for example `note:17`; `caseId` is the case whose erasures end it, null where it belongs to none. Returns
 * the text, a setter, and `clear` for after it was sealed.
 */
export const useDraft = (
  key: string,
  caseId: number | null,
): readonly [text: string, set: (text: string) => void, clear: () => void] => {
  const text = useDrafts(({ texts }) => texts.get(key) ?? '')
  const set = useCallback((next: string) => writeDraft(key, next, caseId), [key, caseId])
  const clear = useCallback(() => set(''), [set])
  return [text, set, clear]
}
