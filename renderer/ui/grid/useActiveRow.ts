import { useEffect, useEffectEvent, useState } from 'react'
import { indexOfRow, rowAt, type Page, type PagedList, type RowId } from '../../data/paging/rows.ts'

/**
 * Where the reader is. `sought` while the row that he began with was not seen yet; `silent` while nobody went to the
 * row that stands in its place: what he asked for is not in the list.
 */
export type ActiveRow<I> = {
  readonly index: number
  readonly id: I | null
  readonly sought?: boolean
  readonly silent?: boolean
}

type Options<T, I> = {
  readonly index: number
  /** The row to begin at. */
  readonly start: I | null
  /**
   * Told whenever the reader comes to another row, by himself or because his own is gone, and when his row has other
   * values.
   */
  readonly onActive: ((item: T) => void) | undefined
}

/**
 * The row that the reader is at, how to set it, and whether he has come to it: not while what he asked for is sought,
 * nor where it is not in the list.
 * The reader's row is a thing, not a number: when the list changes around it, the mark follows it; when it is gone, the
 * next one takes its place.
 */
export const useActiveRow = <T, I extends RowId>(
  list: PagedList<T, I>,
  pages: ReadonlyMap<number, Page<T>>,
  total: number | null,
  { index, start, onActive }: Options<T, I>,
) => {
  const [active, setActive] = useState<ActiveRow<I>>({ index, id: start, sought: start !== null })
  const here = rowAt(pages, active.index)
  const hereId = here === undefined ? null : list.idOf(here)
  if (hereId !== null && active.id === null) setActive({ ...active, id: hereId })
  if (hereId !== null && hereId === active.id && active.sought === true)
    setActive({ index: active.index, id: active.id })
  if (hereId !== null && active.id !== null && hereId !== active.id) {
    const moved = indexOfRow(list, pages, active.id)
    setActive(
      moved === null
        ? { index: active.index, id: hereId, silent: active.sought === true }
        : { index: moved, id: active.id },
    )
  }
  if (total !== null && total > 0 && active.index >= total) setActive({ index: total - 1, id: null })
  const told = hereId !== null && hereId === active.id && active.silent !== true ? hereId : null
  const tell = useEffectEvent(() => {
    if (here !== undefined) onActive?.(here)
  })
  useEffect(() => {
    if (told !== null) tell()
  }, [told, here])
  const isHere = active.sought !== true && active.silent !== true
  return [active, setActive, isHere] as const
}
