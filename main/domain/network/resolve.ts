import type { MergeReason } from '../../../shared/schema/network.ts'
import { scoreText } from '../../../shared/text/score.ts'
import { prepareName } from '../screening/name.ts'
import { scorePrecisely } from '../screening/precise.ts'

/** What of an entity is compared with others. */
export interface Comparable {
  readonly names: readonly string[]
  readonly birthDates: readonly string[]
  readonly identifiers: readonly string[]
  /** What it uses: `email:a@b.example`, `phone:+4912345678`, `address:...`, `device:...`, `card:...`. */
  readonly shared: readonly string[]
}

/** How far two entities are one and the same, and why. */
export interface Comparison {
  /** 0 to 1. */
  readonly score: number
  readonly reasons: readonly MergeReason[]
}

/** From here on a merge is proposed. */
export const proposeFrom = 0.75

/**
 * In log-odds: what two entities that have anything in common start from, and what each agreement and contradiction
 * adds (docs/decisions/network-merges.md).
 */
const settings = {
  start: -4,
  identifier: 6,
  shared: { email: 4, phone: 3.5, card: 2.5, address: 2, device: 1.5 },
  name: [
    { from: 0.95, adds: 3.5 },
    { from: 0.85, adds: 2.5 },
    { from: 0.75, adds: 1 },
    { from: 0.5, adds: -1 },
    { from: 0, adds: -3 },
  ],
  sameBirth: 2.5,
  otherBirth: -5,
} as const

type Weighed = Omit<MergeReason, 'share'> & { readonly adds: number }

const compareNames = (a: readonly string[], b: readonly string[]): Weighed | null => {
  let best: { readonly score: number; readonly left: string; readonly right: string } | null = null
  for (const left of a) {
    for (const right of b) {
      const { score } = scorePrecisely(prepareName(left, 'person'), prepareName(right, 'person'))
      if (best === null || score > best.score) best = { score, left, right }
    }
  }
  if (best === null) return null
  const { score, left, right } = best
  const adds = settings.name.find(({ from }) => score >= from)?.adds ?? 0
  return {
    fact: 'name',
    adds,
    text: `The names ${left} and ${right} ${adds > 0 ? 'agree' : 'differ'} (${scoreText(score)}).`,
  }
}

const compareBirths = (a: readonly string[], b: readonly string[]): Weighed | null => {
  if (a.length === 0 || b.length === 0) return null
  const same = a.find((date) => b.includes(date))
  return same === undefined
    ? { fact: 'birth_date', adds: settings.otherBirth, text: `The dates of birth ${a[0]} and ${b[0]} differ.` }
    : { fact: 'birth_date', adds: settings.sameBirth, text: `Both were born on ${same}.` }
}

type SharedKind = keyof typeof settings.shared
const isSharedKind = (kind: string): kind is SharedKind => Object.hasOwn(settings.shared, kind)
const whatOf: Readonly<Record<SharedKind, string>> = {
  email: 'e-mail address',
  phone: 'telephone number',
  card: 'card',
  address: 'address',
  device: 'device',
}

/** The first of each kind that both use: a second device adds little to the first. */
const compareShared = (a: readonly string[], b: readonly string[]): Weighed[] => {
  const found = new Map<SharedKind, string>()
  const others = new Set(b)
  for (const used of [...a].sort()) {
    const kind = used.slice(0, used.indexOf(':'))
    if (isSharedKind(kind) && others.has(used) && !found.has(kind)) found.set(kind, used.slice(kind.length + 1))
  }
  return [...found].map(([kind, id]) => ({
    fact: kind,
    adds: settings.shared[kind],
    text: `Both use the ${whatOf[kind]} ${id}.`,
  }))
}

const compareIdentifiers = (a: readonly string[], b: readonly string[]): Weighed | null => {
  const same = a.find((identifier) => b.includes(identifier))
  return same === undefined
    ? null
    : { fact: 'identifier', adds: settings.identifier, text: `Both bear the identifier ${same}.` }
}

/** Compares two entities; whichever is named first, the score is the same. */
export const compareEntities = (a: Comparable, b: Comparable): Comparison => {
  const weighed = [
    compareIdentifiers(a.identifiers, b.identifiers),
    ...compareShared(a.shared, b.shared),
    compareNames(a.names, b.names),
    compareBirths(a.birthDates, b.birthDates),
  ].filter((reason) => reason !== null)
  const sum = weighed.reduce<number>((total, { adds }) => total + adds, settings.start)
  const score = 1 / (1 + Math.exp(-sum))
  const whole = weighed.reduce((total, { adds }) => total + Math.abs(adds), 0)
  const reasons = weighed
    .map(({ adds, ...reason }) => ({ ...reason, share: whole === 0 ? 0 : (score * adds) / whole }))
    .sort((one, other) => other.share - one.share)
  return { score, reasons }
}

/**
 * Under what an entity lies together with those that may be it: what it uses, its identifiers, and how its names sound.
 */
export const blocksOf = ({ names, identifiers, shared }: Comparable): readonly string[] => [
  ...shared.filter((used) => isSharedKind(used.slice(0, used.indexOf(':')))),
  ...identifiers.map((identifier) => `identifier:${identifier}`),
  ...names.flatMap((name) => {
    const sounds = prepareName(name, 'person')
      .tokens.filter(({ role }) => role === 'name')
      .map(({ sound }) => sound)
    return sounds.length < 2 ? [] : [`name:${sounds.sort().join(' ')}`]
  }),
]

/** A block with more members than this tells nothing: a shop's tablet, a name that everybody bears. */
export const blockMax = 30
