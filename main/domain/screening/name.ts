import { consonantClasses, isArabic } from './arabic.ts'
import { eastSounds, noEastSound } from './east.ts'
import type { EastSound } from './east.ts'
import { asRead, damagedSpellings, lostSign, withLostSigns } from './damaged.ts'
import { longestForm } from './form-words.ts'
import { organisationForm, withKnownForms } from './organisation-forms.ts'
import { wellRead } from './misread.ts'
import { isForeign, toLatin } from './latin.ts'
import { numberOfWord, withoutDigits } from './numbers-in-names.ts'
import { personRoles } from './person-roles.ts'
import { personWords, wordInArabic } from './person-words.ts'
import { skeletonOf, soundOf } from './sound.ts'
import type { Spellings } from './spellings.ts'
import { withoutInvisible } from './unseen.ts'
import { commonInArabic, commonInOrganisations, commonInPeople, particles, plainEndings, shortWords } from './words.ts'

/** Whom a name names. A thing is a vessel, an aircraft and the like. */
export type NameKind = 'person' | 'organisation' | 'thing'

/** What a token does in its name. */
export type TokenRole = 'name' | 'initial' | 'particle' | 'title' | 'form' | 'generic' | 'number'

/** A word and how it sounds. */
export interface Spelled {
  readonly latin: string
  readonly sound: string
}

export interface NameToken {
  /** As it stands in the name. */
  readonly written: string
  /** Lower-case Latin; a number word is its digits, a form of organisation its class. */
  readonly latin: string
  /** Lower-case, in its own script; null for Latin. */
  readonly foreign: string | null
  readonly sound: string
  /** Its consonants. */
  readonly skeleton: string
  /** Classes of its consonants: what its spellings with and without vowels share. */
  readonly classes: string
  /** What its Latin spellings look like, where its own letters leave vowels out or are syllables; else null. */
  readonly spellings: Spellings | null
  /** Without the article that is written as one with it (Alharbi), and whether one stands apart (al-Harbi). */
  readonly bare: string | null
  readonly isArticled: boolean
  /** How `bare` sounds. */
  readonly bareSound: string | null
  /** Of a servant's name (Abdulkarim) what tells it from others: Karim. */
  readonly servant: Spelled | null
  /** Whether it is written in Han or Hangul. */
  readonly isSigns: boolean
  readonly east: EastSound
  readonly role: TokenRole
  /** What it counts for in its name, above 0. */
  readonly weight: number
}

/** A name that is ready to be compared. */
export interface PreparedName {
  readonly written: string
  readonly kind: NameKind
  readonly tokens: readonly NameToken[]
  /** Places of the family name where it is told apart (`FAMILY, Given`), else none. */
  readonly family: readonly number[]
  /** All Latin letters and digits in a row, without titles and forms. */
  readonly joined: string
  /** What all its tokens count for together. */
  readonly weight: number
}

/** What tokens of a role count for. */
const weightOf: Readonly<Record<TokenRole, number>> = {
  name: 1,
  initial: 0.4,
  particle: 0.1,
  title: 0.05,
  form: 0.1,
  generic: 0.5,
  number: 0.25,
}

/** Longest name that is read, in UTF-16 units; what is longer is cut. */
export const nameMax = 500

/** What is looked at of a text to read that much of it, where most cannot be seen. */
export const lookedMax = 20 * nameMax

const signs = /[\p{Script=Han}\p{Script=Hangul}]/u

const tokensMax = 24

