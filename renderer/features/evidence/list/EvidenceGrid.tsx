import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceItem } from '../../../../shared/schema/evidence.ts'
import type { EvidenceQuery } from '../../../state/route.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { isFree } from '../../../ui/focusPlace.ts'
import { ShownColumns } from '../../../ui/grid/Cell.tsx'
import { useFit } from '../../../ui/grid/useFit.ts'
import { useStable } from '../../../ui/useStable.ts'
import { useEvidencePages } from '../data/useEvidence.ts'
import { targetInGrid, tilesIn } from '../model/grid.ts'
import { indexOfPiece, piecePagesFor, pieceAt, tagsIn } from '../model/pages.ts'
import type { EvidenceView } from '../model/query.ts'
import { EvidenceHeader } from './EvidenceHeader.tsx'
import { EvidenceRow } from './EvidenceRow.tsx'
import { EvidenceTile } from './EvidenceTile.tsx'
import { evidenceClasses } from './classes.ts'
import { pieceColumns, type SortedBy } from './columns.ts'
import { pieceElementId } from './names.ts'
import { useGridCommands } from './useGridCommands.ts'
import type { PieceSelection } from './useSelection.ts'

/** Where the reader is: the index, and the piece that stood there. */
export interface ActivePiece {
  readonly index: number
  readonly id: number | null
}

/** What the list has learned: how many pieces match, and which tags those at hand carry. */
export interface KnownList {
  readonly total: number | null
  readonly tags: readonly string[]
}

type Props = {
  readonly caseId: number
  readonly query: EvidenceQuery
  readonly sort: string
  readonly view: EvidenceView
  readonly active: ActivePiece
  readonly onActive: (active: ActivePiece) => void
  readonly selection: PieceSelection
  readonly onOpen: (item: EvidenceItem) => void
  readonly onSort: (by: SortedBy) => void
  readonly onTag: (tag: string) => void
  readonly onKnown: (known: KnownList) => void
  readonly empty: ReactNode
}

const rowHeight = 32
const headHeight = 28
const tile = { width: 168, height: 148, gap: 10 } as const

