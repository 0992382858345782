/** What was typed into a field of identifiers, read. */
export interface ParsedIds {
  readonly ids: readonly number[]
  /** The parts that are no identifiers. */
  readonly bad: readonly string[]
}

const isIdentifier = (part: string): boolean =>
  /^\d{1,16}$/.test(part) && Number(part) >= 1 && Number.isSafeInteger(Number(part))

/** Reads identifiers separated by commas, semicolons or white space (a pasted column works); duplicates count once. */
export const parseIdentifiers = (text: string): ParsedIds => {
  const parts = text.split(/[\s,;]+/u).filter((part) => part !== '')
  return { ids: [...new Set(parts.filter(isIdentifier).map(Number))], bad: parts.filter((part) => !isIdentifier(part)) }
}

/** The cases before and after one in the order of the queue; null at an end or where the queue does not hold it. */
export const neighboursOf = (
  ids: readonly number[],
  current: number,
): { readonly previous: number | null; readonly next: number | null } => {
  const at = ids.indexOf(current)
  return at < 0 ? { previous: null, next: null } : { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null }
}
