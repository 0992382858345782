import { useEffect, useState } from 'react'

/** A place that a person had come to before a dialog opened. */
interface Place {
  readonly opener: Element | null
  /** What held the opener, from the inside out: the opener may go while the dialog is open. */
  readonly around: readonly Element[]
}

const headings = 'h1, h2, h3'

const aroundOf = (element: Element | null): readonly Element[] => {
  const parent = element?.parentElement ?? null
  return parent === null || parent === document.body ? [] : [parent, ...aroundOf(parent)]
}

/** The button of the menu that held an element: the menu closes as the dialog opens. */
const menuButtonOf = (element: Element | null): Element | null => {
  const id = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? null
  return id === null ? null : document.getElementById(id)
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

const focusOn = (element: Element | null): boolean => {
  if (!(element instanceof HTMLElement) || !element.isConnected) return false
  if (element.matches(headings) && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** What somebody reads on from where the opener has gone. */
const focusWithin = (element: Element | null): boolean => focusOn(element?.querySelector('[role="grid"]') ?? null) || focusOn(element?.querySelector(headings) ?? null)

const goNear = (around: readonly Element[]): void => {
  if (around.some((element) => element.isConnected && focusWithin(element))) return
  const screen = document.querySelector('main')
  if (!focusWithin(screen)) focusOn(screen)
}

/** Goes near when the opener is removed after all, as a row is whose change was just confirmed: for as long as nobody has moved the focus. */
const followUp = ({ opener, around }: Place): void => {
  const watch = new MutationObserver(() => {
    if (document.activeElement === opener) return
    watch.disconnect()
    if (isLost() && opener?.isConnected === false) goNear(around)
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

const giveBack = (place: Place): void => {
  // Whoever closed the dialog may have led the focus on.
  if (!isLost()) return
  if (focusOn(place.opener)) followUp(place)
  else goNear(place.around)
}

/**
 * Notes where the focus is when it mounts, and gives it back there when it unmounts; where that has gone, to the nearest grid or heading.
 *
 * Both are effects: all that unmounts gives back before anything that mounts notes, so a dialog that takes the place of another returns to the opener of the first.
 */
export const FocusReturn = () => {
  const [rendered] = useState(() => document.activeElement)
  useEffect(() => {
    const opener = isLost() ? (menuButtonOf(rendered) ?? rendered) : document.activeElement
    const place = { opener, around: aroundOf(opener) }
    return () => giveBack(place)
  }, [rendered])
  return null
}
