import { toLatin } from './latin.ts'

/** How East Asian names sound by the customs of writing them; null for what is no such name. */
export interface EastSound {
  /** By the customs of Korea, north and south. */
  readonly korean: string | null
  /** As Koreans write themselves in Latin letters, where that differs: Sung for 성. */
  readonly koreanOwn: string | null
  /** Written by Wade and Giles. */
  readonly wade: string | null
  /** Written in Pinyin: as Wade and Giles would write it. */
  readonly pinyin: string | null
  /** Of a Chinese name of a family name and a given one of two syllables: these, in Pinyin. */
  readonly given: readonly string[] | null
}

export const noEastSound: EastSound = { korean: null, koreanOwn: null, wade: null, pinyin: null, given: null }

const twoSignFamilies = new Set(
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 夏侯 皇甫 尉迟 公孙 慕容 令狐 东方 南宫 南宮 남궁 황보 제갈 선우 독고 사공 서문'.split(
    ' ',
  ),
)

/** A word of a name by its place. */
interface Word {
  readonly written: string
  readonly latin: string
  readonly isFamily: boolean
}

/** A name in Han or Hangul without spaces is cut where its family name ends. */
export const splitSigns = (words: readonly Word[]): readonly Word[] => {
  const [only] = words
  if (
    words.length !== 1 ||
    only === undefined ||
    !/^(?:\p{Script=Han}{2,4}|\p{Script=Hangul}{2,4})$/u.test(only.written)
  )
    return words
  const signs = [...only.written]
  const length = signs.length > 2 && twoSignFamilies.has(signs.slice(0, 2).join('')) ? 2 : 1
  const cut = [signs.slice(0, length), signs.slice(length)].map((part, place) => ({
    written: part.join(''),
    latin: toLatin(part.join('')),
    isFamily: place === 0,
  }))
  // A sign that has no Latin letters makes no word.
  return cut.some(({ latin }) => latin === '') ? words : cut
}

const koreanFamilies: Readonly<Record<string, string>> = Object.fromEntries(
  `li lee yi ri rhee rhie li i yee|lim im lim rim yim|no roh noh no ro|yu ryu yu yoo ryoo lyu|pak park bak pak|so suh seo so|cong jung jeong chung chong jong
  pek paik baek paek baik|mun moon mun|kim gim kim|kang gang kang|kwak gwak kwak|coe choe choi choy|co jo cho|cang jang chang|yun yoon yun|han han|o oh o|sin shin sin|kwon gwon kwon
  hwang hwang|an ahn an|song song|hong hong|con jeon chon jon chun|ko go ko koh|yang ryang yang|son sohn son|pe bae pae
  ho heo ho huh|nam nam|sim shim sim|ha ha|cu joo ju chu|na ra na|min min|pyon byun pyon|cin jin chin|om um eom|won won
  cha cha|ku gu koo ku|u woo wu u|tak tak|ki ki|pyo pyo|pang bang pang|kong gong kong|sok seok sok suk|sol seol sol
  kil gil kil|yo yeo yo|yom yeom yom yum|myong myeong myong myung|pan ban pan|kum keum geum kum|hyon hyeon hyon hyun|ham ham
  ce chae|to do to|maeng maeng`
    .split(/[|\n]/u)
    .flatMap((line) => {
      const [code = '', ...spellings] = line.trim().split(' ')
      return spellings.map((spelling) => [spelling, code] as const)
    }),
)

const koreanSyllables = /^(?:[ktpcslmnh]?[yw]?(?:oe|ui|[aeiou])(?:ng|[knmlpt])?)+$/u

const koreanCode = (latin: string): string | null => {
  const code = latin
    .replace(/eo/gu, 'o')
    .replace(/eu/gu, 'u')
    .replace(/(?<=y|ch|c)e(?=ng?)/gu, 'o')
    .replace(/(?<=[ktpcslmnh])wu/gu, 'u')
    .replace(/woo|oo|ou/gu, 'u')
    .replace(/ee/gu, 'i')
    .replace(/oi/gu, 'oe')
    .replace(/ae|ai/gu, 'e')
    .replace(/ch|j/gu, 'c')
    .replace(/sh/gu, 's')
    .replace(/ng/gu, 'N')
    .replace(/g/gu, 'k')
    .replace(/N/gu, 'ng')
    .replace(/d/gu, 't')
    .replace(/b/gu, 'p')
    .replace(/r/gu, 'l')
    .replace(/^l(?=y)/u, '')
    .replace(/(.)\1+/gu, '$1')
    .replace(/(?<=[aeiou])h(?![aeiouyw])/gu, '')
  return koreanSyllables.test(code) ? code : null
}

