import type { EncodingName } from '../../../../shared/text/encoding-names.ts'

// Letters beyond a to z of the languages whose files come in one code page, with those that their foreign words have.
const western = [
  'äöüßéàè',
  'àâæçéèêëîïôœùûüÿ',
  'áéíñóúüçàò',
  'áâãçéêíóôõúàü',
  'àèéìíîòóùúç',
  'ëïéèöüáóíêà',
  'æøåéèêóòâüäö',
  'åäöéàüšž',
  'áðéíóúýþæö',
  'áðíóúýæø',
  'éèêçñïöôâà',
]
const central = [
  'áčďéěíňóřšťúůýžöüä',
  'áäčďéíĺľňóôŕšťúýž',
  'ąćęłńóśźżö',
  'áéíóöőúüű',
  'ăâîşţșț',
  'čćđšž',
  'äöüßé',
  'éáëöüßç',
]
const turkish = ['çğıiİöşüâîûé', 'äöüßéè', 'éèêàçîïôûâ']
const baltic = ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äöõüšž']
const vietnamese = ['ăâđêôơưàáãéèíìóòõúùýảẻỉỏủỷạẹịọụỵặấầẩậắằẳẵếềểễệốồổỗộớờởỡợứừửữự\u0300\u0301\u0303\u0309\u0323']

/** The alphabets whose letters a code page of Latin script is made for. */
export const latinAlphabets: ReadonlyMap<EncodingName, readonly ReadonlySet<string>[]> = new Map(
  (
    [
      ['windows-1252', western],
      ['macintosh', western],
      ['iso-8859-15', [...western, 'áéíóúàèêëïôœùûçšž']],
      ['windows-1250', central],
      ['iso-8859-2', central],
      ['windows-1254', turkish],
      ['windows-1257', baltic],
      ['windows-1258', vietnamese],
    ] as const
  ).map(([name, alphabets]) => [name, alphabets.map((letters) => new Set(letters.toLowerCase()))] as const),
)

/** Letters that any file of the west may hold beside one another: a list of customers has names of many languages. */
export const westernLetters: ReadonlySet<string> = new Set('äöüßàâæçéèêëîïôœùûÿáíñóúãõìòåø')

const cyrillic = [
  'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
  'абвгдѓежзѕијклљмнњопрстќуфхцчџшѐѝ',
].map((letters) => new Set(letters))
const cyrillicPages = ['windows-1251', 'iso-8859-5', 'koi8-r', 'ibm866', 'x-mac-cyrillic'] as const

/** The alphabets of languages that are written in Cyrillic, for the code pages that hold them. */
export const cyrillicAlphabets: ReadonlyMap<EncodingName, readonly ReadonlySet<string>[]> = new Map(
  cyrillicPages.map((name) => [name, cyrillic] as const),
)

/**
 * First bytes of the pairs that stand for the signs that are in common use; the rare ones come behind them in each
 * standard.
 */
export const commonPairs: ReadonlyMap<EncodingName, readonly (readonly [from: number, to: number])[]> = new Map([
  [
    'gb18030',
    [
      [0xa1, 0xa3],
      [0xb0, 0xd7],
    ],
  ],
  ['big5', [[0xa1, 0xc6]]],
  [
    'shift_jis',
    [
      [0x81, 0x83],
      [0x88, 0x97],
    ],
  ],
  [
    'euc-jp',
    [
      [0xa1, 0xa5],
      [0xb0, 0xcf],
    ],
  ],
  [
    'euc-kr',
    [
      [0xa1, 0xa3],
      [0xb0, 0xc8],
    ],
  ],
])

/** The script that the letters of a code page beyond ASCII are of. */
export const scriptOf: Readonly<Partial<Record<EncodingName, RegExp>>> = {
  'windows-1253': /\p{Script=Greek}/u,
  'windows-1255': /\p{Script=Hebrew}/u,
  'windows-1256': /\p{Script=Arabic}/u,
  'windows-874': /\p{Script=Thai}/u,
  gb18030: /\p{Script=Han}/u,
  big5: /\p{Script=Han}/u,
  shift_jis: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  'euc-jp': /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  'euc-kr': /\p{Script=Hangul}/u,
}
