import type { Fact, WrittenText } from '../model/report.ts'
import type { SetLine, Typesetter } from './lines.ts'
import type { StyledText } from './runs.ts'
import { given, leading, own, phrased, textStyles } from './typography.ts'

/** A line in its place within a cell. */
export interface CellLine {
  readonly line: SetLine
  /** Points from the left edge of the cell, and the room that the line has. */
  readonly indent: number
  readonly room: number
  /** Points above it, and its own height. */
  readonly gap: number
  readonly height: number
  /** Whether a bar stands at its left, as beside everything that a person wrote. */
  readonly isQuoted: boolean
  /** Lines that stand at one height: this one beside the line before it. */
  readonly isBeside: boolean
}

/** What a cell of a table holds: lines, one below the other. */
export type Cell = readonly CellLine[]

interface Placing {
  readonly width: number
  readonly indent?: number
  readonly gap?: number
  readonly direction?: 'ltr' | 'auto'
  readonly isQuoted?: boolean
}

const heightOf = (parts: readonly StyledText[]): number => Math.max(...parts.map(({ style }) => leading(style)))

/** A paragraph as lines of a cell. */
export const paragraph = async (
  parts: readonly StyledText[],
  typesetter: Typesetter,
  { width, indent = 0, gap = 0, direction = 'ltr', isQuoted = false }: Placing,
): Promise<Cell> => {
  const room = width - indent
  const lines = await typesetter.lines(parts, room, direction)
  const height = heightOf(parts)
  return lines.map((line, index) => ({
    line,
    indent,
    room,
    gap: index === 0 ? gap : 0,
    height,
    isQuoted,
    isBeside: false,
  }))
}

const quoteIndent = 7

/** A text in full under its label. */
export const passageCell = async (
  { label, text, absence }: WrittenText,
  typesetter: Typesetter,
  width: number,
): Promise<Cell> => {
  const head = await paragraph([own(label, textStyles.small)], typesetter, { width, gap: 3 })
  if (text === null)
    return [
      ...head,
      ...(await paragraph(phrased(absence ?? [], textStyles.absent), typesetter, {
        width,
        indent: quoteIndent,
        isQuoted: true,
      })),
    ]
  const lines: CellLine[] = [...head]
  for (const line of text.split('\n'))
    lines.push(
      ...(await paragraph([given(line)], typesetter, {
        width,
        indent: quoteIndent,
        direction: 'auto',
        isQuoted: true,
      })),
    )
  return lines
}

/** Labelled values one below the other, the labels in a column of their own. */
export const factsCell = async (
  facts: readonly Fact[],
  typesetter: Typesetter,
  width: number,
  labelWidth: number,
  gap = 0,
): Promise<Cell> => {
  const lines: CellLine[] = []
  for (const { label, value } of facts) {
    const labels = await paragraph([own(label, textStyles.small)], typesetter, { width: labelWidth - 4, gap })
    const values = await paragraph(phrased(value), typesetter, { width, indent: labelWidth, gap })
    for (let index = 0; index < Math.max(labels.length, values.length); index += 1) {
      const [name, text] = [labels[index], values[index]]
      const height = leading(textStyles.body)
      if (name !== undefined) lines.push({ ...name, height: text === undefined ? name.height : height })
      if (text !== undefined) lines.push({ ...text, height, isBeside: name !== undefined })
    }
  }
  return lines
}

const hasCode = ({ value }: Fact): boolean => value.some(({ kind }) => kind === 'code')

/** Labelled values one after the other, digests on lines of their own. */
export const inlineFacts = async (facts: readonly Fact[], typesetter: Typesetter, width: number): Promise<Cell> => {
  const rows = [facts.filter((fact) => !hasCode(fact)), ...facts.filter(hasCode).map((fact) => [fact])].filter(
    (row) => row.length > 0,
  )
  const lines: CellLine[] = []
  for (const row of rows) {
    const parts = row.flatMap(({ label, value }, index) => [
      own(`${index === 0 ? '' : '    '}${label}\u00a0\u00a0`, textStyles.small),
      ...phrased(value),
    ])
    lines.push(...(await paragraph(parts, typesetter, { width })))
  }
  return lines
}

/** The height of a cell, in points. */
export const cellHeight = (cell: Cell): number =>
  cell.reduce((height, { gap, height: own, isBeside }) => height + (isBeside ? 0 : gap + own), 0)
