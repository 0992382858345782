/** A place that a person had come to by the focus. */
export interface FocusPlace {
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

const makeshift = 'data-makeshift-focus'

/**
 * Whether a list or a heading that has just come may take the focus: it is lost, at the start of the content, or on a
 * heading only because what was pressed had gone.
 */
export const isFree = (): boolean =>
  isLost() || document.activeElement?.id === 'content' || document.activeElement?.hasAttribute(makeshift) === true

/** The place of an element, to be noted while the element is there. */
export const focusPlaceOf = (element: Element): FocusPlace => {
  const opener = menuButtonOf(element) ?? element
  return { element, opener, around: aroundOf(opener) }
}

const focusOn = (element: Element | null): boolean => {
  if (!(element instanceof HTMLElement) || !element.isConnected) return false
  if (element.matches(headings) && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

const focusOnHeading = (heading: Element | null): boolean => {
  if (!focusOn(heading)) return false
  heading?.setAttribute(makeshift, '')
  heading?.addEventListener('blur', () => heading.removeAttribute(makeshift), { once: true })
  return true
}

/** Leads the focus to what somebody reads on from within an element: its grid, or its first heading. */
export const focusWithin = (element: Element | null): boolean =>
  focusOn(element?.querySelector('[role="grid"]') ?? null) || focusOnHeading(element?.querySelector(headings) ?? null)

/**
 * Puts the focus back to a place; where that has gone, to the nearest grid or heading; where a screen has none yet, to
 * its start.
 */
export const goBackTo = ({ opener, around }: FocusPlace): void => {
  if (focusOn(opener)) return
  const screen = document.querySelector('main')
  // What holds the screen begins with the navigation, whose headings are no place to go back to.
  const isFrame = (element: Element): boolean => screen !== null && element !== screen && element.contains(screen)
  if (around.some((element) => element.isConnected && !isFrame(element) && focusWithin(element))) return
  if (!focusWithin(screen)) focusOn(screen)
}
