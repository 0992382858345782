/** An element of an XML document. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: string | readonly XmlElement[]
}

/** An element with children; what is null is left out. */
export const element = (
  name: string,
  content: string | readonly (XmlElement | null)[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement => ({
  name,
  attributes,
  content: typeof content === 'string' ? content : content.filter((child) => child !== null),
})

/** An element with text; null where there is none. */
export const textElement = (name: string, text: string): XmlElement | null => (text === '' ? null : element(name, text))

// XML 1.0, section 2.2: everything that is no Char. What a form holds was checked; what is left is not written.
const noChar = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
}

/** Text as it stands in an element or an attribute: nothing in it can end either. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(noChar, '\ufffd')
    .replace(/[&<>"'\r]/gu, (character) => references[character] ?? character)

const attributesText = (attributes: XmlElement['attributes']): string =>
  Object.entries(attributes)
    .map(
      ([name, value]) => ` ${name}="${escapeXml(value).replace(/[\t\n]/gu, (space) => `&#${space.charCodeAt(0)};`)}"`,
    )
    .join('')

const written = ({ name, attributes, content }: XmlElement, indent: string): string => {
  const open = `${indent}<${name}${attributesText(attributes)}`
  if (typeof content === 'string') return content === '' ? `${open}/>\n` : `${open}>${escapeXml(content)}</${name}>\n`
  return content.length === 0
    ? `${open}/>\n`
    : `${open}>\n${content.map((child) => written(child, `${indent}  `)).join('')}${indent}</${name}>\n`
}

/** A whole document, in UTF-8 when it is encoded. */
export const xmlDocument = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}`
