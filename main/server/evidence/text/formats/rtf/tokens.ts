/** What an RTF document is made of (RTF 1.9.1, "RTF Syntax"). */
export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly word: string; readonly number: number }
  | { readonly kind: 'symbol'; readonly char: string }
  /** Bytes of text, as Latin-1. */
  | { readonly kind: 'bytes'; readonly bytes: string }

const binary = 'bin'

/** Takes a document apart, whose bytes are given as Latin-1. Binary data is passed over. */
export function* rtfTokens(rtf: string): Generator<RtfToken> {
  const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]{1,10000})|\\/giy
  for (let match = token.exec(rtf); match !== null; match = token.exec(rtf)) {
    const [, word, digits, hex, char, brace, bytes] = match
    if (word !== undefined) {
      const number = digits === undefined ? 1 : Number(digits)
      if (word.toLowerCase() === binary) token.lastIndex += Math.max(0, number)
      else yield { kind: 'word', word: word.toLowerCase(), number }
    } else if (hex !== undefined) yield { kind: 'bytes', bytes: String.fromCharCode(Number.parseInt(hex, 16)) }
    else if (char !== undefined) yield { kind: 'symbol', char }
    else if (brace !== undefined) yield { kind: brace === '{' ? 'open' : 'close' }
    else if (bytes !== undefined) yield { kind: 'bytes', bytes }
  }
}
