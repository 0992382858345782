import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseQueueItem } from '../../../shared/schema/case.ts'
import { useCommands, type Command } from '../../state/commands.ts'
import { placeFor, rememberPlace } from '../../state/queueMemory.ts'
import { navigate, openCase, type QueueQuery } from '../../state/route.ts'
import { addToSelection, clearSelection, selectOnly, toggleSelected, useSelection } from '../../state/selection.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useStable } from '../../ui/useStable.ts'
import { rowHeight } from './columns.ts'
import { classes } from './classes.ts'
import { QueueHeader } from './QueueHeader.tsx'
import { QueueRow, rowId } from './QueueRow.tsx'
import { sortOf, withFilter } from './query.ts'
import { indexOfCase, pagesFor, rowAt } from './rows.ts'
import { onGridKey } from './useGridKeys.ts'
import { useQueuePages } from './useQueuePages.ts'
import { useQueuePolling } from './useQueuePolling.ts'

type Active = { readonly index: number; readonly id: number | null }

type Props = {
  readonly query: QueueQuery
  /** Shown in place of the rows when nothing matches. */
  readonly empty: ReactNode
  readonly onTotal: (total: number | null) => void
  /** Selects what matches, up to what one bulk request takes. */
  readonly onSelectMatching: () => void
}

const headHeight = 28

