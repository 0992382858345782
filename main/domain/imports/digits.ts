// First code points of the decimal digit ranges that the scripts of the supported languages use (Unicode category Nd).
const zeros = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0xff10,
]

const beyondAscii = /[^\u0000-\u007f]/u

/** Writes the decimal digits of any of these scripts as ASCII digits: ٢٠٢٦ and २०२६ become 2026. */
export const asciiDigits = (text: string): string =>
  beyondAscii.test(text)
    ? text.replaceAll(/\p{Nd}/gu, (digit) => {
        const code = digit.codePointAt(0) ?? 0
        const zero = zeros.find((start) => code >= start && code < start + 10)
        return zero === undefined ? digit : String(code - zero)
      })
    : text
