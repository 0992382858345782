import type {
  HitDisposition,
  HitState,
  ScreeningOutcome,
  ScreenedRef,
  Screening,
} from '../../../shared/schema/screening.ts'

/** A subject of the register. Times are milliseconds since the epoch. */
export interface ScreeningSubjectsTable {
  n: number
  kind: ScreenedRef['kind']
  id: string
  /** The first of its names. */
  name: string
  /** JSON: `ScreenedFacts`. */
  facts: string
  digest: string
  source: 'register' | 'transactions'
  added_at: number
  changed_at: number
  screened_at: number | null
  /** Why it waits to be screened; null: it does not. */
  waiting: 'intake' | 'changed' | null
  /** How often something that an activity told was let go of: only the newest is kept. */
  names_left_out: number
}

/** What an activity told of a subject beside what the subject's own facts hold. */
export interface ScreeningToldTable {
  n: number
  subject_n: number
  digest: string
  /** JSON: `ScreenedFacts`. */
  facts: string
  told_at: number
  /** 1: not screened yet. */
  waiting: 0 | 1
}

export interface ScreeningsTable {
  n: number
  uid: string
  at: number
  reason: Screening['reason']
  subject_n: number | null
  /** JSON. */
  names: string
  status: ScreeningOutcome
  mode: 'precise' | 'ofac'
  threshold: number
  /** JSON: the lists as they were. */
  lists: string
  hits: number
  cleared: number
  standing: number
  /** JSON: the matches as they were; null: none. */
  matches: string | null
}

/**
 * A match of a registered subject: facts are fed by screenings, what a person said of it is kept by triggers from the
 * projected dispositions.
 */
export interface ScreeningHitsTable {
  n: number
  uid: string
  subject_n: number
  list: string
  entry_id: string
  entry_kind: string
  score: number
  /** JSON: the match. */
  match: string
  subject_digest: string
  listed_digest: string
  first_at: number
  last_at: number
  /** The entry was removed, or no longer fits; what a person confirmed goes with its entry alone. */
  gone_at: number | null
  /** Confirmed, and found no longer since. */
  unfit_at: number | null
  /** The disposition that stood when it was found no longer: nobody has looked at it since where that is the newest. */
  unfit_n: number | null
  /** The alert that it is in: ids of alerts change when a folder joins a hub. */
  alert_uid: string | null
  disposition: HitDisposition | null
  /** Number of the sealed entry. */
  disposition_n: number | null
  disposed_at: number | null
  disposed_by: string | null
  expires_at: number | null
  /** What was compared when a person disposed of it. */
  cleared_subject: string | null
  cleared_listed: string | null
  /** The disposition that holds no longer. */
  reopened_n: number | null
  reopened_because: 'listed_entry_changed' | 'subject_changed' | 'expired' | null
  state: HitState
}

export interface ScreeningDispositionsTable {
  /** Lower-case hex. */
  entry: string
  n: number
  hit_uid: string
  hlc: string
  at: number
  actor: string
  disposition: HitDisposition
  expires_at: number | null
}

export interface ScreeningPolicyTable {
  id: number
  policy: string
  changed_at: number
}

/** The version of a list that the register was compared with. */
export interface ScreenedListsTable {
  key: string
  version: string
}

/** Digests of the entries that the register was compared with. */
export interface ScreenedEntriesTable {
  list: string
  entry_id: string
  digest: string
}

export interface ScreeningRunsTable {
  n: number
  uid: string
  reason: Screening['reason']
  started_at: number
  finished_at: number | null
  /** JSON: what changed, in numbers. */
  lists: string
  /** JSON: ids of added and changed entries by list; null: everything is compared. */
  changed: string | null
  /** The last subject that the run is about, and the last that is done. */
  through: number
  reached: number
  subjects: number
  done: number
  found: number
  gone: number
}

/** Tables of this area. */
export interface ScreeningTables {
  screening_subjects: ScreeningSubjectsTable
  screening_told: ScreeningToldTable
  screenings: ScreeningsTable
  screening_hits: ScreeningHitsTable
  screening_dispositions: ScreeningDispositionsTable
  screening_policy: ScreeningPolicyTable
  screened_lists: ScreenedListsTable
  screened_entries: ScreenedEntriesTable
  screening_runs: ScreeningRunsTable
}
