/**
 * A character as `\uXXXX`, by its code point: for what must be seen and not obeyed, such as controls and overrides of
 * the direction of text.
 */
export const codeEscape = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
