/** Text that is HTML already. Nothing that came from a case is ever made one but through {@link markup}. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as content of HTML or XML, or as a quoted attribute value. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string)

type Part = Markup | string | number | readonly Part[]

const written = (part: Part): string => {
  if (part instanceof Markup) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part.map(written).join('')
}

/** A template whose values are escaped, except markup; lists are written one after the other. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.reduce((text, piece, index) => text + written(parts[index - 1] as Part) + piece))
