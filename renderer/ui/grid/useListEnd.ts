import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import type { SizeState } from '../../data/paging/usePages.ts'
import type { GridWords } from './words.ts'

type Options = {
  readonly size: SizeState
  readonly total: number | null
  readonly words: Pick<GridWords<never>, 'seeksEnd' | 'goesOn'>
  readonly retry: () => void
  readonly move: (index: number, extend: boolean) => void
}

/**
 * Leads to the last row whoever asked for it. A list that is walked by cursor is known as far as it was read, so he
 * waits until it is counted;
 * whatever else he does meanwhile counts more.
 */
export const useListEnd = ({ size, total, words, retry, move }: Options) => {
  const [asked, setAsked] = useState<'end' | 'stretch' | null>(null)
  const isReached = useRef(false)
  const isCounted = size === 'exact' || size === 'beyond'
  const reach = useEffectEvent((): void => {
    if (asked === null || isReached.current || total === null) return
    isReached.current = true
    move(Math.max(0, total - 1), asked === 'stretch')
  })
  useEffect(() => {
    if (isCounted) reach()
  }, [isCounted, asked])
  const say = size === 'unknown' || size === 'beyond' ? words.goesOn : words.seeksEnd
  return {
    said: asked === null || total === null || size === 'exact' ? '' : say(total),
    onKey: (event: KeyboardEvent): void => {
      const isEnd = event.key === 'End'
      if (isEnd && size === 'unknown') retry()
      isReached.current = false
      setAsked(!isEnd ? null : event.shiftKey ? 'stretch' : 'end')
    },
    leave: (): void => setAsked(null),
  }
}
