import { searchAreas } from '../../../shared/schema/search.ts'
import type { SearchArea, SearchGroup, SearchResult } from '../../../shared/schema/search.ts'
import type { Env } from '../../platform/env.ts'
import type { TextFiles } from '../evidence-text/text-files.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { findAlerts } from './find-alerts.ts'
import { findBusinesses } from './find-businesses.ts'
import { findCases } from './find-cases.ts'
import { findEntities } from './find-entities.ts'
import { findEvidence } from './find-evidence.ts'
import { findInTexts } from './find-in-texts.ts'
import { findListEntries, findLists } from './find-lists.ts'
import { findReports } from './find-reports.ts'
import { findTransactions } from './find-transactions.ts'
import type { Finding, SearchReads } from './finding.ts'
import { questionOf } from './question.ts'

/** What the one search answers. */
export interface SearchAnswer {
  readonly groups: SearchGroup[]
  readonly texts: { readonly searched: number; readonly cases: number } | null
}

/** Looks for one text in everything that a person can open. */
export interface SearchStore {
  search(typed: string, areas?: readonly SearchArea[]): Promise<SearchAnswer>
}

/** What the search stands on. */
export interface SearchParts {
  /** Reads what is committed. */
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly env: Pick<Env, 'clock'>
  readonly files: Pick<TextFiles, 'open'>
}

/** What says of a result that something else names what was typed. */
const ownFields: ReadonlySet<string> = new Set(['number', 'former_number', 'reference', 'id', 'sha256'])

const namesItself = ({ items }: SearchGroup): boolean => {
  const reason = items[0]?.reason
  return reason !== undefined && reason.how === 'exact' && ownFields.has(reason.field)
}

/** Groups whose first result bears what was typed come before the others, each in the order of the areas. */
export const orderedGroups = (groups: readonly SearchGroup[]): SearchGroup[] => [
  ...groups.filter(namesItself),
  ...groups.filter((group) => !namesItself(group)),
]

/** Makes the search. */
export const createSearchStore = ({ sql, vault, env, files }: SearchParts): SearchStore => ({
  search: async (typed, areas = searchAreas.filter((area) => area !== 'evidence_text')) => {
    const question = questionOf(typed)
    const reads: SearchReads = { sql, vault, nowMs: env.clock.nowMs() }
    const texts = areas.includes('evidence_text') ? await findInTexts(reads, files, question) : null
    const find: Readonly<Record<SearchArea, () => Finding<SearchResult> | Promise<Finding<SearchResult>>>> = {
      case: () => findCases(reads, question),
      entity: () => findEntities(reads, question),
      alert: () => findAlerts(reads, question),
      transaction: () => findTransactions(reads, question),
      evidence: () => findEvidence(reads, question),
      evidence_text: () => texts ?? { items: [], more: false },
      report: () => findReports(reads, { vault, env }, question),
      list_entry: () => findListEntries(reads, question),
      list: () => findLists(reads, question),
      business: () => findBusinesses(reads, question),
    }
    const groups: SearchGroup[] = []
    for (const area of searchAreas) {
      if (!areas.includes(area)) continue
      const { items, more } = await find[area]()
      if (items.length > 0) groups.push({ area, items: [...items], more })
    }
    return {
      groups: orderedGroups(groups),
      texts: texts === null ? null : { searched: texts.searched, cases: texts.cases },
    }
  },
})
