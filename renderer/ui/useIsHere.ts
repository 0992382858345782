import { useCallback, useEffect, useRef } from 'react'

/** Whether the caller is still on the screen: an answer that comes late leads nobody back who has gone on. */
export const useIsHere = (): (() => boolean) => {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback(() => here.current, [])
}
