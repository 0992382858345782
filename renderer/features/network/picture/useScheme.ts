import { useSyncExternalStore } from 'react'

const attribute = 'data-mantine-color-scheme'

const follow = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [attribute] })
  return () => observer.disconnect()
}

const schemeNow = (): string => document.documentElement.getAttribute(attribute) ?? 'light'

/** The colours that the page has now, told once its style sheets have them: shaders cannot follow CSS by themselves. */
export const useScheme = (): string => useSyncExternalStore(follow, schemeNow)
