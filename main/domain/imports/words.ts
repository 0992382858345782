/**
 * Brings a header or a value into the form in which the word lists are written: NFKC, lower case, marks and separators
 * as single spaces.
 */
export const plainWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    // Capitals of Turkish are made small by the rules of other languages.
    .replaceAll(/i\u0307|ı/gu, 'i')
    .replaceAll(/[\p{P}\p{S}\p{Z}\s]+/gu, ' ')
    .trim()

/**
 * Makes a look-up from lists of words to what they mean; words are found with and without their spaces, and the first
 * meaning of a word holds.
 */
export const wordTable = <Meaning extends string>(
  lists: Readonly<Record<Meaning, readonly string[]>>,
): ReadonlyMap<string, Meaning> => {
  const table = new Map<string, Meaning>()
  const learn = (word: string, meaning: Meaning): void => {
    if (!table.has(word)) table.set(word, meaning)
  }
  for (const meaning of Object.keys(lists) as Meaning[]) {
    for (const word of [meaning, ...lists[meaning]].map(plainWord)) {
      learn(word, meaning)
      learn(word.replaceAll(' ', ''), meaning)
    }
  }
  return table
}
