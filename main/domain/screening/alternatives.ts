import { lookedMax } from './name.ts'
import type { NameKind } from './name.ts'

/** A stroke that is none of `A/S` or `s/o`, where one letter alone follows. */
const strokes = String.raw`\s?(?:[;|]|\/(?!\p{L}(?!\p{L})))\s?`
const shortTies = String.raw`[anf][./]?k[./]?a\.?|d[./]?b[./]?a\.?|t\/a|alias`
const longTies = '(?:also|formerly|previously|now) known as|formerly|previously|trading as|doing business as'
const alternative = new RegExp(String.raw`${strokes}|\s\(?(?:${shortTies}|${longTies})\)?:?\s`, 'iu')

/** Six letters in a row, or two behind a space behind one. */
const enough = (part: string): boolean => {
  if (/\p{L}{6}/u.test(part)) return true
  const first = part.search(/\p{L}/u)
  const space = first === -1 ? -1 : part.slice(first).search(/\s/u)
  return space !== -1 && /\p{L}{2}/u.test(part.slice(first + space))
}

/**
 * The names that a text tells: itself, and each of those that it ties by a stroke, a semicolon or `a.k.a.`, where each
 * is a name of its own (`A/S` is not). Sorted as they stand; at most `alternativesMax`.
 */
export const alternativesOf = (text: string, kind: NameKind): readonly string[] => {
  if (text.length > lookedMax || kind === 'thing') return [text]
  const parts = text
    .replaceAll(/\s+/gu, ' ')
    .split(alternative)
    .map((part) => part.trim())
  return parts.length < 2 || parts.length > alternativesMax || !parts.every(enough) ? [text] : [text, ...parts]
}

const alternativesMax = 4
