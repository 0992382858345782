import bidiFactory from 'bidi-js'
import type { Face } from '../fonts/face.ts'
import { hanFormsOf, type Weight } from '../fonts/families.ts'
import type { FontShelf } from '../fonts/font-shelf.ts'

/** How a text is set. */
export interface Style {
  /** Points. */
  readonly size: number
  readonly weight: Weight
  readonly color: string
  readonly slanted: boolean
}

/** A text in one style. `isolated` keeps its direction from the text around it, as FSI and PDI do (UAX #9). */
export interface StyledText {
  readonly text: string
  readonly style: Style
  readonly isolated: boolean
  /** Letters after which a line may end although nothing else permits it; 0: none. */
  readonly groups: number
}

/** A text of one face, style and direction. */
export interface StyledRun {
  readonly text: string
  readonly face: Face
  readonly style: Style
  /** Bidi embedding level: odd runs from right to left. */
  readonly level: number
  /** Points. */
  readonly width: number
}

/** A paragraph with everything known that its lines are made from. */
export interface Itemised {
  readonly text: string
  /** For each UTF-16 unit: its face; null for what is not set at all. */
  readonly faces: readonly (Face | null)[]
  readonly styles: readonly Style[]
  readonly levels: Uint8Array
  readonly isRtl: boolean
  /** Offsets inside of digests at which a line may end. */
  readonly groupEnds: readonly number[]
}

const bidi = bidiFactory()
const firstStrongIsolate = '\u2068'
const popIsolate = '\u2069'
const rtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

// Format characters that have no glyph: marks of direction, soft hyphens, variation selectors, joiners without a
// partner.
const unset = /[\u00ad\u034f\u061c\u200b-\u200f\u2060-\u2069\ufe00-\ufe0f\ufeff\u{e0100}-\u{e01ef}]/u
const attaches = /[\p{M}\u200c\u200d]/u

const asciiOnly = /^[\x20-\x7e]*$/

const missing = (character: string): string =>
  `[U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}]`

const neededText = (part: StyledText): string =>
  part.text.normalize('NFC').replaceAll('\t', '    ').replaceAll('\n', ' ')

/** Replaces what no font has by its code point, so that nothing is lost or shown as an empty box. */
const coveredText = async (part: StyledText, shelf: FontShelf): Promise<string> => {
  const text = neededText(part)
  const forms = hanFormsOf(text)
  await shelf.ready(text, part.style.weight, forms)
  if (asciiOnly.test(text)) return text
  let covered = ''
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number
    const isSet = unset.test(character) || shelf.faceOf(codePoint, part.style.weight, forms) !== null
    covered += isSet ? character : missing(character)
  }
  if (covered !== text) await shelf.ready(covered, part.style.weight, forms)
  return covered
}

/** The face of each unit of a text. A mark or joiner stays with its letter, where that face has it. */
const facesOf = (text: string, { style: { weight } }: StyledText, shelf: FontShelf): (Face | null)[] => {
  const forms = hanFormsOf(text)
  if (asciiOnly.test(text)) return Array.from(text, (character) => shelf.faceOf(character.charCodeAt(0), weight, forms))
  const faces: (Face | null)[] = []
  let before: Face | null = null
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number
    const stays: boolean = attaches.test(character) && before !== null && before.has(codePoint)
    const face: Face | null = stays ? before : unset.test(character) ? null : shelf.faceOf(codePoint, weight, forms)
    for (let unit = 0; unit < character.length; unit += 1) faces.push(face)
    before = face ?? before
  }
  return faces
}

/**
 * Finds the face, style and direction of every letter of a paragraph.
 *
 * @param direction `auto`: that of the first strong letter
 */
export const itemise = async (
  parts: readonly StyledText[],
  direction: 'ltr' | 'auto',
  shelf: FontShelf,
): Promise<Itemised> => {
  let text = ''
  const faces: (Face | null)[] = []
  const styles: Style[] = []
  const groupEnds: number[] = []
  const mixed = parts.some((part) => rtl.test(part.text))
  const append = (added: string, style: Style, addedFaces: readonly (Face | null)[]): void => {
    text += added
    faces.push(...addedFaces)
    for (let unit = 0; unit < added.length; unit += 1) styles.push(style)
  }
  for (const part of parts) {
    const covered = await coveredText(part, shelf)
    const isolates = mixed && part.isolated && parts.length > 1
    if (isolates) append(firstStrongIsolate, part.style, [null])
    const start = text.length
    append(covered, part.style, facesOf(covered, part, shelf))
    if (part.groups > 0) for (let end = start + part.groups; end < text.length; end += part.groups) groupEnds.push(end)
    if (isolates) append(popIsolate, part.style, [null])
  }
  const embedding = mixed ? bidi.getEmbeddingLevels(text, direction) : null
  const isRtl = embedding?.paragraphs[0]?.level === 1
  return { text, faces, styles, levels: embedding?.levels ?? new Uint8Array(text.length), isRtl, groupEnds }
}

const strongRtl = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * fontkit turns the glyphs of a right-to-left script around by itself; neutral letters between such words are turned
 * here.
 */
const asShaped = (text: string, level: number): string => {
  if (level % 2 === 0 || strongRtl.test(text)) return text
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
    .reverse()
    .join('')
}

/** Cuts a part of a paragraph into runs, in logical order. */
export const runsBetween = ({ text, faces, styles, levels }: Itemised, start: number, end: number): StyledRun[] => {
  const runs: StyledRun[] = []
  let index = start
  while (index < end) {
    const [face, style, level] = [faces[index] ?? null, styles[index] as Style, levels[index] as number]
    const from = index
    while (index < end && (faces[index] ?? null) === face && styles[index] === style && levels[index] === level)
      index += 1
    if (face === null) continue
    const shaped = asShaped(text.slice(from, index), level)
    runs.push({ text: shaped, face, style, level, width: face.width(shaped) * style.size })
  }
  return runs
}
