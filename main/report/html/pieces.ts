import type { Phrase, Span } from '../model/phrase.ts'
import type { Fact, WrittenText } from '../model/report.ts'
import { markup, Markup } from './markup.ts'

const isLongHex = (text: string): boolean => /^[0-9a-f]{32,}$/.test(text)

const nothing = new Markup('')

/** A digest in groups of eight that wrap, and that copy as one word. */
export const digest = (text: string): Markup => {
  if (!isLongHex(text)) return markup`<code>${text}</code>`
  const groups = text.match(/.{1,8}/g) ?? []
  return markup`<code class="hex">${groups.map((group, index) => markup`${index === 0 ? nothing : new Markup('<wbr>')}<span>${group}</span>`)}</code>`
}

const span = ({ kind, text }: Span): Markup => {
  switch (kind) {
    case 'words':
      return markup`${text}`
    case 'value':
      return markup`<bdi>${text}</bdi>`
    case 'code':
      return digest(text)
    case 'absent':
      return markup`<span class="absent">${text}</span>`
  }
}

/** A phrase; what people wrote in it is isolated, so that its direction leaves the words around it alone. */
export const phrase = (parts: Phrase): Markup => markup`${parts.map(span)}`

/** Labelled values as a list of definitions. */
export const factList = (facts: readonly Fact[], name: string): Markup =>
  facts.length === 0
    ? nothing
    : markup`<dl class="${name}">${facts.map(({ label, value }) => markup`<div><dt>${label}</dt><dd dir="auto">${phrase(value)}</dd></div>`)}</dl>`

/** A text in full, its lines as they were written. */
export const passage = ({ label, text, absence }: WrittenText): Markup =>
  text === null
    ? markup`<div class="passage"><span class="label">${label}</span><p>${phrase(absence ?? [])}</p></div>`
    : markup`<div class="passage"><span class="label">${label}</span><blockquote dir="auto">${text}</blockquote></div>`
