/** Words of RTF 1.9.1 that bear on its text. */

/** Destinations whose text is that of the document. */
export const shownDestinations: ReadonlySet<string> = new Set([
  ...['rtf', 'header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf', 'footnote'],
  ...['annotation', 'field', 'fldrslt', 'shptxt', 'shprslt', 'ud', 'result', 'pntext'],
])

/** What a document says of itself. */
export const infoNames: ReadonlyMap<string, string> = new Map([
  ['title', 'Title'],
  ['subject', 'Subject'],
  ['author', 'Author'],
  ['operator', 'Last modified by'],
  ['keywords', 'Keywords'],
  ['doccomm', 'Description'],
])

/** Destinations whose text is needed and not shown. */
export const keptDestinations: ReadonlySet<string> = new Set([...infoNames.keys(), 'fonttbl', 'fldinst'])

/** Destinations whose text is none of the document, though they are not marked as such. */
export const silentDestinations: ReadonlySet<string> = new Set([
  ...['colortbl', 'stylesheet', 'info', 'pict', 'object', 'objdata', 'filetbl', 'listtable', 'listoverridetable'],
  ...[
    'rsidtbl',
    'revtbl',
    'xmlnstbl',
    'themedata',
    'datastore',
    'upr',
    'bkmkstart',
    'bkmkend',
    'nonshppict',
    'shpinst',
  ],
])

/** Words that stand for a sign. */
export const signs: ReadonlyMap<string, string> = new Map([
  ...['par', 'line', 'sect', 'page', 'row', 'nestrow'].map((word): [string, string] => [word, '\n']),
  ...['tab', 'cell', 'nestcell'].map((word): [string, string] => [word, '\t']),
  ...['emspace', 'enspace', 'qmspace'].map((word): [string, string] => [word, ' ']),
  ['emdash', '\u2014'],
  ['endash', '\u2013'],
  ['lquote', '\u2018'],
  ['rquote', '\u2019'],
  ['ldblquote', '\u201c'],
  ['rdblquote', '\u201d'],
  ['bullet', '\u2022'],
])

/** Signs that stand for a sign. */
export const symbols: ReadonlyMap<string, string> = new Map([
  ['~', ' '],
  ['_', '\u2011'],
  ['\n', '\n'],
  ['\r', '\n'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
])