/** Young, Jung, Hyun and Sun are written with u for a vowel that the rules write eo. Null where nothing changes. */
const ownCode = (code: string | null): string | null => {
  const own = code
    ?.replace(/(?<=y)u(?=[nklmp])/gu, 'o')
    .replace(/(?<=^|[ktpcslmnhg])u(?=ng)/gu, 'o')
    .replace(/(?<=[sc])u(?=[nl])/gu, 'o')
  return own === undefined || own === code ? null : own
}

/** Two or three words, each of a few syllables. */
const namesHave = (latins: readonly string[]): boolean =>
  latins.length > 1 && latins.length < 4 && latins.every(({ length }) => length <= 16)

/** Each word as Korean names sound; null where one is none, or none is a family name. */
const koreanSounds = (latins: readonly string[], isHangul: boolean): readonly string[] | null => {
  const [first = '', last = ''] = [latins[0], latins.at(-1)]
  const family = koreanFamilies[first] === undefined ? latins.length - 1 : 0
  if (!namesHave(latins)) return null
  if (!isHangul && koreanFamilies[first] === undefined && koreanFamilies[last] === undefined) return null
  const codes = latins.map(
    (latin, place) => (place === family ? koreanFamilies[latin] : undefined) ?? koreanCode(latin),
  )
  return codes.every((code) => code !== null) ? codes : null
}

const oneVowel = /^[^aeiouy]*[aeiouy]{1,3}[^aeiouy]*$/u

const rhymes = 'uang|ang|eng|ong|uai|uan|ai|ei|ao|ou|an|en|un|ua|ui|uo|er|[aeiu]'
const softRhymes = 'iang|iong|ing|ian|iao|uan|ia|ie|iu|in|ue|un|[iu]'
const pinyin = `(?:[jqx](?:${softRhymes})|(?:zh|ch|sh|[rzcs])(?:${rhymes})|[bpmfdtnlgkhyw](?:iang|iao|ian|ing|ie|iu|in|ue|${rhymes}|o))`
const bareSyllable = '(?:ang|eng|ai|ei|ao|ou|an|en|er|[aeo])'
const pinyinWord = new RegExp(`^(?:${pinyin}|${bareSyllable})(?:${pinyin})*$`, 'u')
const pinyinRest = new RegExp(`^(?:${pinyin})*$`, 'u')
const firstSyllable = new RegExp(`^(?:${pinyin}|${bareSyllable})`, 'u')
const wadeWord =
  /^(?:(?:hs|tsz?|tz|ss|sz|ch|sh|[pmftnlkhjyw])?(?:iang|iung|uang|ang|eng|ing|ung|ieh|ien|iao|ueh|uei|uai|uan|erh|ih|eh|ai|ei|ao|ou|an|en|in|un|ia|iu|ua|ui|uo|[aeiou]))+$/u

/** Whether a word is one syllable of a Korean or Chinese name, as such names are written apart. */
export const isEastSyllable = (latin: string): boolean =>
  oneVowel.test(latin) && (koreanCode(latin) !== null || pinyinWord.test(latin))

/** The syllables of a word in Pinyin; the word itself where it is none. */
export const pinyinSyllables = (latin: string): readonly string[] => {
  const found: string[] = []
  let rest = latin
  while (rest !== '') {
    let end = firstSyllable.exec(rest)?.[0].length ?? 0
    while (end > 1 && end < rest.length && !pinyinRest.test(rest.slice(end))) end -= 1
    if (end === 0) return [latin]
    found.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return found
}

const hissing: Readonly<Record<string, string>> = {
  zi: 'tzu',
  ci: 'tzu',
  si: 'ssu',
  zhi: 'chih',
  chi: 'chih',
  shi: 'shih',
  ri: 'jih',
  er: 'erh',
}
const initials: Readonly<Record<string, string>> = {
  b: 'p',
  d: 't',
  g: 'k',
  j: 'ch',
  q: 'ch',
  x: 'hs',
  zh: 'ch',
  z: 'ts',
  c: 'ts',
  r: 'j',
}

const syllableToWade = (syllable: string): string => {
  const whole = hissing[syllable]
  if (whole !== undefined) return whole
  const [, initial = '', rhyme = ''] = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw]?)(.*)$/u.exec(syllable) ?? []
  const said = rhyme
    .replace(/ong$/u, 'ung')
    .replace(/ian$/u, 'ien')
    .replace(/ie$/u, 'ieh')
    .replace(/ue$/u, 'ueh')
    .replace(/^uo$/u, /^[gkh]$|^sh$/u.test(initial) ? 'uo' : 'o')
    .replace(/^e$/u, /^[gkh]?$/u.test(initial) ? 'o' : 'e')
    .replace(/^ui$/u, /^[gk]$/u.test(initial) ? 'uei' : 'ui')
  const written = `${initials[initial] ?? initial}${said}`
  return written.replace(/^yan$/u, 'yen').replace(/^ye$/u, 'yeh').replace(/^you$/u, 'yu').replace(/^yi$/u, 'i')
}

