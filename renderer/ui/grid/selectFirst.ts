import { firstRows } from '../../data/paging/firstRows.ts'
import type { Page, RowId } from '../../data/paging/rows.ts'
import type { Selection } from '../../state/selection.ts'

/**
 * Selects the first rows of a list, as many as the selection takes, once they are known. What was selected or cleared
 * meanwhile, or the clearing that comes with another filter, counts as the later word: rows that are not on the screen
 * any more are not selected behind somebody's back.
 *
 * @returns whether there are more rows than were selected
 */
export const selectFirst = async <T, I extends RowId>(
  fetchPage: (page: number) => Promise<Page<T>>,
  idOf: (row: T) => I,
  selection: Selection<I>,
): Promise<boolean> => {
  const before = selection.use.getState().ids
  const { items, isCut } = await firstRows(fetchPage, selection.max)
  if (selection.use.getState().ids !== before) return false
  selection.only(items.map(idOf))
  return isCut
}
