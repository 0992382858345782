import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState, type RefObject } from 'react'
import { pageOf, pagesFor, type PagedList, type RowId } from '../../data/paging/rows.ts'
import { usePages, type Pages } from '../../data/paging/usePages.ts'

/** Of a row with one line, in CSS pixels. */
export const lineHeight = 32
export const headHeight = 28

type Window<T> = Pages<T> & {
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>
  readonly count: number
  /** The pages that the rows on the screen stand on, and the active row. */
  readonly wanted: readonly number[]
}

type Start = { readonly offset: number; readonly index: number } | null

/**
 * The part of a list that is on the screen: which rows exist, and the pages that they need. The active row always
 * exists.
 */
export const useRowWindow = <T, I extends RowId>(
  list: PagedList<T, I>,
  scroller: RefObject<HTMLDivElement | null>,
  active: number,
  start: Start,
  rowHeight: number,
): Window<T> => {
  const [knownTotal, setKnownTotal] = useState<number | null>(null)
  const count = knownTotal ?? (start === null ? 40 : start.index + 200)
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: 0,
    scrollPaddingStart: headHeight,
    initialOffset: start?.offset ?? 0,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return active >= range.count || indexes.includes(active) ? indexes : [...indexes, active].sort((a, b) => a - b)
    },
  })
  const first = Math.max(0, (virtualizer.range?.startIndex ?? 0) - 5)
  const last = (virtualizer.range?.endIndex ?? 40) + 15
  const [settled] = useDebouncedValue(`${first}:${last}`, 60, { leading: true })
  const [from = 0, to = 0] = settled.split(':').map(Number)
  // Scrolled away, the reader's row stays a row: keys still open it and mark it.
  const wantedKey = [...new Set([...pagesFor(from, to, knownTotal), pageOf(active)])].sort((a, b) => a - b).join()
  const wanted = useMemo(() => wantedKey.split(',').map(Number), [wantedKey])
  const read = usePages(list, wanted)
  if (read.total !== null && read.total !== knownTotal) setKnownTotal(read.total)
  return { ...read, virtualizer, count, wanted }
}
