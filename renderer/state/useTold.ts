import { useEffect, useState } from 'react'

/** What the desktop can be asked for, and tells by itself when it changes. Both must stay the same functions. */
export type Told<T> = { readonly ask: () => Promise<T>; readonly listen: (heard: (next: T) => void) => () => void }

/**
 * What the desktop tells, from the first answer on; `before` stands until then, and where there is no desktop. What it
 * told meanwhile is newer than the answer.
 */
export const useTold = <T>(told: Told<T> | null, before: T): T => {
  const [value, setValue] = useState(before)
  useEffect(() => {
    if (told === null) return undefined
    let heard = false
    const stop = told.listen((next) => {
      heard = true
      setValue(next)
    })
    void told.ask().then((first) => {
      if (!heard) setValue(first)
    })
    return stop
  }, [told])
  return value
}
