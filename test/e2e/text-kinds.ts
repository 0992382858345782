import type { Frame } from '@playwright/test'

/**
 * Of the texts of a page, the first and the last of each kind whose colours were not found sound before in this
 * document. The kind is the path of tags, classes, states and styles that leads to a text: where that is the same, so
 * are the rules of the sheets, and with them its colour and all that it stands on. Places and other figures in styles
 * are left out.
 *
 * They are handed to the page as `freshTexts`; `soundKinds` is what the page keeps.
 */
export const findFreshTexts = (frame: Frame): Promise<void> =>
  frame.evaluate(() => {
    const paths = new Map<Element, string>()
    const inState = new Set(document.querySelectorAll(':hover, :focus, :disabled, :checked, :placeholder-shown'))
    const stateOf = ({ name, value }: Attr): string => {
      if (name === 'style') return `[${value.replaceAll(/[\d.]+/gu, '')}]`
      const isState = /^(?:data-|aria-)|^(?:role|type|open|hidden)$/u.test(name) && /^[a-z_ -]{0,24}$/u.test(value)
      return isState ? `[${name}=${value}]` : ''
    }
    const pathOf = (element: Element): string => {
      const known = paths.get(element)
      if (known !== undefined) return known
      const above = element.parentElement === null ? '' : pathOf(element.parentElement)
      const states = [...element.attributes].map(stateOf).join('')
      const path = `${above}>${element.tagName}.${element.getAttribute('class')}${states}${inState.has(element) ? '!' : ''}`
      paths.set(element, path)
      return path
    }
    const isText = (element: Element): boolean =>
      element.matches('input, textarea, select') ||
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && (nodeValue ?? '').trim() !== '')
    const seen = ((globalThis as { soundKinds?: Set<string> }).soundKinds ??= new Set())
    const window = `${innerWidth} ${matchMedia('(prefers-color-scheme: dark)').matches}`
    const fresh = new Map<string, readonly Element[]>()
    for (const element of document.body.querySelectorAll('*')) {
      if (!isText(element) || !element.checkVisibility()) continue
      const kind = `${window} ${pathOf(element)}`
      if (!seen.has(kind)) fresh.set(kind, [fresh.get(kind)?.[0] ?? element, element])
    }
    Object.assign(globalThis, { freshTexts: fresh })
  })
