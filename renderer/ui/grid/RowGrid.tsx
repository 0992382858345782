import { IconRefresh } from '@tabler/icons-react'
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { rowAt, type PagedList, type RowId } from '../../data/paging/rows.ts'
import { usePolling } from '../../data/paging/usePolling.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { placeFor, rememberPlace } from '../../state/listMemory.ts'
import type { Selection } from '../../state/selection.ts'
import { ErrorState } from '../ErrorState.tsx'
import { isFree } from '../focusPlace.ts'
import { useStable } from '../useStable.ts'
import { ShownColumns } from './Cell.tsx'
import { GridRow } from './GridRow.tsx'
import { onGridKey } from './keys.ts'
import { RowGridHeader } from './RowGridHeader.tsx'
import { useActiveRow } from './useActiveRow.ts'
import { useFit } from './useFit.ts'
import { useListEnd } from './useListEnd.ts'
import { headHeight, lineHeight, useRowWindow } from './useRowWindow.ts'
import type { GridColumn, GridWords } from './words.ts'

type Props<T, I extends RowId> = {
  /** Begins the ids of elements and commands: `queue` makes `queue-row-3` and `queue.next`. */
  readonly name: string
  readonly list: PagedList<T, I>
  readonly words: GridWords<T>
  readonly columns: readonly GridColumn[]
  readonly Cells: (props: { readonly item: T }) => ReactNode
  readonly classes: Readonly<Record<string, string>>
  /** `noSelection` where nothing can be selected; then there is no column `select` either. */
  readonly selection: Selection<I>
  /** Left out where the order cannot be chosen. */
  readonly sort?: string
  readonly onSort?: (by: string) => void
  /** Enter on a row, or a press on it. */
  readonly onOpen: (item: T, how: 'key' | 'press') => void
  /** The row to begin at, and who is told where the reader is. */
  readonly start?: I | null
  readonly onActive?: (item: T) => void
  /** Shown in place of the rows when nothing matches. */
  readonly empty: ReactNode
  /** Told as the size of the list becomes known; without `isExact` there are at least so many rows. */
  readonly onTotal?: (total: number | null, isExact: boolean) => void
  /** Selects what matches, up to what one bulk request takes. */
  readonly onSelectMatching?: () => void
  /** What the place of the reader is remembered under. */
  readonly placeKey: string
  readonly pollMs?: number
  /** Of each row, in CSS pixels, where it has more than one line. */
  readonly rowHeight?: number
}

const nobody = (): void => undefined

/** How many rows a stretch with Shift selects at most. */
const stretchMax = 500

