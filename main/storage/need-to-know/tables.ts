import type { CaseAccessRule } from '../../../shared/schema/case-access.ts'

/** Who may know a case that is not for everyone. People and teams are named by their uids. */
export interface CaseAccessTable {
  case_id: number
  rule: CaseAccessRule
  team: string | null
  /** A JSON list of the uids of people. */
  people: string
}

/** Who broke the glass of a case since its rule was set. */
export interface CaseGlassTable {
  case_id: number
  person: string
  at: number
}

/** Tables of this area. */
export interface NeedToKnowTables {
  case_access: CaseAccessTable
  case_glass: CaseGlassTable
}
