const words = (text: string): readonly string[] =>
  text
    .toLocaleLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')

/** Whether every word that was typed begins a word of the text. */
export const matches = (typed: string, text: string): boolean => {
  const there = words(text)
  return words(typed).every((part) => there.some((word) => word.startsWith(part)))
}
