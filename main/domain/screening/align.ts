import { joinedEastSound, soundAlike } from './east.ts'
import type { NameToken, PreparedName } from './name.ts'
import { compareTokens, type TokenRelation } from './token-similarity.ts'

/**
 * Tokens of one name that stand for tokens of another; each side has one, or one has several that are written as one in
 * the other.
 */
export interface AlignedPart {
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly similarity: number
  readonly relation: TokenRelation
}

/** How the tokens of two names lie beside each other. */
export interface Alignment {
  readonly parts: readonly AlignedPart[]
  /** Places of tokens that nothing stands for. */
  readonly leftAlone: readonly number[]
  readonly rightAlone: readonly number[]
}

/** What words are written as one with the article between them: Sayf al-Islam, Sayfulislam. */
const withArticles = (
  tokens: readonly NameToken[],
  of: (one: NameToken) => string,
  article = 'ul',
): readonly string[] => tokens.map((one, place) => (one.isArticled && place > 0 ? article : '') + of(one))

const joinedToken = (tokens: readonly NameToken[]): NameToken => {
  const [first] = tokens
  if (first === undefined) throw new Error('no tokens to join')
  const own = tokens.map(({ foreign, latin }) => foreign ?? latin).join('')
  return {
    written: tokens.map(({ written }) => written).join(' '),
    latin: withArticles(tokens, ({ latin }) => latin).join(''),
    foreign: tokens.some(({ foreign }) => foreign !== null) ? own : null,
    sound: withArticles(tokens, ({ sound }) => sound)
      .join('')
      .replace(/(.)\1+/gu, '$1'),
    skeleton: withArticles(tokens, ({ skeleton }) => skeleton, 'l').join(''),
    classes: tokens.map(({ classes }) => classes).join(''),
    spellings: null,
    bare: null,
    bareSound: null,
    servant: null,
    isSigns: tokens.some(({ isSigns }) => isSigns),
    isArticled: first.isArticled,
    east: joinedEastSound(tokens.map(({ east }) => east)),
    role: 'name',
    weight: tokens.reduce((sum, { weight }) => sum + weight, 0),
  }
}

interface Candidate extends AlignedPart {
  readonly gain: number
}

const joinable = (tokens: readonly NameToken[]): boolean =>
  tokens.every(
    ({ role, foreign, spellings }) => role !== 'form' && role !== 'title' && (foreign !== null || spellings === null),
  )

/** Letters that stand for several names: JP for Jean Pierre. */
const areInitials = ({ written, role }: NameToken): boolean =>
  role === 'name' && written.length < 4 && /^\p{Lu}{2,3}$/u.test(written) && !/[AEIOUY]/u.test(written)

/** Runs of names against the letters that they begin with, written as one. */
const initials = (many: readonly NameToken[], single: readonly NameToken[], isLeftMany: boolean): Candidate[] =>
  [...single.entries()].flatMap(([at, token]) => {
    if (!areInitials(token)) return []
    const { length } = token.latin
    return [...many.keys()].slice(0, Math.max(0, many.length - length + 1)).flatMap((place) => {
      const run = many.slice(place, place + length)
      const begin = run.map(({ role, latin }) => (role === 'name' || role === 'initial' ? latin.slice(0, 1) : ' '))
      if (begin.join('') !== token.latin) return []
      const places = run.map((_, offset) => place + offset)
      const [left, right] = isLeftMany ? [places, [at]] : [[at], places]
      return [{ left, right, similarity: 0.8, relation: 'initial' as const, gain: 0.8 }]
    })
  })

/** Runs of two to four tokens of one side against single ones of the other. */
const joins = (many: readonly NameToken[], single: readonly NameToken[], isLeftMany: boolean): Candidate[] => {
  const found: Candidate[] = []
  for (let length = 2; length <= Math.min(4, many.length); length += 1) {
    for (let place = 0; place + length <= many.length; place += 1) {
      const run = many.slice(place, place + length)
      if (!joinable(run)) continue
      const written = run.reduce((sum, { latin }) => sum + latin.length, 0)
      const east = joinedEastSound(run.map((one) => one.east))
      // A word that stands there itself is not written as one with its neighbour.
      const isNear = (token: NameToken): boolean =>
        joinable([token]) &&
        (soundAlike(token.east, east) ||
          (token.spellings === null && Math.abs(token.latin.length - written) <= 2 && token.latin.length >= 4)) &&
        !run.some(({ latin }) => latin === token.latin)
      let whole: NameToken | null = null
      single.forEach((token, at) => {
        if (!isNear(token)) return
        whole ??= joinedToken(run)
        const match = compareTokens({ ...token, role: 'name' }, whole)
        if (match === null || match.relation === 'consonants') return
        if (match.similarity < 0.9 && !differInVowels(token, whole, match.similarity)) return
        const places = run.map((_, offset) => place + offset)
        const gain = match.similarity * Math.min(whole.weight, token.weight) + 0.05
        found.push({
          left: isLeftMany ? places : [at],
          right: isLeftMany ? [at] : places,
          similarity: match.similarity,
          relation: 'joined',
          gain,
        })
      })
    }
  }
  return found
}

/** Written as one, with another vowel between the words: Aboubakar, Seifelislam. */
const differInVowels = (a: NameToken, b: NameToken, similarity: number): boolean =>
  similarity >= 0.75 && a.skeleton.length > 2 && a.skeleton === b.skeleton && a.latin.startsWith(b.latin.slice(0, 1))

const pairs = (left: readonly NameToken[], right: readonly NameToken[]): Candidate[] =>
  left.flatMap((a, i) =>
    right.flatMap((b, j) => {
      const match = compareTokens(a, b)
      if (match === null) return []
      // Of two that fit alike the one nearer to its place is taken.
      const gain = match.similarity * Math.min(a.weight, b.weight) - 0.001 * Math.abs(i - j)
      return [{ left: [i], right: [j], similarity: match.similarity, relation: match.relation, gain }]
    }),
  )

const areFree = (places: readonly number[], taken: ReadonlySet<number>): boolean =>
  places.every((place) => !taken.has(place))

/** Lays two names beside each other: best parts first, each token once. */
export const alignNames = (left: PreparedName, right: PreparedName): Alignment => {
  const candidates = [
    ...pairs(left.tokens, right.tokens),
    ...joins(left.tokens, right.tokens, true),
    ...joins(right.tokens, left.tokens, false),
    ...(left.kind === 'person' && right.tokens.some(areInitials) ? initials(left.tokens, right.tokens, true) : []),
    ...(left.kind === 'person' && left.tokens.some(areInitials) ? initials(right.tokens, left.tokens, false) : []),
  ]
  candidates.sort((a, b) => b.gain - a.gain)
  const leftTaken = new Set<number>()
  const rightTaken = new Set<number>()
  const parts: AlignedPart[] = []
  for (const { left: l, right: r, similarity, relation } of candidates) {
    if (!areFree(l, leftTaken) || !areFree(r, rightTaken)) continue
    for (const place of l) leftTaken.add(place)
    for (const place of r) rightTaken.add(place)
    parts.push({ left: l, right: r, similarity, relation })
  }
  const alone = (tokens: readonly NameToken[], taken: ReadonlySet<number>): number[] =>
    tokens.map((_, place) => place).filter((place) => !taken.has(place))
  return { parts, leftAlone: alone(left.tokens, leftTaken), rightAlone: alone(right.tokens, rightTaken) }
}
