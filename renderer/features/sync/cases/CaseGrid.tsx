import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseSync } from '../../../../shared/schema/sync.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import type { SyncQuery } from '../../../state/route.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { isFree } from '../../../ui/focusPlace.ts'
import { ShownColumns } from '../../../ui/grid/Cell.tsx'
import { useFit } from '../../../ui/grid/useFit.ts'
import { useStable } from '../../../ui/useStable.ts'
import { CaseRow, caseSyncColumns, rowId } from './CaseRow.tsx'
import classes from './cases.module.css'
import { caseSyncPagesFor, caseSyncRowAt, useCasePages } from './useCasePages.ts'

const rowHeight = 32
const headHeight = 28
const figures: readonly string[] = ['waiting', 'witnesses']

type Props = {
  readonly query: SyncQuery
  readonly empty: ReactNode
  readonly onOpen: (item: CaseSync) => void
  readonly onTotal: (total: number | null) => void
}

const targetOf = (key: string, active: number, last: number, page: number): number | null => {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: last,
  }
  const target = targets[key]
  return target === undefined ? null : Math.min(last, Math.max(0, target))
}

const GridHead = ({
  room,
  shown,
}: Pick<ReturnType<typeof useFit<(typeof caseSyncColumns)[number]>>, 'room' | 'shown'>) => {
  const { t } = useTranslation()
  return (
    <div ref={room} role="rowgroup" className={classes.headGroup}>
      <div role="row" className={classes.headRow} aria-rowindex={1}>
        {shown.map(({ id }) => (
          <div key={id} role="columnheader" className={`${classes.cell} ${figures.includes(id) ? classes.figure : ''}`}>
            {t(`sync.cases.column.${id}`)}
          </div>
        ))}
      </div>
    </div>
  )
}

/** To the next row and the one before, by a letter. */
const useStepCommands = (step: (by: number) => void): void => {
  const { t } = useTranslation()
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'sync.cases.next',
        section: 'selection',
        title: t('sync.cases.command.next'),
        shortcut: 'j',
        hidden: true,
        run: () => step(1),
      },
      {
        id: 'sync.cases.previous',
        section: 'selection',
        title: t('sync.cases.command.previous'),
        shortcut: 'k',
        hidden: true,
        run: () => step(-1),
      },
    ],
    [t, step],
  )
  useCommands(commands)
}

/** The cases of this device: any number of rows, of which only those on the screen exist. */
export const CaseGrid = ({ query, empty, onOpen, onTotal }: Props) => {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [known, setKnown] = useState<number | null>(null)
  const count = known ?? 40
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return active >= range.count || indexes.includes(active) ? indexes : [...indexes, active].sort((a, b) => a - b)
    },
  })
  const wantedKey = caseSyncPagesFor(
    (virtualizer.range?.startIndex ?? 0) - 5,
    (virtualizer.range?.endIndex ?? 40) + 15,
    known,
  ).join()
  const wanted = useMemo(() => wantedKey.split(',').map(Number), [wantedKey])
  const { pages, total, error, retry } = useCasePages(query, wanted)
  if (total !== known) setKnown(total)
  const last = Math.max(0, (total ?? 1) - 1)
  if (total !== null && active > last) setActive(last)
  useEffect(() => onTotal(total), [total, onTotal])
  useEffect(() => {
    if (isFree()) scroller.current?.focus({ preventScroll: true })
  }, [])

  const move = useStable((to: number): void => {
    setActive(to)
    virtualizer.scrollToIndex(to, { align: 'auto' })
  })
  const step = useStable((by: number): void => {
    scroller.current?.focus({ preventScroll: true })
    move(Math.min(last, Math.max(0, active + by)))
  })
  const open = useStable((index: number): void => {
    const item = caseSyncRowAt(pages, index)
    setActive(index)
    if (item !== undefined) onOpen(item)
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    const target = targetOf(
      event.key,
      active,
      last,
      Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 600) - headHeight) / rowHeight) - 1),
    )
    if (target !== null) move(target)
    else if (event.key === 'Enter') open(active)
    else return
    event.preventDefault()
  }
  useStepCommands(step)
  const { shown, room, style } = useFit(caseSyncColumns)
  if (error !== null && pages.size === 0) return <ErrorState error={error} onRetry={retry} />
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      className={classes.grid}
      style={style}
      aria-label={t('sync.cases.label')}
      aria-rowcount={(total ?? 0) + 1}
      aria-colcount={shown.length}
      aria-busy={total === null}
      aria-activedescendant={total !== null && total > 0 ? rowId(active) : undefined}
      onKeyDown={onKeyDown}
    >
      <GridHead room={room} shown={shown} />
      {total === 0 ? (
        <div role="row">
          <div role="gridcell">{empty}</div>
        </div>
      ) : (
        <ShownColumns value={shown}>
          <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((row) => (
              <CaseRow
                key={row.key}
                item={caseSyncRowAt(pages, row.index)}
                index={row.index}
                start={row.start}
                active={row.index === active}
                onPress={open}
              />
            ))}
          </div>
        </ShownColumns>
      )}
    </div>
  )
}
