import type { FoundOf, SearchReason } from '../../../shared/schema/search.ts'
import { bareIdentifier } from '../../domain/kyb/places.ts'
import type { FoundParty } from '../kyb/search.ts'
import { foundMost, shownOf } from './finding.ts'
import type { SearchCandidate, Finding, SearchReads } from './finding.ts'
import type { Question } from './question.ts'
import { reasonOfId, reasonOfName } from './reasons.ts'

type Business = FoundOf<'business'>
type Found = SearchCandidate<number, FoundParty>

/** Parties that are looked at: of data that is no longer current there are some, too. */
const lookedAt = 200

const shown = (row: FoundParty, reason: SearchReason): Business => ({
  kind: 'business',
  id: `${row.dataset_key}:${row.key}`,
  name: row.name,
  party_kind: row.kind,
  jurisdiction: row.jurisdiction,
  reason,
})

const byIdentifier = ({ sql }: SearchReads, question: Question): Found[] => {
  const value = bareIdentifier(question.typed)
  if (question.spellings.length === 0 || value === '') return []
  return sql
    .all<FoundParty>(
      `select p.*, d.key as dataset_key from ownership_datasets d
       cross join ownership_identifiers i on i.dataset = d.id and i.value = ?
       cross join ownership_parties p on p.n = i.party where d.in_force = 1 order by d.key, p.n limit ?`,
      value,
      foundMost,
    )
    .flatMap((row) => {
      const reason = reasonOfId(question, 'id', question.typed)
      return reason === null ? [] : [{ key: row.n, row, reason }]
    })
}

const byName = ({ sql }: SearchReads, question: Question): Found[] =>
  question.match === null
    ? []
    : sql
        .all<FoundParty>(
          `select p.*, d.key as dataset_key from (
             select rowid as n from ownership_names where ownership_names match ? limit ${lookedAt}
           ) found cross join ownership_parties p on p.n = found.n cross join ownership_datasets d on d.id = p.dataset and d.in_force = 1 limit ?`,
          question.match,
          foundMost,
        )
        .map((row) => ({ key: row.n, row, reason: reasonOfName(question, 'name', [row.name]) }))

/** Companies and others of the ownership data, by identifier and by name. */
export const findBusinesses = (reads: SearchReads, question: Question): Finding<Business> =>
  shownOf([...byIdentifier(reads, question), ...byName(reads, question)], shown)
