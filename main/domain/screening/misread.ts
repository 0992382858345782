/** The letters of windows-1252 that are not those of Latin-1, by their byte. */
const windows: ReadonlyMap<string, number> = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((letter, place) => [letter, 0x80 + place]),
)

/** A first and a further byte of UTF-8 as windows-1252 shows them. */
const misread = /[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|apos|quot|nbsp));/giu
const named: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', nbsp: ' ' }

const byteOf = (letter: string): number => windows.get(letter) ?? letter.codePointAt(0) ?? 0x1_00

const asUtf8 = (text: string): string => {
  const bytes = [...text].map(byteOf)
  if (bytes.some((byte) => byte > 0xff)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return text
  }
}

const letterAt = (point: number): string => (point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : ' ')

/**
 * A text as it was meant: UTF-8 that was read as windows-1252 (`MÃ¼ller`), and letters that were written for HTML
 * (`&#252;`, `&amp;`). Anything else stays as it is.
 */
export const wellRead = (text: string): string => {
  const plain = text.includes('&')
    ? text.replace(entity, (_, decimal?: string, hex?: string, name?: string) =>
        name === undefined
          ? letterAt(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
          : (named[name.toLowerCase()] ?? ' '),
      )
    : text
  return misread.test(plain) ? asUtf8(plain) : plain
}
