import { parse, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

/** A link of a page: what it shows, and where it leads. */
export interface Link {
  readonly shown: string
  readonly href: string
}

/** The text of a page, without scripts, styles or anything from elsewhere, and its links. */
export interface HtmlBody {
  readonly text: string
  readonly links: readonly Link[]
}

const silent = new Set(['script', 'style', 'head', 'template', 'noscript', 'title', 'object', 'svg', 'math'])
const blocks = new Set(
  'address article blockquote body br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table td th tr ul'.split(
    ' ',
  ),
)

const linksMax = 1_000

/** Reads a page. The walk holds its own way, so that no depth of it can end the stack. */
export const readHtmlBody = (html: string): HtmlBody => {
  const parts: string[] = []
  const links: { from: number; href: string; shown: string }[] = []
  const steps: (Node | (() => void))[] = [parse(html)]
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (typeof step === 'function') {
      step()
      continue
    }
    if (step.nodeName === '#text' && 'value' in step) parts.push(step.value.replaceAll(/[\t\n\f\r ]+/gu, ' '))
    if (silent.has(step.nodeName) || !('childNodes' in step)) continue
    if (blocks.has(step.nodeName)) {
      parts.push('\n')
      steps.push(() => parts.push('\n'))
    }
    const href = 'attrs' in step ? step.attrs.find(({ name }) => name === 'href')?.value : undefined
    if (step.nodeName === 'a' && href !== undefined && links.length < linksMax) {
      const link = { from: parts.length, href, shown: '' }
      links.push(link)
      steps.push(() => {
        link.shown = parts.slice(link.from).join('').trim()
      })
    }
    steps.push(...step.childNodes.toReversed())
  }
  const text = parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
  return { text, links: links.map(({ href, shown }) => ({ href, shown })) }
}
