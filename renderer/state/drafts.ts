import { useCallback, useState } from 'react'

const prefix = 'fieldseal.draft.'

/** Reads a draft; a storage that refuses (private mode, full) behaves as empty. */
export const readDraft = (key: string): string => {
  try {
    return window.sessionStorage.getItem(prefix + key) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a draft for this window's session; an empty text removes it. */
export const writeDraft = (key: string, text: string): void => {
  try {
    if (text === '') window.sessionStorage.removeItem(prefix + key)
    else window.sessionStorage.setItem(prefix + key, text)
  } catch {
    // A full or forbidden storage costs the draft on reload, never the text on the screen.
  }
}

/**
 * Text that survives an expired session, a failed request and a reload. `key` says what it belongs to, for example
 * `note:17`. Returns the text, a setter, and `clear` for after it was sealed.
 */
export const useDraft = (key: string): readonly [text: string, set: (text: string) => void, clear: () => void] => {
  const [held, setHeld] = useState(() => ({ key, text: readDraft(key) }))
  const text = held.key === key ? held.text : readDraft(key)
  const set = useCallback(
    (next: string) => {
      writeDraft(key, next)
      setHeld({ key, text: next })
    },
    [key],
  )
  const clear = useCallback(() => set(''), [set])
  return [text, set, clear]
}