/** The pieces of a case as rows or as tiles: any number of them, of which only those on the screen exist. */
export const EvidenceGrid = ({
  caseId,
  query,
  sort,
  view,
  active,
  onActive,
  selection,
  onOpen,
  onSort,
  onTag,
  onKnown,
  empty,
}: Props) => {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: frame, width, height } = useElementSize<HTMLDivElement>()
  const { shown, room, style } = useFit(pieceColumns, sort)
  const gallery = view === 'gallery'
  const perRow = gallery ? tilesIn(width, tile.width, tile.gap) : 1
  const anchor = useRef(active.index)

  const placed = useRef(false)
  const [known, setKnown] = useState<number | null>(null)
  const count = known ?? Math.max(40, active.index + 1)
  const virtualizer = useVirtualizer({
    count: Math.ceil(count / perRow),
    getScrollElement: () => scroller.current,
    estimateSize: () => (gallery ? tile.height + tile.gap : rowHeight),
    overscan: gallery ? 3 : 12,
    scrollPaddingStart: gallery ? 0 : headHeight,
    paddingStart: gallery ? tile.gap : 0,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, gallery, perRow])
  const rows = virtualizer.getVirtualItems()
  const from = (rows[0]?.index ?? 0) * perRow
  const to = ((rows.at(-1)?.index ?? 0) + 1) * perRow
  const [settled] = useDebouncedValue(`${from}:${to}`, 60, { leading: true })
  const [low = 0, high = 0] = settled.split(':').map(Number)
  const wantedKey = piecePagesFor(low, high, known).join()
  const wanted = useMemo(() => wantedKey.split(',').map(Number), [wantedKey])
  const { pages, total, error, retry } = useEvidencePages(caseId, query, wanted)
  if (total !== known) setKnown(total)
  const tagsKey = JSON.stringify(tagsIn(pages))
  useEffect(() => onKnown({ total, tags: JSON.parse(tagsKey) as string[] }), [total, tagsKey, onKnown])

  // The reader's place is a piece, not a number: when the list changes around it, the mark follows the piece.
  const here = pieceAt(pages, active.index)
  useEffect(() => {
    if (here !== undefined && here.id !== active.id) {
      const moved = active.id === null ? null : indexOfPiece(pages, active.id)
      onActive(moved === null ? { index: active.index, id: here.id } : { index: moved, id: active.id })
    }
    if (total !== null && total > 0 && active.index >= total) onActive({ index: total - 1, id: null })
  })
  useEffect(() => {
    if (placed.current || width === 0) return
    placed.current = true
    virtualizer.scrollToIndex(Math.floor(active.index / perRow), { align: 'center' })
    if (isFree()) scroller.current?.focus({ preventScroll: true })
  }, [width, perRow, active.index, virtualizer])

  const idsBetween = (one: number, other: number): readonly number[] => {
    const [start, end] = one < other ? [one, other] : [other, one]
    return Array.from({ length: end - start + 1 }, (_, step) => pieceAt(pages, start + step)?.id).filter(
      (id) => id !== undefined,
    )
  }
  const move = useStable((index: number, extend: boolean): void => {
    onActive({ index, id: pieceAt(pages, index)?.id ?? null })
    if (extend) selection.add(idsBetween(anchor.current, index))
    else anchor.current = index
    virtualizer.scrollToIndex(Math.floor(index / perRow), { align: 'auto' })
  })
  const open = useStable((): void => {
    if (here !== undefined) onOpen(here)
  })
  const toggle = useStable((): void => {
    if (here !== undefined) selection.toggle(here.id)
    anchor.current = active.index
  })
  const mark = useStable((index: number, item: EvidenceItem, event: MouseEvent): void => {
    event.stopPropagation()
    if (event.shiftKey) selection.add(idsBetween(anchor.current, index))
    else {
      selection.toggle(item.id)
      anchor.current = index
    }
    onActive({ index, id: item.id })
    scroller.current?.focus({ preventScroll: true })
  })
  const press = useStable((index: number, item: EvidenceItem, event: MouseEvent): void => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      event.preventDefault()
      mark(index, item, event)
      return
    }
    onActive({ index, id: item.id })
    onOpen(item)
  })
  const rowsOnScreen = Math.floor(height / (gallery ? tile.height + tile.gap : rowHeight))
  const go = useStable((key: string, extend: boolean): boolean => {
    const target = targetInGrid(key, { active: active.index, total: total ?? 0, perRow, rowsOnScreen })
    if (target !== null) move(target, extend)
    return target !== null
  })
  useGridCommands({
    go,
    open,
    toggle,
    copy: () => void (here === undefined ? undefined : navigator.clipboard.writeText(here.sha256)),
    clear: selection.clear,
    selected: selection.ids.length > 0,
    focus: () => scroller.current?.focus({ preventScroll: true }),
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    if (!go(event.key, event.shiftKey)) {
      if (event.key === 'Enter') open()
      else if (event.key === 'x' || event.key === ' ') toggle()
      else if (event.key === 'Escape' && selection.ids.length > 0) selection.clear()
      else return
    }
    event.preventDefault()
  }
  if (error !== null && pages.size === 0) return <ErrorState error={error} onRetry={retry} />
  const cell = (index: number) => {
    const item = pieceAt(pages, index)
    const shared = {
      item,
      index,
      active: index === active.index,
      selected: item !== undefined && selection.has(item.id),
      onPress: press,
      onMark: mark,
    }
    return gallery ? <EvidenceTile key={index} {...shared} /> : <EvidenceRow key={index} {...shared} onTag={onTag} />
  }
  return (
    <div ref={frame} className={evidenceClasses.gridFrame}>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={t('evidence.list.label')}
        aria-rowcount={gallery ? Math.ceil((total ?? 0) / perRow) : (total ?? 0) + 1}
        aria-multiselectable
        aria-busy={total === null}
        aria-activedescendant={total !== null && total > 0 ? pieceElementId(active.index) : undefined}
        className={evidenceClasses.grid}
        data-view={view}
        style={style}
        onKeyDown={onKeyDown}
      >
        {gallery ? null : (
          <div ref={room} role="rowgroup" className={evidenceClasses.headGroup}>
            <EvidenceHeader columns={shown} sort={sort} onSort={onSort} />
          </div>
        )}
        {total === 0 ? (
          <div role="row">
            <div role="gridcell">{empty}</div>
          </div>
        ) : (
          <ShownColumns value={shown}>
            <div role="rowgroup" className={evidenceClasses.body} style={{ height: virtualizer.getTotalSize() }}>
              {rows.map((row) => {
                const indexes = Array.from(
                  { length: Math.min(perRow, Math.max(0, count - row.index * perRow)) },
                  (_, column) => row.index * perRow + column,
                )
                const place = { transform: `translateY(${row.start}px)` }
                return gallery ? (
                  <div
                    key={row.key}
                    role="row"
                    aria-rowindex={row.index + 1}
                    className={evidenceClasses.tiles}
                    style={{ ...place, gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))` }}
                  >
                    {indexes.map(cell)}
                  </div>
                ) : (
                  <div key={row.key} role="presentation" className={evidenceClasses.rowPlace} style={place}>
                    {indexes.map(cell)}
                  </div>
                )
              })}
            </div>
          </ShownColumns>
        )}
      </div>
      <span role="status" className="fs-visually-hidden">
        {selection.ids.length > 0 ? t('evidence.list.selected', { count: selection.ids.length }) : ''}
      </span>
    </div>
  )
}
