import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { naturalOrder } from '../../../state/natural-order.ts'
import { Cell, ShownColumns } from '../../../ui/grid/Cell.tsx'
import { targetOf } from '../../../ui/grid/keys.ts'
import { RowGridHeader } from '../../../ui/grid/RowGridHeader.tsx'
import { useFit } from '../../../ui/grid/useFit.ts'
import type { GridColumn } from '../../../ui/grid/words.ts'
import { networkClasses } from './classes.ts'

const rowHeight = 32
const headHeight = 28

export interface LocalColumn<T> {
  readonly id: string
  readonly head: string
  readonly cell: (row: T) => ReactNode
  /** What rows are ordered by; null: not by this column. Numbers go from the highest, words from A. */
  readonly by: ((row: T) => number | string) | null
  readonly width: number
  readonly grow?: number
  readonly leaves?: number
}

type Props<T> = {
  readonly name: string
  readonly label: string
  readonly rows: readonly T[]
  readonly idOf: (row: T) => string
  readonly columns: readonly LocalColumn<T>[]
  /** The row that the reader is at. */
  readonly active: string | null
  readonly onActive: (row: T) => void
  readonly onOpen: (row: T) => void
  readonly empty: ReactNode
}

const compared = (one: number | string, other: number | string): number =>
  typeof one === 'number' && typeof other === 'number' ? other - one : naturalOrder(String(one), String(other))

/** The rows in the order that the reader asks for: `-` before the column, backwards. */
const useOrdered = <T,>(rows: readonly T[], columns: readonly LocalColumn<T>[]) => {
  const [sort, setSort] = useState('')
  const ordered = useMemo(() => {
    const backwards = sort.startsWith('-')
    const by = columns.find(({ id }) => id === sort.replace(/^-/u, ''))?.by ?? null
    return by === null ? rows : rows.toSorted((one, other) => compared(by(one), by(other)) * (backwards ? -1 : 1))
  }, [rows, sort, columns])
  return { ordered, sort, setSort }
}

/**
 * Rows that are all at hand: ordered here, and only those on the screen exist. The row that the reader is at stays his
 * whatever the order.
 */
export const LocalGrid = <T,>({ name, label, rows, idOf, columns, active, onActive, onOpen, empty }: Props<T>) => {
  const { ordered, sort, setSort } = useOrdered(rows, columns)
  const scroller = useRef<HTMLDivElement>(null)
  const found = active === null ? -1 : ordered.findIndex((row) => idOf(row) === active)
  const at = Math.max(0, found)
  const virtualizer = useVirtualizer({
    count: ordered.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  useEffect(() => {
    if (found >= 0) virtualizer.scrollToIndex(found, { align: 'auto' })
  }, [found, virtualizer])
  const tracks = useMemo(
    () => columns.map(({ by, ...column }): GridColumn => ({ ...column, sort: by === null ? null : column.id })),
    [columns],
  )
  const { shown, room, style } = useFit(tracks, sort)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    const rowsOnScreen = Math.floor(((scroller.current?.clientHeight ?? 600) - headHeight) / rowHeight)
    const target =
      found < 0 && ordered.length > 0 && targetOf(event.key, { active: 0, total: 1, rowsOnScreen }) !== null
        ? 0
        : targetOf(event.key, { active: at, total: ordered.length, rowsOnScreen })
    const row = ordered[target ?? at]
    if (target !== null && row !== undefined) onActive(row)
    else if (event.key === 'Enter' && row !== undefined) onOpen(row)
    else return
    event.preventDefault()
  }
  const rowId = (index: number): string => `${name}-row-${index}`
  return (
    <div className={networkClasses.gridFrame}>
      <div
        ref={scroller}
        id={`${name}-grid`}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={ordered.length + 1}
        aria-colcount={shown.length}
        aria-activedescendant={found >= 0 ? rowId(found) : undefined}
        className={networkClasses.grid}
        style={style}
        onKeyDown={onKeyDown}
      >
        <div ref={room} role="rowgroup" className={networkClasses.headGroup}>
          <RowGridHeader
            columns={shown}
            label={(id) => columns.find((column) => column.id === id)?.head ?? id}
            classes={networkClasses}
            sort={sort}
            onSort={(by) => setSort(sort === by ? `-${by}` : by)}
            selection="none"
            selectAll=""
            onSelectAll={() => undefined}
          />
        </div>
        {ordered.length === 0 ? (
          <div role="row">
            <div role="gridcell">{empty}</div>
          </div>
        ) : (
          <ShownColumns value={shown}>
            <div role="rowgroup" className={networkClasses.body} style={{ height: virtualizer.getTotalSize() }}>
              {virtualizer.getVirtualItems().map((item) => {
                const row = ordered[item.index]
                if (row === undefined) return null
                return (
                  <div
                    key={idOf(row)}
                    role="row"
                    id={rowId(item.index)}
                    aria-rowindex={item.index + 2}
                    aria-selected={item.index === found}
                    data-active={item.index === found || undefined}
                    className={networkClasses.row}
                    style={{ transform: `translateY(${item.start - headHeight}px)` }}
                    onClick={() => onActive(row)}
                    onDoubleClick={() => onOpen(row)}
                  >
                    {columns.map(({ id, cell }) => (
                      <Cell key={id} column={id} className={networkClasses.cell}>
                        {cell(row)}
                      </Cell>
                    ))}
                  </div>
                )
              })}
            </div>
          </ShownColumns>
        )}
      </div>
    </div>
  )
}
