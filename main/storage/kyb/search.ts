import type { PartyKind, CheckOutcome } from '../../../shared/schema/kyb.ts'
import { bareIdentifier } from '../../domain/kyb/places.ts'
import { skippedOf } from '../alerts/skip.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import type { PartyRow } from './tables.ts'

/** A party with the key of its data set. */
export type FoundParty = PartyRow & { readonly dataset_key: string }

/** What is searched for. */
export interface PartySearch {
  readonly q?: string | undefined
  readonly kind?: PartyKind | undefined
  readonly dataset?: string | undefined
  readonly outcome?: CheckOutcome | undefined
  /** Behind this one. */
  readonly after: { readonly name: string; readonly n: number } | null
  readonly skip?: number | undefined
  readonly size: number
}

/** Parties that were found, and how many were passed over before them, where that was asked for. */
export interface FoundParties {
  readonly parties: readonly FoundParty[]
  readonly skipped?: number
}

const wordsMax = 12

/** Each word of a search as the beginning of a word of a name. What is quoted is no syntax. */
const matchOf = (q: string): string | null => {
  const words = q.match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []
  return words.length === 0
    ? null
    : words
        .slice(0, wordsMax)
        .map((word) => `"${word}"*`)
        .join(' ')
}

const lastOutcome = `(select c.outcome from business_checks c where c.business = d.key || ':' || p.key order by c.n desc limit 1)`

/** Parties of the data in force, by name; one more than asked for where there are more. */
export const searchParties = (
  sql: SyncStatements,
  { q, kind, dataset, outcome, after, skip, size }: PartySearch,
): FoundParties => {
  const values: SqlValue[] = [kind ?? 'company']
  const conditions = ['p.kind = ?', 'd.in_force = 1']
  if (dataset !== undefined) {
    conditions.push('d.key = ?')
    values.push(dataset)
  }
  if (q !== undefined) {
    const match = matchOf(q)
    const identifier = bareIdentifier(q)
    if (match === null) return { parties: [], ...skippedOf(skip, false, () => 0) }
    conditions.push(
      '(p.n in (select rowid from ownership_names where ownership_names match ?) or p.n in (select party from ownership_identifiers i where i.dataset = d.id and i.value = ?))',
    )
    values.push(match, identifier)
  }
  if (outcome !== undefined) {
    conditions.push(
      `d.key || ':' || p.key in (select business from business_checks where outcome = ?)`,
      `${lastOutcome} = ?`,
    )
    values.push(outcome, outcome)
  }
  if (after !== null) {
    conditions.push('(p.name, p.n) > (?, ?)')
    values.push(after.name, after.n)
  }
  // The texts differ by which conditions there are, and not by values.
  const found = `from ownership_parties p cross join ownership_datasets d on d.id = p.dataset where ${conditions.join(' and ')}`
  const parties = sql.all<FoundParty>(
    `select p.*, d.key as dataset_key ${found} order by p.name, p.n limit ? offset ?`,
    ...values,
    size + 1,
    skip ?? 0,
  )
  return {
    parties,
    ...skippedOf(
      skip,
      parties.length > 0,
      (most) =>
        sql.get<{ parties: number }>(`select count(*) as parties from (select 1 ${found} limit ?)`, ...values, most)
          ?.parties ?? 0,
    ),
  }
}

/** Companies of the data in force that bear an identifier. */
export const partiesWithIdentifier = (sql: SyncStatements, value: string): readonly FoundParty[] =>
  sql.all<FoundParty>(
    `select p.*, d.key as dataset_key from ownership_datasets d join ownership_identifiers i on i.dataset = d.id and i.value = ? join ownership_parties p on p.n = i.party
     where d.in_force = 1 and p.kind <> 'person' order by d.key, p.n limit 10`,
    bareIdentifier(value),
  )

/** How many companies are at a place, and some of their names. */
export const companiesAt = (
  sql: SyncStatements,
  dataset: number,
  place: string,
): { readonly companies: number; readonly examples: readonly string[] } => ({
  companies:
    sql.get<{ count: number }>(
      'select count(*) as count from ownership_addresses where dataset = ? and place = ? and company = 1',
      dataset,
      place,
    )?.count ?? 0,
  examples: sql
    .all<{ name: string }>(
      'select p.name from ownership_addresses a join ownership_parties p on p.n = a.party where a.dataset = ? and a.place = ? and a.company = 1 order by p.n limit 5',
      dataset,
      place,
    )
    .map(({ name }) => name),
})

/** In how many companies a party has a post on a day. */
export const postsOf = (sql: SyncStatements, dataset: number, owner: string, day: string): number =>
  sql.get<{ count: number }>(
    `select count(distinct owned) as count from ownership_interests where dataset = ? and owner = ? and kind in ('board_member', 'board_chair', 'senior_managing_official')
     and (from_day is null or from_day <= ?) and (to_day is null or to_day > ?)`,
    dataset,
    owner,
    day,
    day,
  )?.count ?? 0
