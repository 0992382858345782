import { useEffect } from 'react'
import { goBackTo, isLost, focusPlaceOf, type FocusPlace } from './focusPlace.ts'

/**
 * Keeps the place of whoever works by keys: where a press removes or disables the very button that was pressed, a
 * browser drops the focus to the start of the page. It goes to the nearest grid or heading, and to a button that was
 * only disabled once that can be pressed again.
 */
export const useKeptFocus = (): void => {
  useEffect(() => {
    let place: FocusPlace | null = null
    let wasDisabled = false
    let frame = 0
    const note = ({ target }: FocusEvent): void => {
      place = target instanceof Element ? focusPlaceOf(target) : null
      wasDisabled = false
    }
    // A press by hand leaves a place, and comes to another one if it is on one.
    const leave = (): void => {
      place = null
    }
    const look = (): void => {
      frame = 0
      if (place === null || !isLost()) return
      if (place.element.isConnected && place.element.matches(':disabled')) return
      const left = place
      place = null
      // A dialog that closes gives the focus back by itself.
      if (left.around.some((element) => element.matches('[role="dialog"]') && !element.isConnected)) return
      if (wasDisabled || !left.element.isConnected) goBackTo(left)
    }
    // In the next frame: what has changed the page may lead the focus on by itself.
    const watch = new MutationObserver(() => {
      // Noted at once: a short answer may let the button be pressed again before the next frame.
      wasDisabled ||= place?.element.matches(':disabled') === true
      if (frame === 0 && place !== null) frame = requestAnimationFrame(look)
    })
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', leave, true)
    watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', leave, true)
      watch.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
}
