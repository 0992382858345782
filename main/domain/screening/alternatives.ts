import { lookedMax } from './name.ts'
import type { NameKind } from './name.ts'

const alternative = /\s*[/;|]\s*|\s+\(?(?:a\.?\/?k\.?\/?a\.?|f\.?\/?k\.?\/?a\.?|alias)\)?\s+/iu
const enough = (part: string): boolean => /\p{L}[^]*\s[^]*\p{L}{2}|\p{L}{6}/u.test(part)

/**
 * The names that a text tells: itself, and each of those that it ties by a stroke, a semicolon or `a.k.a.`, where each is
 * a name of its own (`A/S` is not). Sorted as they stand; at most `alternativesMax`.
 */
export const alternativesOf = (text: string, kind: NameKind): readonly string[] => {
  if (text.length > lookedMax || kind === 'thing') return [text]
  const parts = text.split(alternative).map((part) => part.trim())
  return parts.length < 2 || parts.length > alternativesMax || !parts.every(enough) ? [text] : [text, ...parts]
}

const alternativesMax = 4
