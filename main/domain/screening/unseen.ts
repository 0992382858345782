/**
 * Controls, and what Unicode calls ignorable by default because it is drawn as nothing: marks of direction, joiners,
 * soft hyphens, variation selectors, fillers. They make a name be compared otherwise than it is read.
 */
const unseen = /[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
const breaks = /[\u0009-\u000d\u0085\u2028\u2029]+/gu

/** What holds nothing unseen, as most texts do. */
const plain = /^[ -~]*$/u

/** A text without what cannot be seen; a line break or tab parts words as a blank does. */
export const withoutInvisible = (text: string): string =>
  plain.test(text) ? text : text.replace(breaks, ' ').replace(unseen, '')
