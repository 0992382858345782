import type { FontShelf } from '../fonts/font-shelf.ts'
import { graphemes, lineBreaks } from './breaks.ts'
import { itemise, runsBetween, type Itemised, type StyledRun, type StyledText } from './runs.ts'
import { own } from './typography.ts'

/** A run in its place in a line, in points from the line's left end. */
export interface PlacedRun {
  readonly run: StyledRun
  readonly x: number
}

/** A line that is ready to be set: its runs in the order in which they are read, wherever they stand. */
export interface SetLine {
  readonly runs: readonly PlacedRun[]
  /** Points. */
  readonly width: number
  readonly isRtl: boolean
  /**
   * Painted after it, unseen, where a word ends with it: who reads the file without its pages has nothing else that
   * parts the words.
   */
  readonly space: StyledRun | null
}

/** A stretch of a paragraph that no line end parts. */
interface Word {
  readonly start: number
  readonly end: number
  /** Points, without and with the spaces after it. */
  readonly width: number
  readonly spacedWidth: number
}

const widthOf = (itemised: Itemised, start: number, end: number): number =>
  runsBetween(itemised, start, end).reduce((width, run) => width + run.width, 0)

const wordAt = (itemised: Itemised, start: number, end: number): Word => {
  const trimmed = start + itemised.text.slice(start, end).trimEnd().length
  const width = widthOf(itemised, start, trimmed)
  return { start, end, width, spacedWidth: trimmed === end ? width : width + widthOf(itemised, trimmed, end) }
}

/** Parts a word that is wider than a line, between letters. */
const parted = (itemised: Itemised, word: Word, limit: number): Word[] => {
  const parts: Word[] = []
  let start = word.start
  let end = start
  let width = 0
  for (const letter of graphemes(itemised.text.slice(word.start, word.end))) {
    const letterWidth = widthOf(itemised, end, end + letter.length)
    if (end > start && width + letterWidth > limit) {
      parts.push(wordAt(itemised, start, end))
      start = end
      width = 0
    }
    end += letter.length
    width += letterWidth
  }
  return [...parts, wordAt(itemised, start, word.end)]
}

const wordsOf = (itemised: Itemised, limit: number): Word[] => {
  const ends =
    itemised.groupEnds.length === 0
      ? lineBreaks(itemised.text)
      : [...new Set([...lineBreaks(itemised.text), ...itemised.groupEnds])].sort((a, b) => a - b)
  let start = 0
  return ends.flatMap((end) => {
    const word = wordAt(itemised, start, end)
    start = end
    return word.width <= limit ? [word] : parted(itemised, word, limit)
  })
}

/** UAX #9 rule L2: from the highest level down, every sequence at that level or above is turned around. */
const visualOrder = (runs: readonly StyledRun[]): StyledRun[] => {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    let from = 0
    while (from < ordered.length) {
      let to = from
      while (to < ordered.length && (ordered[to] as StyledRun).level >= level) to += 1
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to + 1
    }
  }
  return ordered
}

const lineOf = (itemised: Itemised, start: number, end: number, space: StyledRun): SetLine => {
  const trimmed = start + itemised.text.slice(start, end).trimEnd().length
  const runs = runsBetween(itemised, start, trimmed)
  const places = new Map<StyledRun, number>()
  let width = 0
  for (const run of visualOrder(runs)) {
    places.set(run, width)
    width += run.width
  }
  return {
    runs: runs.map((run) => ({ run, x: places.get(run) as number })),
    width,
    isRtl: itemised.isRtl,
    space: trimmed < end || end === itemised.text.length ? space : null,
  }
}

// Widths are sums of fractions: a word that just fits must fit whatever the order of the sum.
const slack = 0.01

/** What all paragraphs of a document are set with: its faces, and the one space that parts their words. */
interface Setting {
  readonly shelf: FontShelf
  readonly spaceRun: () => Promise<StyledRun>
}

/**
 * Sets a paragraph in lines of a width, in points. Words break where UAX #14 lets them, and between letters where they
 * are wider than a line.
 * An empty paragraph is one empty line.
 */
const linesOf = async (
  parts: readonly StyledText[],
  width: number,
  direction: 'ltr' | 'auto',
  { shelf, spaceRun }: Setting,
): Promise<SetLine[]> => {
  const itemised = await itemise(parts, direction, shelf)
  const space = await spaceRun()
  const lines: SetLine[] = []
  let start = 0
  let end = 0
  let used = 0
  for (const word of wordsOf(itemised, width)) {
    if (end > start && used + word.width > width + slack) {
      lines.push(lineOf(itemised, start, end, space))
      start = word.start
      used = 0
    }
    end = word.end
    used += word.spacedWidth
  }
  return [...lines, lineOf(itemised, start, end, space)]
}

/** Sets paragraphs, and remembers the short ones: labels, names and methods return on every page. */
export interface Typesetter {
  readonly lines: (
    parts: readonly StyledText[],
    width: number,
    direction: 'ltr' | 'auto',
  ) => Promise<readonly SetLine[]>
}

const rememberedLength = 120
const rememberedMax = 4_000

const keyOf = (parts: readonly StyledText[], width: number, direction: string): string =>
  `${width} ${direction} ${parts.map(({ text, style: { size, weight, color, slanted }, isolated, groups }) => `${size} ${weight} ${color} ${slanted} ${isolated} ${groups} ${text}`).join('\0')}`

/** Opens a typesetter that takes its faces from a shelf. */
export const openTypesetter = (shelf: FontShelf): Typesetter => {
  const remembered = new Map<string, readonly SetLine[]>()
  let space: Promise<StyledRun> | undefined
  const setting: Setting = {
    shelf,
    spaceRun: () =>
      (space ??= itemise([own(' ')], 'ltr', shelf).then((itemised) => runsBetween(itemised, 0, 1)[0] as StyledRun)),
  }
  return {
    lines: async (parts, width, direction) => {
      if (parts.reduce((length, { text }) => length + text.length, 0) > rememberedLength)
        return await linesOf(parts, width, direction, setting)
      const key = keyOf(parts, width, direction)
      const known = remembered.get(key)
      if (known !== undefined) return known
      const lines = await linesOf(parts, width, direction, setting)
      if (remembered.size >= rememberedMax) remembered.clear()
      remembered.set(key, lines)
      return lines
    },
  }
}
