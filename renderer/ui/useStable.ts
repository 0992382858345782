import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that never changes its identity and always runs the newest version: for handlers, never during a render.
 */
export const useStable = <Args extends readonly unknown[], Out>(
  run: (...args: Args) => Out,
): ((...args: Args) => Out) => {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
