import { analyse } from 'chardet'
import type { EncodingName } from '../../../../shared/text/encoding-names.ts'
import { createTextReader } from '../../imports/encoding.ts'
import { cyrillicAlphabets, latinAlphabets, scriptOf } from './alphabets.ts'
import { fitsLanguage, fitsOneLanguage, hasSignsAlone, isPlausible, mayBeLatin9 } from './plausible.ts'

/** In which encoding bytes that are no Unicode seem to be, and whether that is sure enough to be sealed. */
export interface EncodingGuess {
  readonly encoding: EncodingName
  readonly sure: boolean
  /** The bytes as they read in it. */
  readonly text: string
}

const candidates: readonly EncodingName[] = [
  ...latinAlphabets.keys(),
  ...cyrillicAlphabets.keys(),
  ...(Object.keys(scriptOf) as EncodingName[]),
]

/**
 * Names that the detector has for them. Where it says a standard of ISO, it means the code page that has the same
 * letters too.
 */
const named: ReadonlyMap<string, readonly EncodingName[]> = new Map([
  ['ISO-8859-1', ['windows-1252']],
  ['ISO-8859-2', ['iso-8859-2', 'windows-1250']],
  ['ISO-8859-5', ['iso-8859-5']],
  ['ISO-8859-6', ['windows-1256']],
  ['ISO-8859-7', ['windows-1253']],
  ['ISO-8859-8', ['windows-1255']],
  ['ISO-8859-9', ['windows-1254']],
  ['KOI8-R', ['koi8-r']],
  ['GB18030', ['gb18030']],
  ['Big5', ['big5']],
  ['Shift_JIS', ['shift_jis']],
  ['EUC-JP', ['euc-jp']],
  ['EUC-KR', ['euc-kr']],
])

const confidences = (bytes: Uint8Array): ReadonlyMap<EncodingName, number> => {
  const found = new Map<EncodingName, number>()
  for (const { name, confidence } of analyse(bytes)) {
    for (const encoding of named.get(name) ?? candidates.filter((candidate) => candidate === name))
      found.set(encoding, Math.max(confidence, found.get(encoding) ?? 0))
  }
  return found
}

const read = (bytes: Uint8Array, encoding: EncodingName): string => {
  const reader = createTextReader(encoding)
  return reader.push(bytes) + reader.end()
}

/**
 * The least confidence, and the least lead before whatever reads otherwise, with which the detector alone is believed.
 */
const [leastConfidence, leastLead] = [20, 12]

type Reading = Pick<EncodingGuess, 'encoding' | 'text'>

/** A sign of money, of marks or of sums before a letter, where a page of another maker has a capital: `€ванов`. */
const signBefore = /(?<![\p{L}\p{N}])[\p{S}†‡‰][\p{Script=Cyrillic}]/u

/** Whether a page of Cyrillic reads as words what another reads with signs in the place of capitals. */
const isCleanerCyrillic = (rival: Reading, best: Reading): boolean =>
  cyrillicAlphabets.has(rival.encoding) &&
  cyrillicAlphabets.has(best.encoding) &&
  signBefore.test(best.text) &&
  !signBefore.test(rival.text)

/**
 * Guesses the encoding of bytes that are no Unicode. It is sure where only one reading gives words that a language of
 * that code page is written in, or where the detector puts one of several well before the others; readings that give
 * the same text are one, and one language is put before several.
 */
export const guessEncoding = (bytes: Uint8Array): EncodingGuess => {
  const western = read(bytes, 'windows-1252')
  if (mayBeLatin9(western)) {
    const latin9 = read(bytes, 'iso-8859-15')
    if (isPlausible(latin9) && fitsLanguage(latin9, bytes, 'iso-8859-15'))
      return { encoding: 'iso-8859-15', sure: false, text: latin9 }
  }
  if (hasSignsAlone(western) && isPlausible(western)) return { encoding: 'windows-1252', sure: true, text: western }
  const confidence = confidences(bytes)
  const readings = candidates.map((encoding) => ({
    encoding,
    text: read(bytes, encoding),
    confidence: confidence.get(encoding) ?? 0,
  }))
  const fitting = readings
    .filter(({ encoding, text }) => isPlausible(text) && fitsLanguage(text, bytes, encoding))
    .map((reading) => ({ ...reading, isOne: fitsOneLanguage(reading.text, reading.encoding) }))
    // Letters of several languages of the west beside one another are often those of one language of another page.
    .toSorted((one, other) => Number(other.isOne) - Number(one.isOne) || other.confidence - one.confidence)
  const [best] = fitting
  if (best === undefined) {
    const likeliest = readings.toSorted((one, other) => other.confidence - one.confidence)[0]
    return { encoding: likeliest?.encoding ?? 'windows-1252', sure: false, text: likeliest?.text ?? western }
  }
  const rivals = fitting.filter(({ text }) => text !== best.text)
  const lead = best.confidence - Math.max(0, ...rivals.map((rival) => rival.confidence))
  const sure =
    !rivals.some((rival) => isCleanerCyrillic(rival, best)) &&
    (rivals.length === 0 || (best.confidence >= leastConfidence && lead >= leastLead))
  return { encoding: best.encoding, sure, text: best.text }
}
