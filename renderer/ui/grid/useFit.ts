import { useCallback, useMemo, useState, type CSSProperties, type RefCallback } from 'react'
import { fit, type Fit } from './fit.ts'
import type { GridColumn } from './words.ts'

type Fitted<C extends GridColumn> = Fit<C> & {
  /** For an element that is as wide as the rows may be. */
  readonly room: RefCallback<HTMLElement>
  /** For the element that holds the head and the rows, which read their tracks from it. */
  readonly style: CSSProperties
}

/** Which columns of a list have room in the window as it is now. */
export const useFit = <C extends GridColumn>(columns: readonly C[], sort = ''): Fitted<C> => {
  const [width, setWidth] = useState<number | null>(null)
  const room = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const read = (): void => setWidth(element.clientWidth)
    const observer = new ResizeObserver(read)
    observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [])
  return useMemo(() => {
    const fitted = fit(columns, width, sort)
    return {
      ...fitted,
      room,
      style: { '--fs-columns': fitted.tracks, '--fs-columns-least': `${fitted.least}px` } as CSSProperties,
    }
  }, [columns, width, sort, room])
}
