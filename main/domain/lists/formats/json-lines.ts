import { listLimits } from '../../../../shared/schema/lists.ts'
import { ListFault } from '../fault.ts'

/** A line of a text with its number, 1-based. */
export interface TextLine {
  readonly line: number
  readonly text: string
}

/** Makes a reader of lines; empty ones are left out. A line beyond the bound of a record is refused. */
export const createLines = (): { push(text: string): readonly TextLine[]; end(): readonly TextLine[] } => {
  let rest: string[] = []
  let restUnits = 0
  let line = 1
  const keep = (piece: string): void => {
    rest.push(piece)
    restUnits += piece.length
    if (restUnits > listLimits.record)
      throw new ListFault(`has a line of more than ${listLimits.record / 1_048_576} MiB: line ${line}`)
  }
  const whole = (): TextLine => {
    const text = rest.length === 1 ? (rest[0] ?? '') : rest.join('')
    rest = []
    restUnits = 0
    return { line, text }
  }
  return {
    push: (text) => {
      const lines: TextLine[] = []
      let from = 0
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
        keep(text.slice(from, end))
        const found = whole()
        if (found.text.trim() !== '') lines.push(found)
        line += 1
        from = end + 1
      }
      if (from < text.length) keep(text.slice(from))
      return lines
    },
    end: () => {
      const last = whole()
      return last.text.trim() === '' ? [] : [last]
    },
  }
}
