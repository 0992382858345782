// ASCII, as ISO 646 names its control characters.
const controls =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  )

/**
 * Short names of characters that are not seen, or that change how others are seen (Unicode, sections 23.1, 23.2 and
 * 23.8).
 */
const names: Readonly<Record<number, string>> = {
  0x7f: 'DEL',
  0x85: 'NEL',
  0x00ad: 'SHY',
  0x034f: 'CGJ',
  0x061c: 'ALM',
  0x115f: 'HF',
  0x1160: 'HF',
  0x17b4: 'KIV',
  0x17b5: 'KIV',
  0x180e: 'MVS',
  0x200b: 'ZWSP',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x2028: 'LS',
  0x2029: 'PS',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x2060: 'WJ',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
  0x3164: 'HF',
  0xfeff: 'BOM',
}

// Joiners (U+200C, U+200D) and variation selectors stay: the scripts and emoji that need them would be broken without.
const hidden =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** A part of a text: as it is, or one character by its name. */
export type VisiblePart = { readonly text: string; readonly code: string | null }

const codeOf = (point: number): string => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`

const signOf = (point: number): string => controls[point] ?? names[point] ?? codeOf(point)

/** Cuts a text so that every control, bidirectional and invisible character stands as a sign of its own. Tabs stay. */
export const visibleParts = (text: string): VisiblePart[] => {
  const parts: VisiblePart[] = []
  let from = 0
  for (const match of text.matchAll(hidden)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), code: null })
    const point = match[0].codePointAt(0) ?? 0
    parts.push({ text: signOf(point), code: codeOf(point) })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), code: null })
  return parts
}
