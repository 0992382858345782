/** How heavy a face is, or that its letters all have one width. */
export type Weight = 'regular' | 'bold' | 'mono'

/** The script whose forms of the shared Han characters a text asks for. */
export type HanForms = 'sc' | 'jp' | 'kr'

/** A family of fonts as its npm package holds it: a `unicode.json` of slices, and one WOFF2 file for each. */
export interface Family {
  /** The npm package, and the folder below `fonts/` beside the service. */
  readonly packageName: string
  /** Whether one file holds every weight. */
  readonly variable: boolean
}

const fixed = (name: string): Family => ({ packageName: `@fontsource/${name}`, variable: false })
const variable = (name: string): Family => ({ packageName: `@fontsource-variable/${name}`, variable: true })

const sans = fixed('noto-sans')
const mono = fixed('noto-sans-mono')
const scripts = ['arabic', 'hebrew', 'devanagari', 'thai', 'armenian', 'georgian', 'bengali'].map((script) =>
  variable(`noto-sans-${script}`),
)
const [sc, tc, jp, kr] = ['sc', 'tc', 'jp', 'kr'].map((han) => variable(`noto-sans-${han}`)) as [
  Family,
  Family,
  Family,
  Family,
]

const han: Readonly<Record<HanForms, readonly Family[]>> = {
  sc: [sc, tc, jp, kr],
  jp: [jp, sc, tc, kr],
  kr: [kr, sc, tc, jp],
}

/** Every family, once. */
export const families: readonly Family[] = [sans, mono, ...scripts, sc, tc, jp, kr]

/** The families that are asked for a character, the first one first. */
export const familiesFor = (weight: Weight, forms: HanForms): readonly Family[] => [
  ...(weight === 'mono' ? [mono] : []),
  sans,
  ...scripts,
  ...han[forms],
]

/** Which forms of Han characters a text asks for, judged by the letters beside them. */
export const hanFormsOf = (text: string): HanForms => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  return /\p{Script=Hangul}/u.test(text) ? 'kr' : 'sc'
}

const numericSlice = /^\[(\d+)\]$/

/** The file of a slice at a weight, below the package. */
export const sliceFile = ({ packageName, variable: isVariable }: Family, slice: string, weight: Weight): string => {
  const base = packageName.slice(packageName.indexOf('/') + 1)
  const name = numericSlice.exec(slice)?.[1] ?? slice
  return `files/${base}-${name}-${isVariable ? 'wght' : weight === 'bold' ? '700' : '400'}-normal.woff2`
}

/** Every file of a family that the report may open, below its package. */
export const filesOfFamily = (family: Family, slices: readonly string[]): string[] => {
  const weights: readonly Weight[] = family.variable || family === mono ? ['regular'] : ['regular', 'bold']
  return slices.flatMap((slice) => weights.map((weight) => sliceFile(family, slice, weight)))
}
