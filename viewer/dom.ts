type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Makes an element; `false` and `undefined` leave an attribute out. Text is always text: nothing here parses markup.
 */
export const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    made.setAttribute(key, value === true ? '' : String(value))
  }
  made.append(...children)
  return made
}

/** A button of the toolbar. */
export const button = (label: string, sign: string, onClick: () => void): HTMLButtonElement => {
  const made = element('button', { type: 'button', title: label, 'aria-label': label }, sign)
  made.addEventListener('click', onClick)
  return made
}

/** A choice of the toolbar. */
export const choice = (
  label: string,
  options: readonly (readonly [value: string, shown: string])[],
  value: string,
  onChange: (value: string) => void,
): HTMLSelectElement => {
  const made = element(
    'select',
    { 'aria-label': label, title: label },
    ...options.map(([key, shown]) => element('option', { value: key, selected: key === value }, shown)),
  )
  made.addEventListener('change', () => onChange(made.value))
  return made
}

/** The bar above a view: its controls, and at the end what is said about the piece. */
export const toolbar = (label: string, ...controls: readonly Node[]): HTMLElement =>
  element('div', { class: 'bar', role: 'toolbar', 'aria-label': label }, ...controls)

/** Bytes in words. */
export const bytesText = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB', 'PB']
  let value = bytes
  let unit = -1
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ''}`
}
