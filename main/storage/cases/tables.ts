import type { CaseRelationKind } from '../../../shared/schema/case-relations.ts'
import type { CaseOutcome, CasePriority, CaseStatus } from '../../../shared/schema/case.ts'

/** The projection of a case. Times are milliseconds since the epoch; people are named by their user uid. */
export interface CasesTable {
  id: number
  uid: string
  number: string
  title: string
  /** Digest of the disclosure that `title` comes from. */
  title_digest: string
  description_digest: string
  priority: CasePriority
  /** 1 low to 4 urgent. */
  priority_rank: number
  status: CaseStatus
  status_by: string
  /** The entries that set state and owner, lower-case hex. */
  status_entry: string
  owner_entry: string
  owner_id: number
  owner_uid: string
  sla_hours: number
  sla_due_at: number
  /** 0 running, 1 paused, 2 met, 3 missed. */
  sla_kind: number
  paused_at: number | null
  /** Milliseconds that pauses have moved the deadline by. */
  paused_ms: number
  /** The default order: unfinished cases by deadline, then finished ones, last changed first. */
  queue_rank: number
  created_at: number
  created_by: string
  updated_at: number
  finished_at: number | null
  hold_at: number | null
  hold_by: string | null
  hold_digest: string | null
  source_system: string | null
  source_reference: string | null
  alert_count: number
  /** What came of it; null: nobody said, or it is not finished. */
  outcome: CaseOutcome | null
  /** Entries of the case. */
  revision: number
}

export type CaseLinkKind = 'alert' | 'customer' | 'account'

/** Links of a case to identifiers of the institution's systems. */
export interface CaseLinksTable {
  case_id: number
  kind: CaseLinkKind
  target: number
  /** Digest of the disclosure that it comes from; null for alerts, which are sealed openly. */
  digest: string | null
  /** Its place in the list that it comes from. */
  place: number
  /** Whether it was the one given on creation. */
  given: 0 | 1
}

/**
 * Relations to other cases as the case tells them (L-61): a row each time that somebody made one which was not taken
 * back.
 */
export interface CaseRelationsTable {
  case_id: number
  act: string
  kind: CaseRelationKind
  other_uid: string
  /** The number of the other case when the relation was made. */
  other_number: string
  /** Its place in the order of the chain. */
  place: number
  /** Whether it holds by what this case alone tells: of its parents, the first does. */
  holds: 0 | 1
  /** The entry that tells it, lower-case hex. */
  entry: string
  at: number
  actor: string
}

/**
 * Every number that a case bears or bore. Two cases can bear one: devices that work apart know nothing of each other.
 */
export interface CaseNumbersTable {
  number: string
  case_id: number
  current: 0 | 1
}

/** How far the numbers of a day are used in each slot of a hundred. */
export interface NumberSlotsTable {
  segment: string
  day: string
  slot: number
  device_number: number
  /** 1 to 100: the last one used. */
  last: number
}

/** Notes and rationales, by the arrival number of the entry that carries them; the text stays in its disclosure. */
export interface NotesTable {
  n: number
  case_id: number
  digest: string
  at: number
  author: string
  type: string
}

/** Who was overtaken (Y-42): the entry that was, the one that holds, and the one that settled it. */
export interface ConflictsTable {
  loser: string
  case_id: number
  kind: 'transition' | 'assignment'
  winner: string
  at: number
  settled: string | null
  how: 'kept' | 'redecided' | null
}

/** How many cases there are of each state, priority and owner. */
export interface CaseCountsTable {
  status: CaseStatus
  priority: CasePriority
  owner_id: number
  cases: number
}

/** Full-text documents: rowid `-case id` for a case's head, the arrival number of the entry for a note. */
export interface SearchTable {
  rowid: number
  text: string
}

/** Tables of this area. */
export interface CaseTables {
  cases: CasesTable
  case_links: CaseLinksTable
  case_relations: CaseRelationsTable
  case_numbers: CaseNumbersTable
  number_slots: NumberSlotsTable
  notes: NotesTable
  case_counts: CaseCountsTable
  conflicts: ConflictsTable
  search: SearchTable
}
