import { useCallback, useState } from 'react'
import { pageSize } from '../../data/paging/rows.ts'

/**
 * How many rows a list has, as far as is known; where `isExact` is false the service does not count them, and there are
 * at least so many.
 */
export type ListSize = { readonly total: number | null; readonly isExact: boolean }

/** What is said of a size: the exact number, that a page does not hold them all, or nothing while less is known. */
export const toldSize = ({ total, isExact }: ListSize): number | 'many' | null => {
  if (total === null || isExact) return total
  return total > pageSize ? 'many' : null
}

/** Keeps what a grid tells of the size of its list. */
export const useListSize = (): ListSize & { readonly onTotal: (total: number | null, isExact: boolean) => void } => {
  const [size, setSize] = useState<ListSize>({ total: null, isExact: false })
  const onTotal = useCallback((total: number | null, isExact: boolean) => setSize({ total, isExact }), [])
  return { ...size, onTotal }
}
