import { useCallback, useMemo, useState } from 'react'

/** The pieces that are selected, in the order in which they were. */
export interface PieceSelection {
  readonly ids: readonly number[]
  readonly has: (id: number) => boolean
  readonly toggle: (id: number) => void
  readonly add: (ids: readonly number[]) => void
  readonly only: (ids: readonly number[]) => void
  readonly clear: () => void
}

export const useSelection = (): PieceSelection => {
  const [ids, setIds] = useState<readonly number[]>([])
  const set = useMemo(() => new Set(ids), [ids])
  const toggle = useCallback(
    (id: number) => setIds((held) => (held.includes(id) ? held.filter((other) => other !== id) : [...held, id])),
    [],
  )
  const add = useCallback((more: readonly number[]) => setIds((held) => [...new Set([...held, ...more])]), [])
  const only = useCallback((these: readonly number[]) => setIds([...new Set(these)]), [])
  const clear = useCallback(() => setIds((held) => (held.length === 0 ? held : [])), [])
  return useMemo(
    () => ({ ids, has: (id) => set.has(id), toggle, add, only, clear }),
    [ids, set, toggle, add, only, clear],
  )
}
