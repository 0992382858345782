import { useEffect, useState } from 'react'
import { goBackTo, isLost, focusPlaceOf } from '../focusPlace.ts'

/**
 * Notes where the focus is when it mounts, and gives it back there when it unmounts; where that has gone, to the
 * nearest grid or heading.
 *
 * Both are effects: all that unmounts gives back before anything that mounts notes, so a dialog that takes the place of
 * another returns to the opener of the first.
 */
export const FocusReturn = () => {
  const [rendered] = useState(() => document.activeElement)
  useEffect(() => {
    const opener = isLost() ? rendered : document.activeElement
    const place = focusPlaceOf(opener ?? document.body)
    return () => {
      // Whoever closed the dialog may have led the focus on.
      if (isLost()) goBackTo(place)
    }
  }, [rendered])
  return null
}
