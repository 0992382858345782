/** What an element is made with: its class, attributes, and listeners. Text only ever becomes text. */
export interface ElementParts {
  readonly class?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly on?: Readonly<Record<string, (event: Event) => void>>
}

export type Child = Node | string | null

/** Makes an element. Strings among the children become text nodes, whatever they hold. */
export const el = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  parts: ElementParts = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name)
  if (parts.class !== undefined) element.className = parts.class
  for (const [key, value] of Object.entries(parts.attributes ?? {})) element.setAttribute(key, value)
  for (const [type, listener] of Object.entries(parts.on ?? {})) element.addEventListener(type, listener)
  element.append(...children.filter((child) => child !== null))
  return element
}

const shapes = {
  ok: 'M4 12.5l5.2 5.2L20 6.8',
  fault: 'M6 6l12 12M18 6L6 18',
  open: 'M8.5 8.8a3.6 3.6 0 1 1 5.2 3.2c-1.1.6-1.7 1.3-1.7 2.5M12 18.4v.2',
  none: 'M6 12h12',
  run: 'M12 4a8 8 0 1 0 8 8',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
} as const

export type IconName = keyof typeof shapes

/** A drawn sign. It says nothing to a screen reader: a word stands beside it. */
export const icon = (name: IconName): SVGSVGElement => {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', `icon icon-${name}`)
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', shapes[name])
  svg.append(path)
  return svg
}

/** Makes what a person reads of a number of bytes; the exact number where it is small. */
export const bytesText = (bytes: number): string => {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? String(bytes) : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${units[power] ?? 'bytes'}`
}

/** A number with its noun. */
export const countOf = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`
