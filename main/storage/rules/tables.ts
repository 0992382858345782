import type { ListMatch, RuleState } from '../../../shared/schema/rules.ts'

/**
 * Projection of `rule.changed`, `rules.imported`, `rule.moved` and `rule.proposed`: a row a version. Times are
 * milliseconds since the epoch.
 */
export interface RulesTable {
  key: string
  /** 1, 2, 3 ... within the rule. */
  version: number
  state: RuleState
  /** Id of the entry that wrote it as it stands, lower-case hex. */
  content_entry: string
  /** Canonical JSON of `ruleContent`. */
  content: string
  /** Uid of the user who wrote it. */
  changed_by: string
  changed_at: number
  moved_at: number | null
  proposed_to: RuleState | null
  proposed_by: string | null
  proposed_at: number | null
}

/** Projection of `list.changed`. */
export interface ListsTable {
  key: string
  name: string
  why: string
  match: ListMatch
  changed_at: number
  /** Id of the last entry that changed the list or its values. */
  changed_entry: string
}

/** Projection of `list.values_added` and `list.values_removed`. */
export interface ListValuesTable {
  list: string
  id: string
  value: string
  reason: string
  expires_at: number | null
  added_by: string
  added_at: number
}

/** Tables of this area. */
export interface RuleTables {
  rules: RulesTable
  lists: ListsTable
  list_values: ListValuesTable
}
