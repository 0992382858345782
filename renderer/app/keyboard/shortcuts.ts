/** How long the second key of a sequence (`g q`) may take, in milliseconds. */
const sequenceMs = 1_200

/** The part of a keyboard event that matters here. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key)

/**
 * Writes a press as commands write it: `mod+k`, `shift+x`, `?`, `escape`. Shift is part of a symbol, but not of a
 * letter.
 */
export const pressName = (press: Press): string => {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key.toLowerCase().replace('arrow', '')
  const shift = press.shiftKey && (isLetter(press.key) || press.key.length > 1)
  return [
    press.ctrlKey || press.metaKey ? 'mod' : '',
    press.altKey ? 'alt' : '',
    shift ? 'shift' : '',
    key === ' ' ? 'space' : key,
  ]
    .filter((part) => part !== '')
    .join('+')
}

/** What has been pressed so far of a sequence, and when. */
export type Pending = { readonly name: string; readonly at: number } | null

export type Step = { readonly matched: string | null; readonly pending: Pending }

/** Takes one press: which of the shortcuts it completes, or what it begins. */
export const step = (pending: Pending, name: string, now: number, shortcuts: ReadonlySet<string>): Step => {
  if (pending !== null && now - pending.at <= sequenceMs) {
    const sequence = `${pending.name} ${name}`
    if (shortcuts.has(sequence)) return { matched: sequence, pending: null }
  }
  if (shortcuts.has(name)) return { matched: name, pending: null }
  const begins = [...shortcuts].some((shortcut) => shortcut.startsWith(`${name} `))
  return { matched: null, pending: begins ? { name, at: now } : null }
}