/** A list of any number of rows, of which only those on the screen exist; worked by keys as by hand. */
export const RowGrid = <T, I extends RowId>({
  name,
  list,
  words,
  columns,
  Cells,
  classes,
  selection,
  sort = '',
  onSort = nobody,
  onOpen,
  start = null,
  onActive,
  empty,
  onTotal = nobody,
  onSelectMatching = selection.clear,
  placeKey,
  pollMs = 15_000,
  rowHeight = lineHeight,
}: Props<T, I>) => {
  const [place] = useState(() => placeFor(placeKey))
  const scroller = useRef<HTMLDivElement>(null)
  const [activeIndex, setActiveIndex] = useState(place?.index ?? 0)
  const [anchor, setAnchor] = useState(activeIndex)
  const selected = selection.use((state) => state.ids)
  const chosen = useMemo(() => new Set(selected), [selected])
  const { virtualizer, count, wanted, pages, total, isExact, size, error, retry, reload } = useRowWindow(
    list,
    scroller,
    activeIndex,
    place,
    rowHeight,
  )
  const [active, setActive, isHere] = useActiveRow(list, pages, total, { index: activeIndex, start, onActive })
  if (active.index !== activeIndex) setActiveIndex(active.index)
  useEffect(() => onTotal(total, isExact), [total, isExact, onTotal])
  const { shown, room, style } = useFit(columns, sort)

  const atTop = (virtualizer.scrollOffset ?? 0) < rowHeight
  const { stale, settled: hintUsed } = usePolling({
    list,
    wanted,
    mayReplace: atTop && active.index === 0 && selected.length === 0,
    periodMs: pollMs,
  })

  useEffect(
    () => () =>
      rememberPlace({
        key: placeKey,
        offset: scroller.current?.scrollTop ?? virtualizer.scrollOffset ?? 0,
        index: active.index,
      }),
    [placeKey, active.index, virtualizer],
  )
  useEffect(() => {
    if (isFree()) scroller.current?.focus({ preventScroll: true })
  }, [])

  const idAt = (index: number): I | null => {
    const item = rowAt(pages, index)
    return item === undefined ? null : list.idOf(item)
  }
  const idsBetween = (one: number, other: number): readonly I[] => {
    const [low, high] = one < other ? [one, other] : [other, one]
    return Array.from({ length: Math.min(high - low + 1, stretchMax) }, (_, step) => idAt(low + step)).filter(
      (id) => id !== null,
    )
  }
  const move = useStable((index: number, extend: boolean): void => {
    setActive({ index, id: idAt(index) })
    if (extend) selection.add(idsBetween(anchor, index))
    else setAnchor(index)
    virtualizer.scrollToIndex(index, { align: 'auto' })
  })
  const open = useStable((): void => {
    if (!isHere) return move(active.index, false)
    const item = rowAt(pages, active.index)
    if (item === undefined) return
    setActive({ index: active.index, id: list.idOf(item) })
    onOpen(item, 'key')
  })
  const toggle = useStable((): void => {
    if (!isHere) return move(active.index, false)
    const id = idAt(active.index)
    if (id !== null) selection.toggle(id)
    setAnchor(active.index)
  })
  const step = useStable((by: number): void => {
    scroller.current?.focus({ preventScroll: true })
    move(isHere ? Math.min(Math.max(0, active.index + by), Math.max(0, (total ?? 1) - 1)) : active.index, false)
  })
  const mark = useStable((index: number, event: MouseEvent): void => {
    event.stopPropagation()
    const id = idAt(index)
    if (id === null) return
    if (event.shiftKey) selection.add(idsBetween(anchor, index))
    else {
      selection.toggle(id)
      setAnchor(index)
    }
    setActive({ index, id })
    scroller.current?.focus({ preventScroll: true })
  })
  const press = useStable((index: number, event: MouseEvent): void => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      event.preventDefault()
      mark(index, event)
      return
    }
    const item = rowAt(pages, index)
    if (item === undefined) return
    setActive({ index, id: list.idOf(item) })
    setAnchor(index)
    onOpen(item, 'press')
  })

  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      { id: `${name}.next`, section: 'selection', title: words.next, shortcut: 'j', hidden: true, run: () => step(1) },
      {
        id: `${name}.previous`,
        section: 'selection',
        title: words.previous,
        shortcut: 'k',
        hidden: true,
        run: () => step(-1),
      },
      {
        id: `${name}.down`,
        section: 'selection',
        title: words.next,
        shortcut: 'down',
        hidden: true,
        run: () => step(1),
      },
      {
        id: `${name}.up`,
        section: 'selection',
        title: words.previous,
        shortcut: 'up',
        hidden: true,
        run: () => step(-1),
      },
      {
        id: `${name}.open`,
        section: 'selection',
        title: words.open,
        shortcut: 'enter',
        hidden: true,
        run: () => open(),
      },
      ...(selection.max === 0
        ? []
        : [
            {
              id: `${name}.toggle`,
              section: 'selection',
              title: words.toggle,
              shortcut: 'x',
              run: () => toggle(),
            } as const,
            {
              id: `${name}.selectMatching`,
              section: 'selection',
              title: words.selectMatching,
              shortcut: 'mod+a',
              run: onSelectMatching,
            } as const,
            {
              id: `${name}.clear`,
              section: 'selection',
              title: words.clear,
              shortcut: 'escape',
              run: selection.clear,
            } as const,
          ]),
      { id: `${name}.reload`, section: 'view', title: words.reload, shortcut: 'r', run: () => void reload() },
    ],
    [name, words, selection, onSelectMatching, reload, step, open, toggle],
  )
  useCommands(commands)

  const loaded = [...pages.values()].flatMap((page) => page.items)
  const selectionState =
    selected.length === 0
      ? 'none'
      : total !== null && selected.length >= (isExact ? Math.min(total, selection.max) : selection.max)
        ? 'all'
        : 'some'
  const toEnd = useListEnd({ size, total, words, retry, move })
  const onKeyDown = (event: KeyboardEvent): void => {
    toEnd.onKey(event)
    const rowsOnScreen = Math.floor(((scroller.current?.clientHeight ?? 600) - headHeight) / rowHeight)
    onGridKey(
      event,
      { active: isHere ? active.index : -1, total: total ?? 0, rowsOnScreen },
      { move, open, toggle, clear: selection.clear },
    )
  }
  const rowId = (index: number): string => `${name}-row-${index}`
  if (error !== null && loaded.length === 0) return <ErrorState error={error} onRetry={retry} />
  return (
    <div className={classes.gridFrame}>
      {stale ? (
        <button
          type="button"
          className={classes.fresh}
          onClick={() => {
            hintUsed()
            void reload()
          }}
        >
          <IconRefresh size={13} aria-hidden />
          {words.changed}
        </button>
      ) : null}
      <div
        ref={scroller}
        id={`${name}-grid`}
        role="grid"
        tabIndex={0}
        aria-label={words.label}
        aria-rowcount={(total ?? 0) + 1}
        aria-colcount={shown.length}
        aria-multiselectable={selection.max > 0 || undefined}
        aria-busy={total === null}
        aria-activedescendant={total !== null && total > 0 && isHere ? rowId(active.index) : undefined}
        className={classes.grid}
        style={rowHeight === lineHeight ? style : ({ ...style, '--fs-row': `${rowHeight}px` } as CSSProperties)}
        onKeyDown={onKeyDown}
        onWheel={toEnd.leave}
        onPointerDown={toEnd.leave}
      >
        <div ref={room} role="rowgroup" className={classes.headGroup}>
          <RowGridHeader
            columns={shown}
            label={words.column}
            classes={classes}
            sort={sort}
            onSort={onSort}
            selection={selectionState}
            selectAll={words.selectAll}
            onSelectAll={() => (selectionState === 'none' ? selection.only(loaded.map(list.idOf)) : selection.clear())}
          />
        </div>
        {total === 0 ? (
          <div role="row">
            <div role="gridcell">{empty}</div>
          </div>
        ) : (
          <ShownColumns value={shown}>
            <div
              role="rowgroup"
              className={classes.body}
              style={{ height: total === null ? count * rowHeight : virtualizer.getTotalSize() }}
            >
              {virtualizer.getVirtualItems().map((row) => {
                const item = rowAt(pages, row.index)
                return (
                  <GridRow
                    key={row.key}
                    id={rowId(row.index)}
                    item={item ?? null}
                    columns={shown}
                    classes={classes}
                    index={row.index}
                    start={row.start}
                    active={isHere && row.index === active.index}
                    selected={item !== undefined && chosen.has(list.idOf(item))}
                    selectLabel={item === undefined ? '' : words.select(item)}
                    Cells={Cells}
                    onPress={press}
                    onMark={mark}
                  />
                )
              })}
            </div>
          </ShownColumns>
        )}
      </div>
      <p role="status" className={toEnd.said === '' ? 'fs-visually-hidden' : classes.goesOn}>
        {toEnd.said}
      </p>
      <span role="status" className="fs-visually-hidden">
        {selected.length > 0 ? words.selected(selected.length) : ''}
      </span>
    </div>
  )
}
