/**
 * Does `work` for every item, at most `lanes` at a time, in the order of the items; answers what came of each, in that
 * order.
 *
 * @throws what the work throws first; what is under way goes on
 */
export const inLanes = async <Item, Done>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> => {
  const done: Done[] = []
  const waiting = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of waiting) done[index] = await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return done
}
