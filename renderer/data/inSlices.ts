import type { RowId } from './paging/rows.ts'

/** What became of the rows of one change. */
export type SliceOutcome<I extends RowId> = {
  readonly changed: number
  readonly refused: number
  readonly results: readonly {
    readonly id: I
    readonly ok: boolean
    readonly error?: { readonly message: string } | undefined
  }[]
}

/** Rows of one request: few enough that the count moves, enough that they share a durable commit. */
export const sliceRows = 50

type Work<I extends RowId, Item> = {
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => I
  readonly send: (slice: readonly Item[]) => Promise<SliceOutcome<I>>
  /** Called with the number of rows that were answered for. */
  readonly onDone: (done: number) => void
  /** What is said of rows whose slice met a failure, and of those behind it, which were never sent. */
  readonly failed: (error: unknown) => { readonly there: string; readonly behind: string }
}

/**
 * Changes many rows slice after slice, and answers what became of each. A failure of the first slice is the caller's,
 * for nothing was changed that is known; one behind it stops there, and the rows of its slice and those behind it are
 * told as refused, so that they stay chosen.
 */
export const inSlices = async <I extends RowId, Item>({
  items,
  idOf,
  send,
  onDone,
  failed,
}: Work<I, Item>): Promise<SliceOutcome<I>> => {
  const results: SliceOutcome<I>['results'][number][] = []
  for (let from = 0; from < items.length; from += sliceRows) {
    const slice = items.slice(from, from + sliceRows)
    try {
      results.push(...(await send(slice)).results)
    } catch (error) {
      if (from === 0) throw error
      const words = failed(error)
      results.push(...slice.map((item) => ({ id: idOf(item), ok: false, error: { message: words.there } })))
      results.push(
        ...items
          .slice(from + sliceRows)
          .map((item) => ({ id: idOf(item), ok: false, error: { message: words.behind } })),
      )
      break
    }
    onDone(results.length)
  }
  const changed = results.filter(({ ok }) => ok).length
  return { changed, refused: results.length - changed, results }
}
