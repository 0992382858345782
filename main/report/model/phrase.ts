import { codeEscape } from '../../../shared/text/code-escape.ts'

/**
 * A part of a sentence. `words` are the report's own; `value` was written or named by people and is shown apart from
 * the words around it, so that its direction cannot disturb theirs; `code` is a digest, a key or an id; `absent` stands
 * where a value is not shown.
 */
export interface Span {
  readonly kind: 'words' | 'value' | 'code' | 'absent'
  readonly text: string
}

/** A sentence, or a part of one. */
export type Phrase = readonly Span[]

export const words = (text: string): Phrase => [{ kind: 'words', text }]
export const value = (text: string): Phrase => [{ kind: 'value', text: visible(text) }]
export const code = (text: string): Phrase => [{ kind: 'code', text: visible(text) }]
export const absent = (text: string): Phrase => [{ kind: 'absent', text }]

/** Joins phrases with words between them: `one, two and three` where `last` is ` and `. */
export const joinedPhrases = (phrases: readonly Phrase[], between = ', ', last = between): Phrase =>
  phrases.flatMap((phrase, index) =>
    index === 0 ? phrase : [...words(index === phrases.length - 1 ? last : between), ...phrase],
  )

/** The text of a phrase without what tells its parts. */
export const plain = (phrase: Phrase): string => phrase.map(({ text }) => text).join('')

// Controls and overrides of the direction of text: a sealed text must not read otherwise than it is.
const deceptive = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu

/**
 * A text as it may be shown: controls and direction overrides stand as `\uXXXX`, a lone surrogate as U+FFFD, and every
 * kind of line break as a line feed.
 */
export const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(deceptive, codeEscape)
