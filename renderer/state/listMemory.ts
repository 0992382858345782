import { create } from 'zustand'

type Place = { readonly key: string; readonly offset: number; readonly index: number }

/** Where the reader was in a list, so that coming back to it leads to the same row. */
export const useListMemory = create<{ readonly place: Place | null }>(() => ({ place: null }))

export const rememberPlace = (place: Place): void => {
  useListMemory.setState({ place })
}

/** The remembered place, if it belongs to this list and what it is narrowed to. */
export const placeFor = (key: string): Place | null => {
  const { place } = useListMemory.getState()
  return place?.key === key ? place : null
}
