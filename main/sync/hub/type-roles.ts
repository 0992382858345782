import { catalogue, ruleOf } from '../../../shared/entries/catalogue.ts'
import type { EntryRule } from '../../../shared/entries/entry-rule.ts'
import type { Role } from '../../../shared/schema/user.ts'

const typesOf = (holds: (rule: EntryRule) => boolean): readonly string[] =>
  Object.entries(catalogue).flatMap(([type, rule]) => (holds(rule) ? [type] : []))

/**
 * Y-31: the roles that may seal an entry of a type; null where every role that may write may. It is the word of the
 * operations of shared/api that seal these types; a test holds the two against each other.
 */
export const rolesFor = (type: string): readonly Role[] | null => {
  const by = ruleOf(type)?.by ?? 'writers'
  return typeof by === 'string' ? null : by
}

/** Every type that not everyone who may write may seal. */
export const narrowerTypes: readonly string[] = typesOf(({ by }) => typeof by !== 'string')

/** Types that only a hub seals (Y-3). */
export const hubTypes: ReadonlySet<string> = new Set(typesOf(({ by }) => by === 'hub'))

/** What an auditor leaves behind by reading. */
export const readingTypes: ReadonlySet<string> = new Set(typesOf(({ by }) => by === 'readers'))

/**
 * What an API key may do in the workspace's chain: work alerts that no case holds yet, and decide on them. It is never
 * anybody's second person.
 */
export const keyTypes: ReadonlySet<string> = new Set(typesOf(({ byApiKey }) => byApiKey === true))
