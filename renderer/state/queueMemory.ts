import { create } from 'zustand'

type Place = { readonly key: string; readonly offset: number; readonly index: number }

/** Where the reader was in the queue, so that coming back from a case leads to the same row. */
export const useQueueMemory = create<{ readonly place: Place | null }>(() => ({ place: null }))

export const rememberPlace = (place: Place): void => {
  useQueueMemory.setState({ place })
}

/** The remembered place, if it belongs to this query. */
export const placeFor = (key: string): Place | null => {
  const { place } = useQueueMemory.getState()
  return place?.key === key ? place : null
}
