const nothing: ReadonlySet<string> = new Set([
  'null',
  '(null)',
  '<null>',
  '[null]',
  'nan',
  '<na>',
  '#n/a',
  '#na',
  'n/a',
  'n.a.',
  'n.a',
  'none',
  'nil',
  'undefined',
  'unknown',
  'not available',
  'not applicable',
  '\\n',
  '-',
  '--',
  '---',
  '–',
  '—',
  '−',
  '?',
  '.',
  'nat',
  '#ref!',
  '#value!',
  '#name?',
  '#null!',
  '#num!',
  '#div/0!',
  'k.a.',
  'keine',
  'ohne',
  'нет',
  'н/д',
  '无',
  '無',
  '空',
  'なし',
  'لا يوجد',
])

/** Words are short: most identifiers are passed over by their length or their first letter's digit. */
const longest = 14

/**
 * Whether what stands in a cell of an identifier means that there is none: `NULL`, `\N`, `nan`, `#N/A`, `-` and their
 * like are what programs write for nothing, and nobody's number.
 */
export const saysNothing = (text: string): boolean => text.length <= longest && nothing.has(text.toLowerCase())
