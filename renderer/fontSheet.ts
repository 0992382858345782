/** From here on letters are of scripts that a system may lack; what lies before is Latin, Greek and Cyrillic. */
const firstLetter = 0x0530
/** Punctuation, arrows and signs: those of the system are used, as beside Latin. */
const signs = { from: 0x2000, to: 0x2bff } as const
/** The dotted circle, which carries the vowel signs of Indic scripts. */
const dottedCircle = 'U+25CC'

const isOfScript = (range: string): boolean => {
  if (range.toUpperCase() === dottedCircle) return true
  const [from = '', to = from] = range.slice(2).split('-')
  const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  return first >= firstLetter && (last < signs.from || first > signs.to)
}

/**
 * The style sheet of a package of fonts as the window needs it: its faces for letters of the script, with none for
 * Latin letters and signs, so that the family can stand before the fonts of the system.
 *
 * Behind a font of the system Chromium fetches a face and then does not draw with it.
 *
 * @param sheet the sheet of the package, whose faces each have one `src` and one `unicode-range`
 * @param folder the address of the package's folder, without a slash at its end
 */
export const sheetOfScript = (sheet: string, folder: string): string =>
  [...sheet.matchAll(/@font-face \{[^}]+\}/gu)]
    .map(([face]) =>
      face.replace(/url\(\.\//gu, `url(${folder}/`).replace(/unicode-range: ([^;]+);/u, (_, ranges: string) => {
        const kept = ranges.split(',').filter((range) => isOfScript(range.trim()))
        return `unicode-range: ${kept.join(',')};`
      }),
    )
    .filter((face) => !face.includes('unicode-range: ;'))
    .join('\n')
