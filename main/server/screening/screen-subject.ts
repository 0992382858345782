import type { ScreeningReason, ScreeningFull, ScreeningOutcome, ScreenedFacts, ScreenedRef, SearchedList, ScreeningPolicy, ScreeningMatchItem } from '../../../shared/schema/screening.ts'
import { matchItem, subjectOf } from '../../domain/screening/facts.ts'
import type { ScreeningMatch, ScreeningMode, ScreenOptions } from '../../domain/screening/screener.ts'
import type { Random } from '../../platform/random.ts'
import { keepMatches } from '../../storage/screening/keep-matches.ts'
import type { Kept } from '../../storage/screening/keep-matches.ts'
import { keepScreening } from '../../storage/screening/screenings.ts'
import { storedFacts } from '../../storage/screening/subjects.ts'
import type { ScreeningSubjectsTable } from '../../storage/screening/tables.ts'
import type { LedgerTx } from '../../storage/ledger/ledger.ts'
import type { LoadedLists } from './lists-at-work.ts'

/** How to screen. */
export interface ScreenSettings {
  readonly mode: ScreeningMode
  readonly threshold: number
  /** Null: all lists in force. */
  readonly lists: readonly string[] | null
}

/** Keys of the lists that count by the policy; null: all that are loaded. */
const countingLists = ({ lists }: LoadedLists, { excluded_lists: excluded }: ScreeningPolicy): readonly string[] | null =>
  excluded.length === 0 ? null : lists.map(({ key }) => key).filter((key) => !excluded.includes(key))

/** The settings that the policy gives. */
export const settingsOf = (policy: ScreeningPolicy, loaded: LoadedLists, mode: ScreeningMode = policy.mode): ScreenSettings => ({ mode, threshold: mode === 'ofac' ? policy.ofac_threshold : policy.threshold, lists: countingLists(loaded, policy) })

/** Settings as the screener takes them. */
export const optionsOf = ({ mode, threshold, lists }: ScreenSettings): ScreenOptions => ({ mode, threshold, ...(lists === null ? {} : { lists }) })

/** Those of some lists that a question is about. */
export const listsAsked = <T extends { readonly key: string }>(all: readonly T[], { lists }: Pick<ScreenSettings, 'lists'>): T[] => all.filter(({ key }) => lists === null || lists.includes(key))

/** Finds whom of the lists a subject fits. */
export const search = ({ screener }: LoadedLists, facts: ScreenedFacts, ref: ScreenedRef | null, settings: ScreenSettings, limit?: number): readonly ScreeningMatch[] =>
  screener.screen(subjectOf(facts, ref), { ...optionsOf(settings), ...(limit === undefined ? {} : { limit }) })

/** What a search of some lists came to; matches that a person called false before do not count. */
export const outcomeOf = (searched: readonly unknown[], matches: number, cleared: number): ScreeningOutcome => (searched.length === 0 ? 'no_lists' : matches > cleared ? 'hits' : 'clear')

/** What a screening of a registered subject came to. */
export interface SubjectScreening {
  readonly uid: string
  readonly status: ScreeningOutcome
  readonly matches: readonly ScreeningMatchItem[]
  readonly kept: Kept
}

/** Screens a registered subject against all lists by the policy, and keeps what came of it. */
export const screenRegistered = async (tx: LedgerTx, random: Random, loaded: LoadedLists, lists: readonly SearchedList[], row: ScreeningSubjectsTable, policy: ScreeningPolicy, reason: ScreeningReason): Promise<SubjectScreening> => {
  const settings = settingsOf(policy, loaded)
  const facts = storedFacts(row)
  const found = search(loaded, facts, { kind: row.kind, id: row.id }, settings)
  // Where nothing was compared, nothing is known: what was found before stays.
  const searched = listsAsked(lists, settings)
  const hasLists = searched.length > 0
  const kept = hasLists ? await keepMatches(tx, random, row, found, () => true) : { found: 0, gone: 0, cleared: 0 }
  const uid = random.uuidv7(tx.nowMs)
  const matches = found.map(matchItem)
  const status = outcomeOf(searched, matches.length, kept.cleared)
  await keepScreening(tx, uid, { reason, subjectN: row.n, searched: facts.names, status, mode: settings.mode, threshold: settings.threshold, lists: searched, cleared: kept.cleared, matches })
  if (hasLists) await tx.sql.run('update screening_subjects set screened_at = ?, waiting = null where n = ?', tx.nowMs, row.n)
  return { uid, status, matches, kept }
}

/** Matches without a register. */
export const withoutHits = (matches: readonly ScreeningMatchItem[]): ScreeningFull['matches'] => matches.map((match) => ({ ...match, hit_id: null, hit_state: null }))
