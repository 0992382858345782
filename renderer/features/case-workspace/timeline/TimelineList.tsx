import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './timeline.module.css'

type Props = {
  readonly count: number
  readonly keyOf: (row: number) => number
  readonly render: (row: number) => ReactNode
  readonly onRange: (first: number, last: number) => void
  readonly onOpen: (row: number) => void
  readonly busy: boolean
}

const step = (key: string, row: number, count: number): number | null => {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(row + 1, count - 1)
    case 'ArrowUp':
    case 'k':
      return Math.max(row - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** The rows of a timeline of any length, of which only those in view exist; arrows move, Enter opens. */
export const TimelineList = ({ count, keyOf, render, onRange, onOpen, busy }: Props) => {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => 68,
    overscan: 8,
    getItemKey: keyOf,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onRange(first, last), [first, last, onRange])
  const focusRow = (row: number): void => {
    setActive(row)
    virtual.scrollToIndex(row, { align: 'auto' })
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus({ preventScroll: true }),
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: number): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const next = step(event.key, row, count)
    if (next === null && event.key !== 'Enter') return
    event.preventDefault()
    if (next === null) onOpen(row)
    else focusRow(next)
  }
  const shownActive = items.some((item) => item.index === active) ? active : first
  return (
    <div ref={frame} className={classes.frame} role="feed" aria-label={t('case.timeline.label')} aria-busy={busy}>
      <div className={classes.canvas} style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => (
          <article
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            data-row={item.index}
            className={classes.row}
            style={{ transform: `translateY(${item.start}px)` }}
            tabIndex={item.index === shownActive ? 0 : -1}
            aria-posinset={item.index + 1}
            aria-setsize={count}
            onFocus={() => setActive(item.index)}
            onKeyDown={(event) => onKeyDown(event, item.index)}
          >
            {render(item.index)}
          </article>
        ))}
      </div>
    </div>
  )
}
