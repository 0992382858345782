/**
 * How many rows a list has passed over that was told to: all of them where a row follows, else as many as there are.
 *
 * @param asked nothing where the list was not told to pass any over
 * @param count counts the rows that it would pass over, up to a number
 */
export const skippedOf = (
  asked: number | undefined,
  isFollowed: boolean,
  count: (most: number) => number,
): { readonly skipped?: number } => {
  if (asked === undefined) return {}
  return { skipped: isFollowed || asked === 0 ? asked : count(asked) }
}
