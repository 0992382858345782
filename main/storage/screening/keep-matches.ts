import type { ScreenedRef, ScreeningMatchItem } from '../../../shared/schema/screening.ts'
import { digestOfEntry, matchItem } from '../../domain/screening/facts.ts'
import type { ScreeningMatch } from '../../domain/screening/screener.ts'
import type { Random } from '../../platform/random.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'
import { raiseScreeningAlert } from './raise-alert.ts'
import type { AlertingHit } from './raise-alert.ts'
import type { ScreeningHitsTable, ScreeningSubjectsTable } from './tables.ts'

/** What a screening of a registered subject came to. */
export interface Kept {
  /** Hits that came, or came back. */
  readonly found: number
  /** Hits that no longer are. */
  readonly gone: number
  /** Matches that a person called false, and nothing has changed since. */
  readonly cleared: number
  /** Matches that a person called true, and that were found no longer: they stand. */
  readonly standing: number
}

/** What came of nothing. */
export const nothingKept: Kept = { found: 0, gone: 0, cleared: 0, standing: 0 }

/** What a subject was compared with. */
export interface ComparedSubject {
  /** Whether a listed entry was compared; what was not says nothing about hits that there are. */
  readonly was: (list: string, entryId: string) => boolean
  /** Whether an entry stands on a list in force that counts. */
  readonly isListed: (list: string, entryId: string) => boolean
}

/** A match of a subject, and the digest of those of its facts by which it fits best. */
export interface SubjectMatch {
  readonly match: ScreeningMatch
  readonly digest: string
}

interface Judged {
  readonly uid: string
  readonly match: ScreeningMatchItem
  readonly isNews: boolean
  readonly isCleared: boolean
}

type Reopening = Pick<ScreeningHitsTable, 'reopened_n' | 'reopened_because'>

/** Why a false match no longer holds; the row as it is where it does. */
const reopeningOf = (hit: ScreeningHitsTable, subjectDigest: string, listedDigest: string): Reopening => {
  const isCleared = hit.disposition === 'false_match' && (hit.reopened_n ?? 0) < (hit.disposition_n ?? 0)
  const because = !isCleared
    ? null
    : hit.cleared_subject !== subjectDigest
      ? 'subject_changed'
      : hit.cleared_listed !== listedDigest
        ? 'listed_entry_changed'
        : null
  return because === null ? hit : { reopened_n: hit.disposition_n, reopened_because: because }
}

const keepOne = async (
  tx: LedgerTx,
  random: Random,
  subject: ScreeningSubjectsTable,
  known: ScreeningHitsTable | undefined,
  { match: found, digest }: SubjectMatch,
): Promise<Judged> => {
  const match = matchItem(found)
  const listed = digestOfEntry(found.entry)
  if (known === undefined) {
    const uid = random.uuidv7(tx.nowMs)
    await tx.sql.run(
      'insert into screening_hits (uid, subject_n, list, entry_id, entry_kind, score, match, subject_digest, listed_digest, first_at, last_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      uid,
      subject.n,
      found.list,
      found.entry.id,
      found.entry.kind,
      match.score,
      JSON.stringify(match),
      digest,
      listed,
      tx.nowMs,
      tx.nowMs,
    )
    return { uid, match, isNews: true, isCleared: false }
  }
  const { reopened_n: reopenedN, reopened_because: because } = reopeningOf(known, digest, listed)
  await tx.sql.run(
    'update screening_hits set entry_kind = ?, score = ?, match = ?, subject_digest = ?, listed_digest = ?, last_at = ?, gone_at = null, unfit_at = null, unfit_n = null, reopened_n = ?, reopened_because = ? where n = ?',
    found.entry.kind,
    match.score,
    JSON.stringify(match),
    digest,
    listed,
    tx.nowMs,
    reopenedN,
    because,
    known.n,
  )
  const isOpen = known.disposition === null || (reopenedN ?? 0) >= (known.disposition_n ?? 0)
  return {
    uid: known.uid,
    match,
    isNews: isOpen && known.state !== 'open',
    isCleared: known.disposition === 'false_match' && !isOpen,
  }
}

interface Ended {
  readonly gone: number
  readonly standing: number
  /** Confirmed ones that were found until now. */
  readonly unfit: readonly AlertingHit[]
}

/**
 * Hits that were not found: those are gone, but what a person confirmed stands until a person says otherwise or the
 * entry leaves its list.
 */
const endHits = async (
  tx: LedgerTx,
  subject: ScreeningSubjectsTable,
  hits: readonly ScreeningHitsTable[],
  compared: ComparedSubject,
): Promise<Ended> => {
  let gone = 0
  let standing = 0
  const unfit: AlertingHit[] = []
  for (const hit of hits) {
    if (!compared.was(hit.list, hit.entry_id)) continue
    if (hit.disposition !== 'true_match' || !compared.isListed(hit.list, hit.entry_id)) {
      if (hit.gone_at !== null) continue
      await tx.sql.run('update screening_hits set gone_at = ? where n = ?', tx.nowMs, hit.n)
      gone += 1
      continue
    }
    standing += 1
    if (hit.unfit_at === null)
      unfit.push({ uid: hit.uid, match: JSON.parse(hit.match) as ScreeningMatchItem, fits: false })
    // The subject as it is now: what a person says from now on is said of that.
    await tx.sql.run(
      'update screening_hits set gone_at = null, subject_digest = ?, unfit_at = coalesce(unfit_at, ?), unfit_n = coalesce(unfit_n, disposition_n) where n = ?',
      subject.digest,
      tx.nowMs,
      hit.n,
    )
  }
  return { gone, standing, unfit }
}

/** All hits that a subject has, and those that are gone. */
export const knownHits = async (sql: Statements, subject: number): Promise<readonly ScreeningHitsTable[]> =>
  sql.all<ScreeningHitsTable>('select * from screening_hits where subject_n = ?', subject)

/** A registered subject with the hits that it has, in the transaction that keeps its screening. */
export interface SubjectWithHits {
  readonly tx: LedgerTx
  readonly random: Random
  readonly subject: ScreeningSubjectsTable
  readonly hits: readonly ScreeningHitsTable[]
}

/**
 * Keeps what a screening of a registered subject found beside the hits that it has: new hits, those that came back, and
 * confirmed ones that no longer fit raise an alert; others that no longer fit are gone.
 */
export const keepMatches = async (
  { tx, random, subject, hits }: SubjectWithHits,
  matches: readonly SubjectMatch[],
  compared: ComparedSubject,
): Promise<Kept> => {
  if (matches.length === 0 && hits.length === 0) return nothingKept
  const known = new Map(hits.map((hit) => [JSON.stringify([hit.list, hit.entry_id]), hit]))
  const judged: Judged[] = []
  for (const one of matches) {
    const key = JSON.stringify([one.match.list, one.match.entry.id])
    judged.push(await keepOne(tx, random, subject, known.get(key), one))
    known.delete(key)
  }
  const { gone, standing, unfit } = await endHits(tx, subject, [...known.values()], compared)
  const news = judged.filter(({ isNews }) => isNews)
  const alerting: readonly AlertingHit[] = [...news.map(({ uid, match }) => ({ uid, match, fits: true })), ...unfit]
  if (alerting.length > 0) {
    const ref: ScreenedRef = { kind: subject.kind, id: subject.id }
    const alert = await raiseScreeningAlert(tx, random, ref, alerting)
    for (const { uid } of alerting)
      await tx.sql.run('update screening_hits set alert_uid = ? where uid = ?', alert, uid)
  }
  return { found: news.length, gone, cleared: judged.filter(({ isCleared }) => isCleared).length, standing }
}