/** The case list: any number of rows, of which only those on the screen exist. */
export const QueueGrid = ({ query, empty, onTotal, onSelectMatching }: Props) => {
  const { t } = useTranslation()
  const placeKey = JSON.stringify(query)
  const [place] = useState(() => placeFor(placeKey))
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Active>({ index: place?.index ?? 0, id: null })
  const [anchor, setAnchor] = useState(active.index)
  const selected = useSelection((selection) => selection.ids)
  const chosen = useMemo(() => new Set(selected), [selected])

  const [knownTotal, setKnownTotal] = useState<number | null>(null)
  const count = knownTotal ?? (place === null ? 40 : place.index + 200)
  // eslint-disable-next-line react-hooks/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: 0,
    scrollPaddingStart: headHeight,
    initialOffset: place?.offset ?? 0,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return active.index >= range.count || indexes.includes(active.index) ? indexes : [...indexes, active.index].sort((a, b) => a - b)
    },
  })
  const items = virtualizer.getVirtualItems()
  const range = virtualizer.range
  const first = Math.max(0, (range?.startIndex ?? 0) - 5)
  const last = (range?.endIndex ?? 40) + 15
  const [settled] = useDebouncedValue(`${first}:${last}`, 60, { leading: true })
  const [from = 0, to = 0] = settled.split(':').map(Number)
  const wantedKey = pagesFor(from, to, knownTotal).join()
  const wanted = useMemo(() => wantedKey.split(',').map(Number), [wantedKey])
  const { pages, total, error, retry, reload } = useQueuePages(query, wanted)
  if (total !== null && total !== knownTotal) setKnownTotal(total)
  useEffect(() => onTotal(total), [total, onTotal])

  const atTop = (virtualizer.scrollOffset ?? 0) < rowHeight
  const { stale, settled: hintUsed } = useQueuePolling({ query, wanted, mayReplace: atTop && active.index === 0 && selected.length === 0 })

  // The reader's row is a case, not a number: when the list changes around it, the mark follows the case.
  const here = rowAt(pages, active.index)
  if (here !== undefined && active.id === null) setActive({ index: active.index, id: here.id })
  if (here !== undefined && active.id !== null && here.id !== active.id) {
    const moved = indexOfCase(pages, active.id)
    setActive(moved === null ? { index: active.index, id: here.id } : { index: moved, id: active.id })
  }
  if (total !== null && total > 0 && active.index >= total) setActive({ index: total - 1, id: null })

  useEffect(() => () => rememberPlace({ key: placeKey, offset: scroller.current?.scrollTop ?? virtualizer.scrollOffset ?? 0, index: active.index }), [placeKey, active.index, virtualizer])
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.id === 'content') scroller.current?.focus({ preventScroll: true })
  }, [])

  const idsBetween = (one: number, other: number): readonly number[] => {
    const [low, high] = one < other ? [one, other] : [other, one]
    return Array.from({ length: Math.min(high - low + 1, 500) }, (_, step) => rowAt(pages, low + step)?.id).filter((id) => id !== undefined)
  }
  const move = useStable((index: number, extend: boolean): void => {
    setActive({ index, id: rowAt(pages, index)?.id ?? null })
    if (extend) addToSelection(idsBetween(anchor, index))
    else setAnchor(index)
    virtualizer.scrollToIndex(index, { align: 'auto' })
  })
  const open = useStable((): void => {
    const row = rowAt(pages, active.index)
    if (row !== undefined) openCase(row.id)
  })
  const toggle = useStable((): void => {
    const row = rowAt(pages, active.index)
    if (row !== undefined) toggleSelected(row.id)
    setAnchor(active.index)
  })
  const step = useStable((by: number): void => {
    scroller.current?.focus({ preventScroll: true })
    move(Math.min(Math.max(0, active.index + by), Math.max(0, (total ?? 1) - 1)), false)
  })

  const mark = useStable((index: number, item: CaseQueueItem, event: MouseEvent): void => {
    event.stopPropagation()
    if (event.shiftKey) addToSelection(idsBetween(anchor, index))
    else {
      toggleSelected(item.id)
      setAnchor(index)
    }
    setActive({ index, id: item.id })
    scroller.current?.focus({ preventScroll: true })
  })
  const press = useStable((index: number, item: CaseQueueItem, event: MouseEvent): void => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      event.preventDefault()
      mark(index, item, event)
      return
    }
    setActive({ index, id: item.id })
    openCase(item.id)
  })

  const commands = useMemo(
    (): readonly Command[] => [
      { id: 'queue.next', section: 'selection', title: t('queue.command.next'), shortcut: 'j', hidden: true, run: () => step(1) },
      { id: 'queue.previous', section: 'selection', title: t('queue.command.previous'), shortcut: 'k', hidden: true, run: () => step(-1) },
      { id: 'queue.down', section: 'selection', title: t('queue.command.next'), shortcut: 'down', hidden: true, run: () => step(1) },
      { id: 'queue.up', section: 'selection', title: t('queue.command.previous'), shortcut: 'up', hidden: true, run: () => step(-1) },
      { id: 'queue.open', section: 'selection', title: t('queue.command.open'), shortcut: 'enter', hidden: true, run: () => open() },
      { id: 'queue.toggle', section: 'selection', title: t('queue.command.toggle'), shortcut: 'x', run: () => toggle() },
      { id: 'queue.selectMatching', section: 'selection', title: t('queue.command.selectMatching'), shortcut: 'mod+a', run: onSelectMatching },
      { id: 'queue.clear', section: 'selection', title: t('queue.command.clear'), shortcut: 'escape', run: clearSelection },
      { id: 'queue.reload', section: 'view', title: t('queue.command.reload'), shortcut: 'r', run: () => void reload() },
    ],
    [t, onSelectMatching, reload, step, open, toggle],
  )
  useCommands(commands)

  const loaded = [...pages.values()].flatMap((page) => page.items)
  const selection = selected.length === 0 ? 'none' : total !== null && selected.length >= Math.min(total, 500) ? 'all' : 'some'
  const rowsOnScreen = Math.floor(((scroller.current?.clientHeight ?? 600) - headHeight) / rowHeight)
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
          {t('queue.changed')}
        </button>
      ) : null}
      <div
        ref={scroller}
        id="queue-grid"
        role="grid"
        tabIndex={0}
        aria-label={t('queue.label')}
        aria-rowcount={(total ?? 0) + 1}
        aria-colcount={9}
        aria-multiselectable
        aria-busy={total === null}
        aria-activedescendant={total !== null && total > 0 ? rowId(active.index) : undefined}
        className={classes.grid}
        onKeyDown={(event) => onGridKey(event, { active: active.index, total: total ?? 0, rowsOnScreen }, { move, open, toggle, clear: clearSelection })}
      >
        <div role="rowgroup">
          <QueueHeader
            sort={sortOf(query)}
            onSort={(sort) => navigate({ name: 'queue', query: withFilter(query, 'sort', sort === 'sla' ? '' : sort) })}
            selection={selection}
            onSelectAll={() => (selection === 'none' ? selectOnly(loaded.map((item) => item.id)) : clearSelection())}
          />
        </div>
        {total === 0 ? (
          <div role="row">
            <div role="gridcell">{empty}</div>
          </div>
        ) : (
          <div role="rowgroup" className={classes.body} style={{ height: total === null ? count * rowHeight : virtualizer.getTotalSize() }}>
            {items.map((row) => {
              const item = rowAt(pages, row.index)
              return (
                <QueueRow key={row.key} item={item} index={row.index} start={row.start} active={row.index === active.index} selected={item !== undefined && chosen.has(item.id)} onPress={press} onMark={mark} />
              )
            })}
          </div>
        )}
      </div>
      <span role="status" className="fs-visually-hidden">
        {selected.length > 0 ? t('queue.selected', { count: selected.length }) : ''}
      </span>
    </div>
  )
}
