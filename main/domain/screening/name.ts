import { isForeign, toLatin } from './latin.ts'
import { personRoles } from './person-roles.ts'
import { skeletonOf, soundOf } from './sound.ts'
import { withoutUnseen } from './unseen.ts'
import {
  commonInOrganisations,
  commonInPeople,
  longestForm,
  numberWords,
  organisationForms,
  particles,
} from './words.ts'

/** Whom a name names. A thing is a vessel, an aircraft and the like. */
export type NameKind = 'person' | 'organisation' | 'thing'

/** What a token does in its name. */
export type TokenRole = 'name' | 'initial' | 'particle' | 'title' | 'form' | 'generic' | 'number'

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

const initialism = /(?<![\p{L}\p{N}])(?:\p{L}\.\s?){1,}\p{L}(?![\p{L}\p{N}])\.?|(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu
const apostrophes = /['’‘ʼʻʿʾ`´"“”«»]/gu
const separators = /[^\p{L}\p{N}\p{M}]+/u
const hump = /(?<=\p{Ll}{2})(?=\p{Lu}\p{L}{2})|(?<=\p{Ll}{3})(?=\p{Lu}{2,}$)/gu

const familyFirst = /^([^,，]+)[,，]([^,，]+)$/u

/** A name as it is read: cut, without what cannot be seen. */
const readable = (text: string): string => withoutUnseen(text.slice(0, lookedMax)).normalize('NFKC').slice(0, nameMax)

const pieces = (given: string, kind: NameKind): string[] => {
  const turned = kind === 'person' ? given.replace(familyFirst, '$2 $1') : given
  const joined = kind === 'person' ? turned : turned.replace(initialism, (letters) => letters.replace(/[.\s]/gu, ''))
  return joined
    .replace(/&/gu, ' and ')
    .replace(apostrophes, '')
    .replace(hump, ' ')
    .split(separators)
    .filter((piece) => piece !== '')
    .slice(0, tokensMax)
}

const lookAlikes: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }

/** Digits among letters are read as the letters that they look like. */
const withoutDigits = (latin: string): string =>
  /[a-z]/u.test(latin) && /\d/u.test(latin) ? latin.replace(/\d/gu, (digit) => lookAlikes[digit] ?? digit) : latin

const roman = /^(?=[ivx])(?:x{0,3})(?:ix|iv|v?i{0,3})$/u
const romanValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }
const romanValue = (text: string): number =>
  [...text].reduce((sum, letter, place) => {
    const value = romanValues[letter] ?? 0
    return sum + (value < (romanValues[text[place + 1] ?? ''] ?? 0) ? -value : value)
  }, 0)

const numberIn = (latin: string, kind: NameKind, place: number): string | null => {
  if (/^\d+$/u.test(latin)) return String(Number(latin.slice(0, 15)))
  const ordinal = /^(\d+)(?:st|nd|rd|th)$/u.exec(latin)
  if (ordinal !== null) return ordinal[1] ?? null
  if (kind === 'person') return null
  const word = numberWords.get(latin)
  if (word !== undefined) return String(word)
  return place > 0 && roman.test(latin) ? String(romanValue(latin)) : null
}

const token = (written: string, latin: string, role: TokenRole, commonness: number): NameToken => {
  const sound = soundOf(latin)
  const foreign = isForeign(written) ? written.toLowerCase() : null
  return { written, latin, foreign, sound, skeleton: skeletonOf(sound), role, weight: weightOf[role] * commonness }
}

const roleOf = (latin: string): TokenRole => {
  if (particles.has(latin) || latin === 'mv' || latin === 'mt') return 'particle'
  return commonInOrganisations.has(latin) ? 'generic' : 'name'
}

interface Form {
  readonly name: string
  readonly length: number
}

/** The form of organisation that begins at a place, the longest that fits; null where none does. */
const formAt = (latins: readonly string[], place: number): Form | null => {
  for (let length = Math.min(longestForm, latins.length - place); length > 0; length -= 1) {
    const name = organisationForms.get(latins.slice(place, place + length).join(' '))
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

/** Places of the words that stand before the comma of `FAMILY, Given`; they were turned to the end. */
const familyPlaces = (read: string, tokens: readonly NameToken[]): number[] => {
  const [, family = ''] = familyFirst.exec(read) ?? []
  const count = pieces(family, 'person').filter((piece) => toLatin(piece) !== '').length
  return count === 0 || count >= tokens.length ? [] : [...tokens.keys()].slice(-count)
}

/** Reads a name: its tokens in their order (`LAST, First` is turned), what each does, and how it sounds. Never fails; a name of no letters has no tokens. */
export const prepareName = (written: string, kind: NameKind): PreparedName => {
  const read = readable(written)
  const parts = pieces(read, kind)
    .map((piece) => ({ piece, latin: withoutDigits(toLatin(piece)) }))
    .filter(({ latin }) => latin !== '')
  const latins = parts.map(({ latin }) => latin)
  const people =
    kind === 'person' ? personRoles(parts.map(({ piece, latin }) => ({ latin, isSigns: signs.test(piece) }))) : null
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
    const number = numberIn(toLatin(piece), kind, place)
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
    else {
      const { role, weight } = people?.[place] ?? { role: roleOf(latin) }
      const isCommon = role === 'name' && kind === 'person' && commonInPeople.has(latin)
      tokens.push(token(piece, latin, role, weight === undefined ? (isCommon ? 0.8 : 1) : weight / weightOf[role]))
    }
  }
  const telling = tokens.filter(({ role }) => role !== 'title' && role !== 'form')
  return {
    written,
    kind,
    tokens,
    family: kind === 'person' ? familyPlaces(read, tokens) : [],
    joined: telling.map(({ latin }) => latin).join(''),
    weight: tokens.reduce((sum, { weight }) => sum + weight, 0),
  }
}
