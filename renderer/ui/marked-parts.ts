type Marked = {
  readonly text: string
  /** In UTF-16 code units; `end` is exclusive. */
  readonly marks: readonly { readonly start: number; readonly end: number }[]
}

/** A text in parts, those that were found told from the others. */
export const markedParts = ({
  text,
  marks,
}: Marked): readonly { readonly text: string; readonly isFound: boolean }[] => {
  const parts: { text: string; isFound: boolean }[] = []
  let at = 0
  for (const { start, end } of marks) {
    parts.push({ text: text.slice(at, start), isFound: false }, { text: text.slice(start, end), isFound: true })
    at = end
  }
  parts.push({ text: text.slice(at), isFound: false })
  return parts.filter((part) => part.text !== '')
}
