import type { Cell } from './cell.ts'
import type { SetLine, Typesetter } from './lines.ts'
import { pageHeight, pageWidth, type Painter } from './painter.ts'
import type { DocumentPart } from './parts.ts'
import type { StyledText } from './runs.ts'
import { coded, hairline, own, textStyles } from './typography.ts'

export const left = 48
export const bodyWidth = pageWidth - 2 * left
const top = 66
const bottom = pageHeight - 68
export const bodyHeight = bottom - top

/** Pages that fill from the top, with head and foot. */
export interface Sheet {
  readonly painter: Painter
  /** Points from the top of the page at which the next thing stands. */
  y: number
  /** Pages begun so far. */
  pages: number
  /** What a table repeats at the top of each page; nothing outside of tables. */
  repeat: (() => void) | null
  readonly left: () => number
  readonly newPage: () => void
  /** Begins a page unless so many points are left on this one. */
  readonly ensure: (height: number) => void
}

/** Sets a line in a room: at its left, or at its right where it reads from right to left. */
export const setLine = (painter: Painter, line: SetLine, x: number, baseline: number, room: number): void => {
  const start = line.isRtl ? x + room - line.width : x
  for (const { run, x: offset } of line.runs) painter.run(run, start + offset, baseline)
  if (line.space !== null && line.runs.length > 0)
    painter.run(line.space, line.isRtl ? start - line.space.width : start + line.width, baseline)
}

/** Where the baseline stands in a line of a height: scripts with deep letters have room below. */
export const baselineIn = (height: number): number => height * 0.74

/** What stands on every page besides its number. */
export interface PageWords {
  readonly headLeft: readonly StyledText[]
  readonly headRight: readonly StyledText[]
  /** What the pages were made from: a label and a digest each, at most three. */
  readonly madeFrom: readonly { readonly label: string; readonly digest: string }[]
}

interface Furniture {
  readonly headLeft: SetLine
  readonly headRight: SetLine
  readonly madeFrom: readonly SetLine[]
  readonly pageLines: readonly SetLine[]
}

const single = async (parts: readonly StyledText[], width: number, typesetter: Typesetter): Promise<SetLine> =>
  (await typesetter.lines(parts, width, 'ltr'))[0] as SetLine

/** Head and foot, set beforehand; `pages` is the number of pages, or null while they are counted. */
const furnish = async (
  { headLeft, headRight, madeFrom }: PageWords,
  typesetter: Typesetter,
  pages: number | null,
): Promise<Furniture> => {
  const pageLines: SetLine[] = []
  for (let page = 1; page <= (pages ?? 0); page += 1)
    pageLines.push(await single([own(`Page ${page} of ${pages ?? 0}`, textStyles.foot)], 120, typesetter))
  const digests: SetLine[] = []
  for (const { label, digest } of madeFrom)
    digests.push(
      await single([own(`${label}  `, textStyles.foot), coded(digest, textStyles.footCode)], bodyWidth, typesetter),
    )
  return {
    headLeft: await single(headLeft, bodyWidth / 2, typesetter),
    headRight: await single(headRight, bodyWidth / 2, typesetter),
    madeFrom: digests,
    pageLines,
  }
}

const furniturePainter =
  (painter: Painter, { headLeft, headRight, madeFrom, pageLines }: Furniture) =>
  (page: number): void => {
    const right = left + bodyWidth
    setLine(painter, headLeft, left, 40, bodyWidth)
    setLine(painter, headRight, right - headRight.width, 40, headRight.width)
    painter.fill(left, 47, bodyWidth, 0.5, hairline)
    painter.fill(left, pageHeight - 52, bodyWidth, 0.5, hairline)
    for (const [index, line] of madeFrom.entries())
      setLine(painter, line, left, pageHeight - 40 + 9.5 * index, bodyWidth)
    const pageLine = pageLines[page - 1]
    if (pageLine !== undefined) setLine(painter, pageLine, right - pageLine.width, pageHeight - 40, pageLine.width)
  }

/** Opens the first page. */
export const openSheet = async (
  painter: Painter,
  words: PageWords,
  typesetter: Typesetter,
  pages: number | null,
): Promise<Sheet> => {
  const paintFurniture = furniturePainter(painter, await furnish(words, typesetter, pages))
  const sheet: Sheet = {
    painter,
    y: top,
    pages: 0,
    repeat: null,
    left: () => bottom - sheet.y,
    newPage: () => {
      painter.page()
      sheet.pages += 1
      sheet.y = top
      painter.artifact(() => {
        paintFurniture(sheet.pages)
        sheet.repeat?.()
      })
    },
    ensure: (height) => {
      if (sheet.left() < height) sheet.newPage()
    },
  }
  sheet.newPage()
  return sheet
}

/** Where a cell may stand: its top left corner, and the height that it has. Points. */
interface Place {
  readonly x: number
  readonly y: number
  readonly height: number
}

/** Sets the lines of a part at a place as far as they fit a height; answers how many, and the height that they took. */
export const setCell = (
  painter: Painter,
  cell: Cell,
  { x, y, height }: Place,
  into: DocumentPart,
): { readonly lines: number; readonly height: number } => {
  let used = 0
  let lineTop = 0
  let lines = 0
  const tops: number[] = []
  for (const { gap, height: own, isBeside } of cell) {
    if (!isBeside) {
      const above = lines === 0 ? 0 : gap
      if (used + above + own > height && lines > 0) break
      lineTop = y + used + above
      used += above + own
    }
    tops.push(lineTop)
    lines += 1
  }
  const set = cell.slice(0, lines)
  for (const [index, { height: own, isQuoted }] of set.entries())
    if (isQuoted) painter.fill(x, tops[index] as number, 1.2, own, hairline)
  painter.into(into, () => {
    for (const [index, { line, indent, room, height: own }] of set.entries())
      setLine(painter, line, x + indent, (tops[index] as number) + baselineIn(own), room)
  })
  return { lines, height: used }
}

/** Sets a part's lines one below the other over the pages. */
export const flow = (sheet: Sheet, cell: Cell, x: number, into: DocumentPart): void => {
  let rest = cell
  while (rest.length > 0) {
    sheet.ensure((rest[0]?.height ?? 0) + (rest[1]?.isBeside === true ? 0 : 1))
    const set = setCell(sheet.painter, rest, { x, y: sheet.y, height: sheet.left() }, into)
    sheet.y += set.height
    rest = rest.slice(set.lines)
    if (rest.length > 0) sheet.newPage()
  }
}
