const codes: Readonly<Record<string, string>> = {
  b: '1',
  f: '1',
  p: '1',
  v: '1',
  c: '2',
  g: '2',
  j: '2',
  k: '2',
  q: '2',
  s: '2',
  x: '2',
  z: '2',
  d: '3',
  t: '3',
  l: '4',
  m: '5',
  n: '5',
  r: '6',
}

/**
 * The American Soundex code of a word of Latin letters (US National Archives, "The Soundex Indexing System"): a letter
 * and three digits; '' for no letters.
 */
export const soundex = (word: string): string => {
  const letters = word.toLowerCase().replace(/[^a-z]/gu, '')
  let code = letters.slice(0, 1)
  let last = codes[code]
  for (const letter of letters.slice(1)) {
    const digit = codes[letter]
    if (digit !== undefined && digit !== last) code += digit
    // h and w do not part letters of one code, vowels do.
    if (letter !== 'h' && letter !== 'w') last = digit
  }
  return code === '' ? '' : code.padEnd(4, '0').slice(0, 4)
}
