import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Enter that is pressed before the answer to what was typed has come. It never takes what fits an older text: it is
 * kept, and `takeBest` is called when the answer is there, also where the field was left meanwhile. Typing on, or
 * Escape, lets it go.
 */
export const useEnterAhead = (
  isCurrent: boolean,
  takeBest: () => void,
): { readonly keep: () => void; readonly drop: () => void; readonly isKept: () => boolean } => {
  const kept = useRef(false)
  const take = useEffectEvent(takeBest)
  useEffect(() => {
    if (!isCurrent || !kept.current) return
    kept.current = false
    take()
  }, [isCurrent])
  return {
    keep: () => {
      kept.current = true
    },
    drop: () => {
      kept.current = false
    },
    isKept: () => kept.current,
  }
}
