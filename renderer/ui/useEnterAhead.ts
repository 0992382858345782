import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Enter that is pressed before the answer to what was typed has come. It never takes what fits an older text: it is kept, and
 * `takeBest` is called when the answer is there. Typing on, or leaving the field, lets it go.
 */
export const useEnterAhead = (isCurrent: boolean, takeBest: () => void): { readonly keep: () => void; readonly drop: () => void } => {
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
  }
}
