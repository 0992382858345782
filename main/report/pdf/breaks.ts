import LineBreaker from 'linebreak'

const thai = /\p{Script=Thai}/u
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Letters as people count them: a base with its marks is one. */
export const graphemes = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment)

/** UAX #14 leaves the words of Thai, which has no spaces between them, to a dictionary. */
const thaiBreaks = (text: string): number[] =>
  Array.from(thaiWords.segment(text), ({ index }) => index).filter(
    (index) => index > 0 && thai.test(text[index - 1] as string) && thai.test(text[index] as string),
  )

// A path or a name with dots and underscores has no spaces; it may end a line after these.
const joints = /[/\\_.,;:=&?@+-](?=[\p{L}\p{N}])/gu

const jointBreaks = (text: string): number[] => Array.from(text.matchAll(joints), ({ index }) => index + 1)

/** Words longer than this may be broken at their joints; shorter ones stay whole. */
const longWord = 24

/** Offsets at which a line may end, ascending, the end of the text included. */
export const lineBreaks = (text: string): readonly number[] => {
  const breaker = new LineBreaker(text)
  const found = new Set<number>([text.length])
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) found.add(next.position)
  if (thai.test(text)) for (const position of thaiBreaks(text)) found.add(position)
  const whole = [...found].sort((a, b) => a - b)
  const extra = whole.flatMap((end, index) => {
    const start = whole[index - 1] ?? 0
    return end - start <= longWord ? [] : jointBreaks(text.slice(start, end)).map((position) => start + position)
  })
  return extra.length === 0 ? whole : [...new Set([...whole, ...extra])].sort((a, b) => a - b)
}
