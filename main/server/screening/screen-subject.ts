import type {
  ScreeningReason,
  ScreeningFull,
  ScreeningOutcome,
  ScreenedFacts,
  ScreenedRef,
  SearchedList,
  ScreeningPolicy,
  ScreeningMatchItem,
} from '../../../shared/schema/screening.ts'
import { matchItem, subjectOf } from '../../domain/screening/facts.ts'
import { createScreener } from '../../domain/screening/screener.ts'
import type { Screener, ScreeningMatch, ScreeningMode, ScreenOptions } from '../../domain/screening/screener.ts'
import type { Random } from '../../platform/random.ts'
import { keepMatches, knownHits, nothingKept } from '../../storage/screening/keep-matches.ts'
import type { ComparedSubject, Kept, SubjectMatch } from '../../storage/screening/keep-matches.ts'
import { keepScreening } from '../../storage/screening/screenings.ts'
import { storedFacts } from '../../storage/screening/subjects.ts'
import type { ScreeningHitsTable, ScreeningSubjectsTable, ScreeningToldTable } from '../../storage/screening/tables.ts'
import { factSetsOf, settleTold } from '../../storage/screening/told-names.ts'
import type { FactSet } from '../../storage/screening/told-names.ts'
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
const countingLists = (
  { lists }: LoadedLists,
  { excluded_lists: excluded }: ScreeningPolicy,
): readonly string[] | null =>
  excluded.length === 0 ? null : lists.map(({ key }) => key).filter((key) => !excluded.includes(key))

/** The settings that the policy gives. */
export const settingsOf = (
  policy: ScreeningPolicy,
  loaded: LoadedLists,
  mode: ScreeningMode = policy.mode,
): ScreenSettings => ({
  mode,
  threshold: mode === 'ofac' ? policy.ofac_threshold : policy.threshold,
  lists: countingLists(loaded, policy),
})

/** Settings as the screener takes them. */
export const optionsOf = ({ mode, threshold, lists }: ScreenSettings): ScreenOptions => ({
  mode,
  threshold,
  ...(lists === null ? {} : { lists }),
})

/** Those of some lists that a question is about. */
export const listsAsked = <T extends { readonly key: string }>(
  all: readonly T[],
  { lists }: Pick<ScreenSettings, 'lists'>,
): T[] => all.filter(({ key }) => lists === null || lists.includes(key))

/** Matches that an answer shows and a screening keeps, the best ones; how many there were is told beside them. */
export const shownMax = 50

/** Finds whom of the lists a subject fits. */
export const search = (
  { screener }: LoadedLists,
  facts: ScreenedFacts,
  ref: ScreenedRef | null,
  settings: ScreenSettings,
): readonly ScreeningMatch[] => screener.screen(subjectOf(facts, ref), optionsOf(settings))

/** A listed entry that a subject was found to fit before. */
export type KnownEntry = Pick<ScreeningHitsTable, 'list' | 'entry_id'>

const keyOf = (list: string, id: string): string => JSON.stringify([list, id])

/** Of each entry the match that scores best; where two do alike, that of the earlier facts. */
const bestByEntry = (
  screener: Screener,
  ref: ScreenedRef,
  sets: readonly FactSet[],
  options: ScreenOptions,
): Map<string, SubjectMatch> => {
  const best = new Map<string, SubjectMatch>()
  for (const { facts, digest } of sets) {
    for (const match of screener.screen(subjectOf(facts, ref), options)) {
      const key = keyOf(match.list, match.entry.id)
      if (match.score > (best.get(key)?.match.score ?? -1)) best.set(key, { match, digest })
    }
  }
  return best
}

/** What a registered subject is searched in. */
export interface SubjectSearch {
  readonly loaded: LoadedLists
  /** Searches the lists that are loaded, or a part of them. */
  readonly screener: Screener
  readonly options: ScreenOptions
}

/**
 * Finds whom of the lists a registered subject fits by any of its facts, and compares it with the entries that it
 * fitted before whether or not the index comes upon them: what was not compared is not gone. Best first.
 */
export const searchAgain = (
  { loaded, screener, options }: SubjectSearch,
  ref: ScreenedRef,
  sets: readonly FactSet[],
  known: readonly KnownEntry[],
): readonly SubjectMatch[] => {
  const found = bestByEntry(screener, ref, sets, options)
  const passedOver = known.filter(({ list, entry_id: id }) => !found.has(keyOf(list, id)))
  const lists = loaded.lists.flatMap(({ key, version }) => {
    const entries = passedOver.flatMap(({ list, entry_id: id }) => (list === key ? (loaded.entry(key, id) ?? []) : []))
    return entries.length === 0 ? [] : [{ key, version, entries }]
  })
  const again = lists.length === 0 ? [] : bestByEntry(createScreener(lists), ref, sets, options).values()
  return [...found.values(), ...again].sort((a, b) => b.match.score - a.match.score)
}

/** What was compared of the lists that count; `was` tells the entries, all of them where it is left out. */
export const comparedWith = (
  loaded: LoadedLists,
  { lists }: Pick<ScreenOptions, 'lists'>,
  was: ComparedSubject['was'] = () => true,
): ComparedSubject => ({
  was,
  isListed: (list, id) => (lists === undefined || lists.includes(list)) && loaded.entry(list, id) !== undefined,
})

