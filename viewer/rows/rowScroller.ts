import { element } from '../dom.ts'

/** Rows of equal height, of which only those in view exist. */
export type RowSource = {
  /** Rows that there are, as far as is known. */
  count(): number
  /** A row, or null while it is being fetched; call `refresh` when it is there. */
  render(index: number): HTMLElement | null
}

export type RowScroller = {
  readonly element: HTMLElement
  /** Draws what is missing: the number of rows changed. */
  update(): void
  /** Draws everything again: rows came, or changed. */
  refresh(): void
  /** Brings a row to the top of the view. */
  goTo(index: number): void
}

type Options = {
  readonly label: string
  /** Pixels. */
  readonly rowHeight: number
  readonly source: RowSource
  /** Stays above the rows, and moves sideways with them. */
  readonly header?: HTMLElement
  readonly role?: string
}

/**
 * Browsers cannot make an element as high as a billion rows; beyond this the scrollbar stands for the rows in
 * proportion.
 */
export const maxHeight = 8_000_000

/** Where a scrollbar stands for a row at the top of the view, and back. Heights in pixels, positions in rows. */
export const scrollGeometry = (
  rows: number,
  rowHeight: number,
  viewHeight: number,
): {
  height: number
  lastTop: number
  readonly topAt: (scroll: number) => number
  readonly scrollAt: (top: number) => number
} => {
  const height = Math.min(rows * rowHeight, maxHeight)
  const lastTop = Math.max(0, rows - viewHeight / rowHeight)
  const range = Math.max(0, height - viewHeight)
  const scaled = height < rows * rowHeight
  const clamp = (top: number): number => Math.min(lastTop, Math.max(0, top))
  return {
    height,
    lastTop,
    topAt: (scroll) => clamp(scaled ? (range === 0 ? 0 : (scroll / range) * lastTop) : scroll / rowHeight),
    scrollAt: (top) => (scaled ? (lastTop === 0 ? 0 : (clamp(top) / lastTop) * range) : clamp(top) * rowHeight),
  }
}

/** Makes a list of any length that scrolls smoothly by wheel, keys and thumb. */
export const createRowScroller = ({ label, rowHeight, source, header, role = 'region' }: Options): RowScroller => {
  const spacer = element('div', { class: 'rows-spacer' })
  const pane = element('div', { class: 'rows-pane' })
  const list = element('div', { class: 'rows-list' })
  const scroller = element('div', { class: 'rows', tabindex: 0, role, 'aria-label': label }, spacer, pane)
  if (header !== undefined) pane.append(header)
  pane.append(list)
  const drawn = new Map<number, HTMLElement>()
  let top = 0
  /** Set by us, so that the event it causes does not round the position. */
  let expectedScroll = -1
  let frame = 0

  const headerHeight = (): number => header?.offsetHeight ?? 0
  const viewHeight = (): number => Math.max(rowHeight, scroller.clientHeight - headerHeight())
  const geometry = () => scrollGeometry(source.count(), rowHeight, viewHeight())

  const draw = (): void => {
    frame = 0
    const { height, lastTop } = geometry()
    spacer.style.height = `${height + headerHeight()}px`
    pane.style.height = `${scroller.clientHeight}px`
    top = Math.min(top, lastTop)
    const first = Math.floor(top)
    const last = Math.min(source.count(), Math.ceil(top + viewHeight() / rowHeight) + 1)
    for (const [index, row] of drawn) {
      if (index >= first && index < last) continue
      row.remove()
      drawn.delete(index)
    }
    for (let index = first; index < last; index += 1) {
      const known = drawn.get(index)
      const row = known ?? source.render(index)
      if (row === null) continue
      if (known === undefined) {
        drawn.set(index, row)
        list.append(row)
      }
      row.style.transform = `translateY(${Math.round((index - top) * rowHeight)}px)`
    }
  }
  const schedule = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const moveTo = (position: number): void => {
    const { lastTop, scrollAt } = geometry()
    top = Math.min(lastTop, Math.max(0, position))
    scroller.scrollTop = scrollAt(top)
    expectedScroll = scroller.scrollTop
    schedule()
  }

  scroller.addEventListener('scroll', () => {
    if (scroller.scrollTop !== expectedScroll) top = geometry().topAt(scroller.scrollTop)
    expectedScroll = -1
    schedule()
  })
  scroller.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return
      event.preventDefault()
      const unit =
        event.deltaMode === WheelEvent.DOM_DELTA_LINE
          ? 3
          : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
            ? viewHeight() / rowHeight
            : 1 / rowHeight
      scroller.scrollLeft += event.deltaX
      moveTo(top + event.deltaY * unit)
    },
    { passive: false },
  )
  scroller.addEventListener('keydown', (event) => {
    const page = Math.max(1, Math.floor(viewHeight() / rowHeight) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -page,
      PageDown: page,
      ' ': event.shiftKey ? -page : page,
      Home: -Infinity,
      End: Infinity,
    }
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.metaKey) return
    event.preventDefault()
    moveTo(top + step)
  })
  new ResizeObserver(schedule).observe(scroller)

  return {
    element: scroller,
    update: schedule,
    refresh: () => {
      for (const row of drawn.values()) row.remove()
      drawn.clear()
      schedule()
    },
    goTo: moveTo,
  }
}
