import type { InterestKind, PartyKind, StatedShare } from '../../../../shared/schema/kyb.ts'
import type { Interest, Network, OwnershipParty } from '../../../../main/domain/kyb/ownership/parties.ts'

/** What is held, in percent: exact, a range, or not stated. */
export type Held = number | readonly [min: number, max: number] | null

export const share = (held: Held): StatedShare | null => {
  if (held === null) return null
  const [min, max] = typeof held === 'number' ? [held, held] : held
  return { min, max, above_min: false, below_max: false }
}

/** One interest: `owner` holds `held` percent of `owned`. */
export const holds = (
  owner: string,
  owned: string,
  held: Held,
  kind: InterestKind = 'shareholding',
  more: Partial<Interest> = {},
): Interest => ({ owner, owned, kind, share: share(held), direct: 'direct', declared: false, ...more })

/** A network above T. Lower-case names are people, others companies, unless `kinds` says otherwise. */
export const networkOf = (
  interests: readonly Interest[],
  kinds: Readonly<Record<string, PartyKind>> = {},
  target = 'T',
): Network => {
  const keys = [...new Set([target, ...interests.flatMap(({ owner, owned }) => [owner, owned])])]
  const partyOf = (key: string): OwnershipParty => ({
    key,
    name: key,
    kind: kinds[key] ?? (key === key.toLowerCase() ? 'person' : 'company'),
    known: kinds[key] !== 'unknown',
  })
  return { target, parties: new Map(keys.map((key) => [key, partyOf(key)])), interests, truncated: false }
}