/**
 * What a search of some lists came to; matches that a person called false before do not count, and those stand that a
 * person called true, found or not.
 */
export const outcomeOfSearch = (
  searched: readonly unknown[],
  matches: number,
  { cleared, standing }: Pick<Kept, 'cleared' | 'standing'> = nothingKept,
): ScreeningOutcome => (searched.length === 0 ? 'no_lists' : matches > cleared || standing > 0 ? 'hits' : 'clear')

/** What a screening of a registered subject came to. */
export interface SubjectScreening {
  readonly uid: string
  readonly status: ScreeningOutcome
  readonly matches: readonly ScreeningMatchItem[]
  readonly kept: Kept
}

/** In which transaction, with which lists and by which policy subjects are screened. */
export interface Screening {
  readonly tx: LedgerTx
  readonly random: Random
  readonly loaded: LoadedLists
  readonly lists: readonly SearchedList[]
  readonly policy: ScreeningPolicy
}

/**
 * Screens a registered subject, by all that is known of it, against all lists by the policy, and keeps what came of it.
 */
export const screenRegistered = async (
  { tx, random, loaded, lists, policy }: Screening,
  row: ScreeningSubjectsTable,
  reason: ScreeningReason,
): Promise<SubjectScreening> => {
  const settings = settingsOf(policy, loaded)
  const options = optionsOf(settings)
  const known = await knownHits(tx.sql, row.n)
  const sets = await factSetsOf(tx.sql, row)
  const found = searchAgain({ loaded, screener: loaded.screener, options }, row, sets, known)
  // Where nothing was compared, nothing is known: what was found before stays.
  const searched = listsAsked(lists, settings)
  const hasLists = searched.length > 0
  const kept = hasLists
    ? await keepMatches({ tx, random, subject: row, hits: known }, found, comparedWith(loaded, options))
    : nothingKept
  const uid = random.uuidv7(tx.nowMs)
  const matches = found.map(({ match }) => matchItem(match))
  const status = outcomeOfSearch(searched, matches.length, kept)
  const names = [...new Set(sets.flatMap(({ facts }) => facts.names))]
  await keepScreening(tx, uid, {
    reason,
    subjectN: row.n,
    searched: names,
    status,
    mode: settings.mode,
    threshold: settings.threshold,
    lists: searched,
    hits: matches.length,
    cleared: kept.cleared,
    standing: kept.standing,
    matches: matches.slice(0, shownMax),
  })
  if (hasLists) {
    await tx.sql.run('update screening_subjects set screened_at = ?, waiting = null where n = ?', tx.nowMs, row.n)
    await settleTold(tx, row.n, null)
  }
  return { uid, status, matches, kept }
}

/** Nothing but what was told was compared: no hit goes for it. */
const onlyTold: ComparedSubject = { was: () => false, isListed: () => true }

/**
 * Screens what an activity told of a registered subject by itself. A hit takes it up where it fits the entry better
 * than what was known: then a person must look, whatever was said before.
 */
export const screenTold = async (
  { tx, random, loaded, lists, policy }: Screening,
  told: ScreeningToldTable,
): Promise<void> => {
  const row = await tx.sql.get<ScreeningSubjectsTable>('select * from screening_subjects where n = ?', told.subject_n)
  if (row === undefined) throw new Error('something was told of a subject that has no row')
  const settings = settingsOf(policy, loaded)
  const searched = listsAsked(lists, settings)
  if (searched.length === 0) return
  const known = await knownHits(tx.sql, row.n)
  const facts = storedFacts(told)
  const found = [...bestByEntry(loaded.screener, row, [{ facts, digest: told.digest }], optionsOf(settings)).values()]
  const standing = new Map(
    known
      .filter(({ gone_at: goneAt, unfit_at: unfitAt }) => goneAt === null && unfitAt === null)
      .map((hit) => [keyOf(hit.list, hit.entry_id), hit]),
  )
  const hitOf = ({ match: { list, entry } }: SubjectMatch): ScreeningHitsTable | undefined =>
    standing.get(keyOf(list, entry.id))
  const isStronger = (one: SubjectMatch): boolean => matchItem(one.match).score > (hitOf(one)?.score ?? -1)
  const kept = await keepMatches({ tx, random, subject: row, hits: known }, found.filter(isStronger), onlyTold)
  const cleared = kept.cleared + found.filter((one) => !isStronger(one) && hitOf(one)?.state === 'false_match').length
  const matches = found.map(({ match }) => matchItem(match))
  await keepScreening(tx, random.uuidv7(tx.nowMs), {
    reason: 'intake',
    subjectN: row.n,
    searched: facts.names,
    status: outcomeOfSearch(searched, matches.length, { cleared, standing: 0 }),
    mode: settings.mode,
    threshold: settings.threshold,
    lists: searched,
    hits: matches.length,
    cleared,
    standing: 0,
    matches: matches.slice(0, shownMax),
  })
  await settleTold(tx, row.n, told.n)
}

/** Matches without a register. */
export const withoutHits = (matches: readonly ScreeningMatchItem[]): ScreeningFull['matches'] =>
  matches.map((match) => ({ ...match, hit_id: null, hit_state: null }))