const plainWade = (latin: string): string =>
  latin
    .replace(/^yi$/u, 'i')
    .replace(/szu/gu, 'ssu')
    .replace(/tze|tse/gu, 'tse')

/** A name in Pinyin, each word as Wade and Giles would write it. */
const pinyinSounds = (latins: readonly string[]): readonly string[] | null =>
  latins.every((latin) => pinyinWord.test(latin))
    ? latins.map((latin) => pinyinSyllables(latin).map(syllableToWade).join(''))
    : null

/** A name that only Wade and Giles write so. */
const wadeSounds = (latins: readonly string[]): readonly string[] | null =>
  latins.every((latin) => wadeWord.test(latin)) ? latins.map(plainWade) : null

/** Given names as Wade and Giles tie them: Kuo-hua. */
const tiedGiven = /\p{Lu}\p{Ll}+-\p{Ll}/u

/** The two syllables of a given name beside a family name of one. */
const givenSyllables = (latins: readonly string[], place: number): readonly string[] | null => {
  const syllables = latins.map(pinyinSyllables)
  const [own, other] = [syllables[place] ?? [], syllables[1 - place] ?? []]
  return latins.length === 2 && own.length === 2 && other.length === 1 ? own : null
}

/** Syllables that people mix up, as one. */
const mixedUp = (syllable: string): string => syllable.replace(/(?<=^[zcs])h/u, '').replace(/ng$/u, 'n')

/** Whether two given names in Pinyin differ in a syllable: Guoqiang is not Guoliang, whatever their letters share. */
export const areOtherGiven = (a: EastSound, b: EastSound): boolean =>
  a.given !== null &&
  b.given !== null &&
  a.given.some((syllable, place) => mixedUp(syllable) !== mixedUp(b.given?.[place] ?? ''))

/** How the words of a person's name sound if it is Chinese or Korean. */
export const eastSounds = (latins: readonly string[], written: string): readonly EastSound[] => {
  const isHangul = /^[\p{Script=Hangul}\P{L}]+$/u.test(written)
  const korean = koreanSounds(latins, isHangul)
  const isChinese = !isHangul && namesHave(latins)
  const pinyin = isChinese ? pinyinSounds(latins) : null
  const wade = isChinese && (pinyin === null || tiedGiven.test(written)) ? wadeSounds(latins) : null
  if (korean === null && pinyin === null && wade === null) return latins.map(() => noEastSound)
  return latins.map((_, place) => ({
    korean: korean?.[place] ?? null,
    koreanOwn: isHangul ? null : ownCode(korean?.[place] ?? null),
    wade: wade?.[place] ?? null,
    pinyin: pinyin?.[place] ?? null,
    given: pinyin === null ? null : givenSyllables(latins, place),
  }))
}

const isSame = (a: string | null, b: string | null): boolean => a !== null && a === b

/** Whether both are words of Korean names: there one other syllable is another name. */
export const areKorean = (a: EastSound, b: EastSound): boolean => a.korean !== null && b.korean !== null

/** Whether two words are one by two customs of writing. */
export const soundAlike = (a: EastSound, b: EastSound): boolean =>
  a !== noEastSound &&
  b !== noEastSound &&
  (isSame(a.korean, b.korean) ||
    isSame(a.koreanOwn, b.korean) ||
    isSame(a.korean, b.koreanOwn) ||
    isSame(a.wade, b.pinyin) ||
    isSame(a.pinyin, b.wade))

const joinedSound = (sounds: readonly (string | null)[]): string | null =>
  sounds.every((sound) => sound !== null) ? sounds.join('') : null

/** Words that are written as one. */
export const joinedEastSound = (sounds: readonly EastSound[]): EastSound =>
  sounds.includes(noEastSound)
    ? noEastSound
    : {
        korean: joinedSound(sounds.map(({ korean }) => korean)),
        koreanOwn: sounds.some(({ koreanOwn }) => koreanOwn !== null)
          ? joinedSound(sounds.map(({ korean, koreanOwn }) => koreanOwn ?? korean))
          : null,
        wade: joinedSound(sounds.map(({ wade }) => wade)),
        pinyin: joinedSound(sounds.map(({ pinyin }) => pinyin)),
        given: null,
      }
