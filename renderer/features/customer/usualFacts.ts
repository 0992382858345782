/** A fact of a profile as it is shown: a time, an amount, a range of amounts, a number, a place or text. */
export type UsualFact =
  | { readonly name: string; readonly kind: 'time'; readonly at: string }
  | {
      readonly name: string
      readonly kind: 'amount'
      readonly amount: number
      /** Whether it is a mean or the like, and no amount that was paid. */ readonly computed: boolean
    }
  | { readonly name: string; readonly kind: 'amounts'; readonly low: number; readonly high: number }
  | { readonly name: string; readonly kind: 'number'; readonly value: number }
  | { readonly name: string; readonly kind: 'text'; readonly text: string }

/** A profile as it is answered: any JSON by name. */
type Profile = Readonly<Record<string, unknown>>

/** Facts that have words of their own, in the order in which they are shown. */
export const namedFacts = [
  'usual_amounts',
  'usual_amount',
  'amount_mean',
  'amount_max',
  'first_seen_at',
  'last_seen_at',
  'last_country',
  'last_place',
  'last_located_at',
] as const

/** Told elsewhere on the page, or parts of a fact that is told whole. */
const toldElsewhere: ReadonlySet<string> = new Set([
  'activities',
  'amounts',
  'usual_amount_low',
  'usual_amount_high',
  'last_latitude',
  'last_longitude',
])

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d/u.test(text) && !Number.isNaN(Date.parse(text))

const isAmount = (name: string): boolean => /^usual_amount|^amount_/u.test(name)

const factOf = (name: string, value: unknown): UsualFact | null => {
  if (typeof value === 'number')
    return isAmount(name)
      ? { name, kind: 'amount', amount: value, computed: name !== 'amount_max' }
      : { name, kind: 'number', value }
  if (typeof value !== 'string' && typeof value !== 'boolean') return null
  const text = String(value)
  return isTime(text) ? { name, kind: 'time', at: text } : { name, kind: 'text', text }
}

const pair = (profile: Profile, first: string, second: string): readonly [number, number] | null => {
  const [one, other] = [profile[first], profile[second]]
  return typeof one === 'number' && typeof other === 'number' ? [one, other] : null
}

/** What is usual, as facts that a person reads; those without words of their own come last. */
export const usualFacts = (profile: Profile): readonly UsualFact[] => {
  const found = new Map<string, UsualFact>()
  const amounts = pair(profile, 'usual_amount_low', 'usual_amount_high')
  if (amounts !== null)
    found.set('usual_amounts', { name: 'usual_amounts', kind: 'amounts', low: amounts[0], high: amounts[1] })
  const place = pair(profile, 'last_latitude', 'last_longitude')
  if (place !== null)
    found.set('last_place', {
      name: 'last_place',
      kind: 'text',
      text: `${place[0].toFixed(4)}, ${place[1].toFixed(4)}`,
    })
  for (const [name, value] of Object.entries(profile)) {
    const fact = toldElsewhere.has(name) ? null : factOf(name, value)
    if (fact !== null) found.set(name, fact)
  }
  const named = namedFacts.flatMap((name) => found.get(name) ?? [])
  return [...named, ...[...found.values()].filter((fact) => !named.includes(fact))]
}

/** Activities by hour of the day (UTC); null where nothing was counted. */
export const hoursOf = ({ hours }: Profile): readonly number[] | null => {
  if (!Array.isArray(hours) || hours.length !== 24) return null
  const counts = hours.filter((count): count is number => typeof count === 'number')
  return counts.length === 24 && counts.some((count) => count > 0) ? counts : null
}
