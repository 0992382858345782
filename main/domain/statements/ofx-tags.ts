import { StatementFault } from './statement.ts'

/** An element is at most so long; what stands open longer is no OFX. */
const elementMax = 65_536

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

const characterOf = (digits: string, base: 10 | 16): string | undefined => {
  const code = Number.parseInt(digits, base)
  return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : undefined
}

const plain = (text: string): string =>
  text
    .replaceAll(
      /&(?:(\w{2,4})|#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6}));/gu,
      (whole, name: string | undefined, decimal: string | undefined, hex: string | undefined) =>
        (name === undefined
          ? decimal === undefined
            ? characterOf(hex ?? '', 16)
            : characterOf(decimal, 10)
          : entities.get(name)) ?? whole,
    )
    .trim()

const cdata = '<![CDATA['

/** Text of which XML says that no sign in it is one of its own. */
const characterData = /<!\[CDATA\[([\s\S]*?)\]\]>/gu

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const linesIn = (text: string): number => text.split('\n').length - 1

/** Told of the tags of a text; of one that opens with the value that stands behind it. */
export interface TagTaker {
  readonly opened: (name: string, value: string, line: number) => void
  readonly closed: (name: string) => void
}

/** Cuts SGML or XML into its tags, without their attributes, as its text comes. */
export const createTags = ({ opened, closed }: TagTaker) => {
  let rest = ''
  let line = 1
  const tooLong = (): StatementFault =>
    new StatementFault(`holds an element of more than ${elementMax} characters in line ${line}`)
  const scan = (last: boolean): void => {
    let at = rest.indexOf('<')
    line += linesIn(rest.slice(0, at === -1 ? rest.length : at))
    while (at !== -1) {
      const next = rest.indexOf('<', at + 1)
      // What follows may be text of its own (CDATA), which is the value of this tag.
      if (!last && (next === -1 || rest.length - next < cdata.length)) break
      const piece = rest.slice(at, next === -1 ? rest.length : next)
      const found = /^<(\/?)([A-Za-z][\w.]*)(?:\s[^<>]*)?>([\s\S]*)$/u.exec(piece)
      if (found !== null) {
        const name = (found[2] ?? '').toUpperCase()
        if (found[1] === '/') closed(name)
        else opened(name, plain(found[3] ?? ''), line)
      }
      line += linesIn(piece)
      at = next
      if (next === -1) {
        rest = ''
        return
      }
      if (next > 1_000_000) {
        rest = rest.slice(next)
        at = 0
      }
    }
    rest = at === -1 ? '' : rest.slice(at)
    if (rest.length > elementMax) throw tooLong()
  }
  return {
    push: (text: string): void => {
      rest = (rest + text).replaceAll(characterData, (_, within: string) => escaped(within))
      const open = rest.indexOf(cdata)
      const from = open === -1 ? rest.length : Math.max(0, rest.lastIndexOf('<', open - 1))
      const later = rest.slice(from)
      if (later.length > elementMax) throw tooLong()
      rest = rest.slice(0, from)
      scan(false)
      rest += later
    },
    end: (): void => scan(true),
  }
}
