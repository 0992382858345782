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

const plain = (text: string): string =>
  text.replaceAll(/&(\w{2,4});/gu, (whole, name: string) => entities.get(name) ?? whole).trim()

const linesIn = (text: string): number => text.split('\n').length - 1

/** Told of the tags of a text; of one that opens with the value that stands behind it. */
export interface TagTaker {
  readonly opened: (name: string, value: string, line: number) => void
  readonly closed: (name: string) => void
}

/** Cuts SGML or XML without attributes into its tags, as its text comes. */
export const createTags = ({ opened, closed }: TagTaker) => {
  let rest = ''
  let line = 1
  const scan = (last: boolean): void => {
    let at = rest.indexOf('<')
    line += linesIn(rest.slice(0, at === -1 ? rest.length : at))
    while (at !== -1) {
      const next = rest.indexOf('<', at + 1)
      if (next === -1 && !last) break
      const piece = rest.slice(at, next === -1 ? rest.length : next)
      const found = /^<(\/?)([A-Za-z][\w.]*)\s*\/?>([\s\S]*)$/u.exec(piece)
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
    if (rest.length > elementMax)
      throw new StatementFault(`holds an element of more than ${elementMax} characters in line ${line}`)
  }
  return {
    push: (text: string): void => {
      rest += text
      scan(false)
    },
    end: (): void => scan(true),
  }
}
