/** A place that a person had come to by the focus. */
export interface Place {
  readonly element: Element
  /** Where one goes back to: the element, or the button of the menu that holds it, which goes with its last press. */
  readonly opener: Element
  /** What holds the opener, from the inside out: the opener may go. */
  readonly around: readonly Element[]
}

const headings = 'h1, h2, h3'

const aroundOf = (element: Element): readonly Element[] => {
  const parent = element.parentElement
  return parent === null || parent === document.body ? [] : [parent, ...aroundOf(parent)]
}

const menuButtonOf = (element: Element): Element | null => {
  const id = element.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? null
  return id === null ? null : document.getElementById(id)
}

/** Whether the focus is on nothing: Tab begins anew, and a screen reader with it. */
export const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** The place of an element, to be noted while the element is there. */
export const placeOf = (element: Element): Place => {
  const opener = menuButtonOf(element) ?? element
  return { element, opener, around: aroundOf(opener) }
}

const focusOn = (element: Element | null): boolean => {
  if (!(element instanceof HTMLElement) || !element.isConnected) return false
  if (element.matches(headings) && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** What somebody reads on from where the opener has gone. */
const focusWithin = (element: Element | null): boolean => focusOn(element?.querySelector('[role="grid"]') ?? null) || focusOn(element?.querySelector(headings) ?? null)

/** Puts the focus back to a place; where that has gone, to the nearest grid or heading. */
export const goBackTo = ({ opener, around }: Place): void => {
  if (focusOn(opener)) return
  if (around.some((element) => element.isConnected && focusWithin(element))) return
  const screen = document.querySelector('main')
  if (!focusWithin(screen)) focusOn(screen)
}
