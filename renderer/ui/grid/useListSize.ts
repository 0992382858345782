import { useCallback, useState } from 'react'

/** How many rows a list has, as far as is known; where `isExact` is false the service does not count them, and there are at least so many. */
export type ListSize = { readonly total: number | null; readonly isExact: boolean }

/** Keeps what a grid tells of the size of its list. */
export const useListSize = (): ListSize & { readonly onTotal: (total: number | null, isExact: boolean) => void } => {
  const [size, setSize] = useState<ListSize>({ total: null, isExact: false })
  const onTotal = useCallback((total: number | null, isExact: boolean) => setSize({ total, isExact }), [])
  return { ...size, onTotal }
}
