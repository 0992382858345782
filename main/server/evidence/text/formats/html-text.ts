import { Tokenizer, TokenizerMode, type Token } from 'parse5'

/** What is shown of an HTML page, as its text comes. */
export interface HtmlText {
  /** Takes more of the page, and gives what is complete. */
  push(html: string): readonly string[]
  end(): readonly string[]
  /** The title, once it was met; empty where there is none. */
  title(): string
}

// HTML standard, section 15.3: elements that stand on lines of their own.
const blocks = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav noscript ol ' +
    'optgroup option p plaintext pre search section summary table tbody tfoot thead title tr ul xmp'
  ).split(' '),
)
const cells = new Set(['td', 'th'])

/** What stands in these is no text, though it may look like it. */
const silent = new Set(['script', 'style'])

// HTML standard, section 13.2.6.4: elements in which nothing is a tag but their own end.
const modes: ReadonlyMap<string, Tokenizer['state']> = new Map<string, Tokenizer['state']>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes'].map((name): [string, Tokenizer['state']] => [
    name,
    TokenizerMode.RAWTEXT,
  ]),
])

/** Text stands together in about so many code units. */
const togetherMax = 1_000

/** What has no lines is cut after so many. */
const unbrokenMax = 16_384
const addressMax = 300

const attribute = ({ attrs }: Token.TagToken, name: string): string =>
  attrs.find((one) => one.name === name)?.value.trim() ?? ''

/** The address to which a link leads, where it is one of the network or of mail: what is shown may be another. */
const linkOf = (tag: Token.TagToken): string => {
  const address = attribute(tag, 'href')
  return /^(?:https?|ftp|mailto|tel):/iu.test(address) && address.length <= addressMax ? address : ''
}

/**
 * Makes a reader of HTML. Scripts, styles and comments are left out; nothing is carried out or fetched. Addresses of
 * links stand in angle brackets behind them, where they say something else, and names of pictures in their place.
 */
export const createHtmlText = (): HtmlText => {
  let done: string[] = []
  let text = ''
  let title = ''
  let inside: string | null = null
  let link: { readonly address: string; readonly from: number } | null = null

  const line = (): void => {
    if (text.length < togetherMax) {
      if (text !== '' && !text.endsWith('\n')) text += '\n'
      return
    }
    done.push(text)
    text = ''
  }
  const closeLink = (): void => {
    if (link === null) return
    const { address, from } = link
    link = null
    const shown = text.slice(Math.min(from, text.length))
    if (!shown.includes(address.replace(/^(?:mailto|tel):/iu, ''))) text += ` <${address}> `
  }
  const add = (chars: string): void => {
    if (inside === 'title') title = (title + chars).slice(0, 1_000)
    else if ((inside === null || !silent.has(inside)) && (chars !== ' ' || !text.endsWith('\n'))) text += chars
    if (text.length < unbrokenMax) return
    closeLink()
    const end = text.lastIndexOf(' ') + 1 || text.length
    done.push(text.slice(0, end))
    text = text.slice(end)
  }
  const start = (tag: Token.TagToken, tokenizer: Tokenizer): void => {
    const { tagName: name } = tag
    if (blocks.has(name)) line()
    else if (cells.has(name) && text !== '' && !text.endsWith('\n')) text += '\t'
    else if (name === 'a') {
      closeLink()
      const address = linkOf(tag)
      link = address === '' ? null : { address, from: text.length }
    } else if (name === 'img') add(` ${attribute(tag, 'alt')} `)
    else if (name === 'input' && attribute(tag, 'type') !== 'hidden') add(` ${attribute(tag, 'value')} `)
    const mode = modes.get(name)
    if (mode === undefined) return
    tokenizer.state = mode
    inside = name
  }
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (tag) => start(tag, tokenizer),
      onEndTag: ({ tagName: name }) => {
        if (name === inside) inside = null
        if (name === 'a') closeLink()
        if (blocks.has(name)) line()
      },
      onCharacter: ({ chars }) => add(chars.replaceAll(/[\t\n\f\r ]+/gu, ' ')),
      onWhitespaceCharacter: () => add(' '),
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => {
        closeLink()
        if (text.trim() !== '') done.push(text)
        text = ''
      },
    },
  )
  const take = (html: string, isLast: boolean): readonly string[] => {
    tokenizer.write(html, isLast)
    const taken = done
    done = []
    return taken
  }
  return { push: (html) => take(html, false), end: () => take('', true), title: () => title.trim() }
}