const initialism = /(?<![\p{L}\p{N}])(?:\p{L}[.-]\s?){1,}\p{L}(?![\p{L}\p{N}])\.?|(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu
const apostrophes = /['’‘ʼʻʿʾ`´"“”«»]/gu
const separators = /[^\p{L}\p{N}\p{M}\ufffd]+/u
const hump = /(?<=\p{Ll}{2})(?=\p{Lu}\p{L}{2})|(?<=\p{Ll}{3})(?=\p{Lu}{2,}$)/gu

/** Son of, daughter of (s/o, d/o); in Malaysia `anak lelaki` and `anak perempuan` (a/l, a/p). */
const childOfStroke = /(?<!\p{L})([sd](?=\/o)|a(?=\/[lp]))\/([olp])(?!\p{L})/giu
/** Holds such a word together while a name is cut: a letter that no name has. */
const stroke = '\u01c0'
const familyFirst = /^([^,，]+)[,，]([^,，]+)$/u

/** A name as it is read: cut, without what cannot be seen. */
const readable = (text: string): string =>
  withoutInvisible(wellRead(text.slice(0, lookedMax)))
    .normalize('NFKC')
    .slice(0, nameMax)

const pieces = (given: string, kind: NameKind): string[] => {
  const turned = kind === 'person' ? given.replace(childOfStroke, `$1${stroke}$2`).replace(familyFirst, '$2 $1') : given
  const joined =
    kind === 'person'
      ? turned
      : withKnownForms(turned).replace(initialism, (letters) => letters.replace(/[.\s-]/gu, ''))
  return withLostSigns(joined)
    .replace(/&/gu, ' and ')
    .replace(apostrophes, '')
    .replace(hump, ' ')
    .split(separators)
    .filter((piece) => piece !== '')
    .slice(0, tokensMax)
}

const servantIn = (latin: string): Spelled | null => {
  const rest = latin.startsWith('abdul') ? latin.slice(5) : ''
  return rest.length < 3 ? null : { latin: rest, sound: soundOf(rest) }
}

const token = (written: string, latin: string, role: TokenRole, commonness: number): NameToken => {
  const sound = soundOf(latin)
  const foreign = isForeign(written) ? written.toLowerCase() : null
  return {
    written,
    latin,
    foreign,
    sound,
    skeleton: skeletonOf(sound),
    classes: consonantClasses(latin),
    spellings: damagedSpellings(written),
    bare: null,
    isArticled: false,
    bareSound: null,
    servant: servantIn(latin),
    isSigns: foreign !== null && signs.test(written),
    east: noEastSound,
    role,
    weight: weightOf[role] * commonness,
  }
}

const roleOf = (latin: string): TokenRole => {
  if (particles.has(latin) || latin === 'mv' || latin === 'mt') return 'particle'
  return commonInOrganisations.has(latin) ? 'generic' : 'name'
}

const arabicToken = (piece: string): NameToken => {
  const common = commonInArabic.get(plainEndings(piece))
  if (common !== undefined) return token(piece, common, 'generic', 1)
  const { latin, spellings, classes, bare, isArticled } = wordInArabic(piece)
  return {
    ...token(piece, latin, roleOf(latin), 1),
    spellings,
    classes,
    bare,
    bareSound: bare === null ? null : soundOf(bare),
    isArticled,
  }
}

interface Form {
  readonly name: string
  readonly length: number
}

/** The form of organisation that begins at a place, the longest that fits; null where none does. */
const formAt = (latins: readonly string[], place: number): Form | null => {
  for (let length = Math.min(longestForm, latins.length - place); length > 0; length -= 1) {
    const name = organisationForm(latins.slice(place, place + length).join(' '))
    if (name !== undefined) return { name, length }
  }
  return null
}

const isForm = (form: Form | null, kind: NameKind, place: number, count: number): form is Form =>
  form !== null &&
  kind === 'organisation' &&
  form.length < count &&
  (place === 0 || place + form.length >= count - 2 || form.length > 1)

/** Two number words beside each other that are one number: forty four. */
const joinsNumber = (before: NameToken | undefined, value: string): boolean =>
  before?.role === 'number' &&
  /^[2-9]0$/u.test(before.latin) &&
  /^[1-9]$/u.test(value) &&
  /[a-z]/iu.test(before.written)

/** Reads a name: its tokens in their order (`LAST, First` is turned), what each does, and how it sounds. Never fails; a name of no letters has no tokens. */
export const prepareName = (written: string, kind: NameKind): PreparedName =>
  kind === 'person' ? preparePerson(written) : prepareOther(written, kind)

/** A short way of writing a word that organisations share, as the word. */
const spelledOut = (latin: string, kind: NameKind): string =>
  kind === 'person' ? latin : (shortWords.get(latin) ?? latin)

const partsOf = (read: string, kind: NameKind) =>
  pieces(read, kind)
    .map((piece) =>
      piece.includes(stroke)
        ? { piece: piece.replaceAll(stroke, '/'), latin: 'bin' }
        : { piece, latin: spelledOut(withoutDigits(toLatin(piece)), kind) },
    )
    .filter(({ latin }) => latin !== '')

const prepareOther = (written: string, kind: NameKind): PreparedName => {
  const parts = partsOf(readable(written), kind)
  const latins = parts.map(({ latin }) => latin)
  const tokens: NameToken[] = []
  for (let place = 0; place < parts.length; place += 1) {
    const { piece, latin } = parts[place] ?? { piece: '', latin: '' }
    const form = formAt(latins, place)
    if (isForm(form, kind, place, parts.length)) {
      tokens.push(
        token(
          parts
            .slice(place, place + form.length)
            .map((part) => part.piece)
            .join(' '),
          form.name,
          'form',
          1,
        ),
      )
      place += form.length - 1
      continue
    }
    const number = numberOfWord(toLatin(piece), false, place)
    const last = tokens.at(-1)
    if (number !== null && last !== undefined && joinsNumber(last, number)) {
      tokens[tokens.length - 1] = token(
        `${last.written} ${piece}`,
        String(Number(last.latin) + Number(number)),
        'number',
        1,
      )
      continue
    }
    if (number !== null) tokens.push(token(piece, number, 'number', 1))
    else tokens.push(isArabic(piece) ? arabicToken(piece) : token(piece, latin, roleOf(latin), 1))
  }
  return prepared(written, kind, tokens, [])
}

const isDamaged = ({ written }: NameToken): boolean => written.includes(lostSign)

const prepared = (
  written: string,
  kind: NameKind,
  tokens: readonly NameToken[],
  family: readonly number[],
): PreparedName => {
  const telling = tokens.filter(({ role }) => role !== 'title' && role !== 'form')
  return {
    written,
    kind,
    tokens: tokens.some(isDamaged) ? tokens.map((one) => ({ ...one, written: asRead(one.written, written) })) : tokens,
    family,
    joined: telling.map(({ latin }) => latin).join(''),
    weight: tokens.reduce((sum, { weight }) => sum + weight, 0),
  }
}

/** What stands before the comma of `FAMILY, Given` was turned to the end: so many words. */
const familyCount = (read: string): number => {
  const [, family] = familyFirst.exec(read) ?? []
  return family === undefined ? 0 : partsOf(family, 'person').length
}

const preparePerson = (written: string): PreparedName => {
  const read = readable(written)
  const parts = partsOf(read, 'person')
  const given = parts.length - familyCount(read)
  const words = personWords(
    parts.map(({ piece, latin }, place) => ({ written: piece, latin, isFamily: place >= given && given > 0 })),
    read,
  )
  const roles = personRoles(
    words.map(({ written: piece, latin, spellings }) => ({ latin, isSigns: signs.test(piece) || spellings !== null })),
  )
  // A family name of one letter (오, 우) is an initial elsewhere; how the words behind it sound is read with it.
  const named = words.filter((_, place) =>
    ['name', place === 0 ? 'initial' : 'name'].includes(roles[place]?.role ?? ''),
  )
  const sounds = eastSounds(
    named.map(({ latin }) => latin),
    read,
  )
  const tokens = words.map(({ written: piece, latin, classes, spellings, bare, isArticled }, place): NameToken => {
    const number = numberOfWord(toLatin(piece), true, place)
    if (number !== null) return token(piece, number, 'number', 1)
    const { role, weight } = roles[place] ?? { role: 'name' }
    const commonness = role === 'name' && commonInPeople.has(latin) ? 0.8 : 1
    const east = sounds[named.findIndex((word) => word === words[place])] ?? noEastSound
    return {
      ...token(piece, latin, role, weight === undefined ? commonness : weight / weightOf[role]),
      classes,
      spellings,
      bare,
      bareSound: bare === null ? null : soundOf(bare),
      isArticled,
      east,
    }
  })
  return prepared(
    written,
    'person',
    tokens,
    [...words.keys()].filter((place) => words[place]?.isFamily === true),
  )
}
