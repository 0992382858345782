import type { GridColumn } from './words.ts'

/**
 * The columns of a list that have room; the tracks of a row as `grid-template-columns` takes them; and the least width
 * of a row in CSS pixels.
 */
export type Fit<C extends GridColumn> = {
  readonly shown: readonly C[]
  readonly tracks: string
  readonly least: number
}

const leastOf = (columns: readonly GridColumn[]): number => columns.reduce((sum, { width }) => sum + width, 0)

/** Leaves out what says least, one column after the other, until the rest has room. */
const shorten = <C extends GridColumn>(columns: readonly C[], room: number, ordered: string | null): readonly C[] => {
  if (leastOf(columns) <= room) return columns
  const mayLeave = columns.filter(({ leaves, sort }) => leaves !== undefined && (sort === null || sort !== ordered))
  const [first] = mayLeave.toSorted((one, other) => (one.leaves ?? 0) - (other.leaves ?? 0))
  return first === undefined
    ? columns
    : shorten(
        columns.filter(({ id }) => id !== first.id),
        room,
        ordered,
      )
}

/**
 * Which columns of a list are shown in a given room, so that no word in them is cut: those with the lowest `leaves` go
 * first, never those without it nor the one that the list is ordered by. Where even the rest has no room, rows are
 * wider than it, and the list scrolls.
 *
 * @param room in CSS pixels; null while it is not known, when all are shown
 * @param sort the order of the list: a column's `sort`, or that after a minus
 */
export const fit = <C extends GridColumn>(columns: readonly C[], room: number | null, sort = ''): Fit<C> => {
  const shown = room === null ? columns : shorten(columns, room, sort === '' ? null : sort.replace(/^-/u, ''))
  return {
    shown,
    tracks: shown
      .map(({ width, grow }) => (grow === undefined ? `${width}px` : `minmax(${width}px, ${grow}fr)`))
      .join(' '),
    least: leastOf(shown),
  }
}
