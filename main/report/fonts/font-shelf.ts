import { readFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { openFace, type Face } from './face.ts'
import { families, familiesFor, sliceFile, type Family, type HanForms, type Weight } from './families.ts'

/** The fonts of the report. Files are opened when a text first needs them. */
export interface FontShelf {
  /**
   * Opens whatever the characters of a text need. Throws where a font file is missing or broken: the installation is
   * damaged.
   */
  readonly ready: (text: string, weight: Weight, forms: HanForms) => Promise<void>
  /** The face for a character of a text that is ready; null where no font has it. */
  readonly faceOf: (codePoint: number, weight: Weight, forms: HanForms) => Face | null
}

interface Range {
  readonly from: number
  readonly to: number
  readonly slice: string
}

/** Reads a CSS unicode-range: `U+0460-052F,U+20B4`. */
const rangesOf = (slice: string, text: string): Range[] =>
  text.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-')
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), slice }
  })

type Folder = (family: Family) => string

/**
 * The fonts lie beside the bundled service, which the command line lies beside; from sources they are in their
 * packages.
 */
const folders = (): Folder => {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const shipped = ['fonts', '../service/fonts']
    .map((folder) => path.join(here, folder))
    .find((folder) => existsSync(path.join(folder, families[0]?.packageName ?? '', 'unicode.json')))
  if (shipped !== undefined) return ({ packageName }) => path.join(shipped, packageName)
  const { resolve } = createRequire(import.meta.url)
  return ({ packageName }) => path.dirname(resolve(`${packageName}/package.json`))
}

const readRanges = (folder: string): readonly Range[] => {
  const slices = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(slices).flatMap(([slice, text]) => rangesOf(slice, text))
}

const cssWeight: Readonly<Record<Weight, number>> = { regular: 400, bold: 700, mono: 400 }

const openFont = async (file: string, family: Family, weight: Weight): Promise<Font> => {
  const [{ create }, { default: decompress }] = await Promise.all([
    import('fontkit'),
    import('woff2-encoder/decompress'),
  ])
  const font = create(Buffer.from(await decompress(await readFile(file))))
  if (!('getVariation' in font)) throw new TypeError(`${file} is a collection, not a font`)
  return family.variable ? font.getVariation({ wght: cssWeight[weight] }) : font
}

/** Opens the shelf; it reads nothing yet. One shelf serves any number of reports, one after the other or at a time. */
export const openFonts = (): FontShelf => {
  const folderOf = folders()
  const ranges = new Map<Family, readonly Range[]>()
  const faces = new Map<string, Promise<Face>>()
  const known = new Map<string, Map<number, Face | null>>()

  const slicesOf = (family: Family, codePoint: number): string[] => {
    const all = ranges.get(family) ?? readRanges(folderOf(family))
    ranges.set(family, all)
    return all.filter(({ from, to }) => from <= codePoint && codePoint <= to).map(({ slice }) => slice)
  }

  const faceFrom = (family: Family, slice: string, weight: Weight): Promise<Face> => {
    const file = path.join(folderOf(family), sliceFile(family, slice, weight))
    const key = `${path.basename(file, '-normal.woff2')}${family.variable ? `-${cssWeight[weight]}` : ''}`
    const face = faces.get(key) ?? openFont(file, family, weight).then((font) => openFace(key, font))
    faces.set(key, face)
    return face
  }

  const find = async (codePoint: number, weight: Weight, forms: HanForms): Promise<Face | null> => {
    for (const family of familiesFor(weight, forms)) {
      for (const slice of slicesOf(family, codePoint)) {
        const face = await faceFrom(family, slice, weight)
        if (face.has(codePoint)) return face
      }
    }
    return null
  }

  const knownFor = (weight: Weight, forms: HanForms): Map<number, Face | null> => {
    const key = `${weight} ${forms}`
    const found = known.get(key) ?? new Map<number, Face | null>()
    known.set(key, found)
    return found
  }

  return {
    ready: async (text, weight, forms) => {
      const found = knownFor(weight, forms)
      for (const character of text) {
        const codePoint = character.codePointAt(0) as number
        if (!found.has(codePoint)) found.set(codePoint, await find(codePoint, weight, forms))
      }
    },
    faceOf: (codePoint, weight, forms) => knownFor(weight, forms).get(codePoint) ?? null,
  }
}
