/**
 * Characters that make a name read otherwise than it is, or not at all: controls, line and paragraph separators,
 * direction marks, embeddings, overrides and isolates, zero-width spaces, and halves of surrogate pairs. Joiners stay:
 * scripts and emoji need them.
 */
const deceptive = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escapeOne = (character: string): string =>
  short[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * A file's name as it may be shown: what could deceive or break the line stands as an escape. The name itself is never
 * changed.
 */
export const visibleName = (name: string): string => name.replace(deceptive, escapeOne)

/** Whether a name holds something that `visibleName` writes as an escape. */
export const isDeceptive = (name: string): boolean => visibleName(name) !== name

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Longest ending that counts as a file's extension, in characters with its dot. */
const longestExtension = 13
/** Characters before the extension that stay visible with it. */
const keptBefore = 6
/** Names up to this length are never parted. */
const unparted = 26

/** How long the extension of a name is in characters with its dot; 0 where it has none. */
const extensionLength = (parts: readonly string[]): number => {
  const dot = parts.lastIndexOf('.')
  const length = parts.length - dot
  return dot <= 0 || length > longestExtension || length === 1 ? 0 : length
}

/**
 * Parts a shown name for an ellipsis in its middle: `tail` holds the extension and some characters before it, and never
 * shrinks.
 * A short name is all `head`.
 */
export const partName = (shown: string): { readonly head: string; readonly tail: string } => {
  const parts = graphemes(shown)
  if (parts.length <= unparted) return { head: shown, tail: '' }
  const cut = parts.length - extensionLength(parts) - keptBefore
  return { head: parts.slice(0, cut).join(''), tail: parts.slice(cut).join('') }
}

/**
 * A shown name of at most `max` characters, shortened in its middle so that its extension stays. For places that only
 * take text.
 */
export const shortName = (shown: string, max: number): string => {
  const parts = graphemes(shown)
  if (parts.length <= max) return shown
  const kept = Math.min(extensionLength(parts) + keptBefore, Math.floor(max / 2))
  return `${parts.slice(0, Math.max(1, max - kept - 1)).join('')}…${parts.slice(parts.length - kept).join('')}`
}
