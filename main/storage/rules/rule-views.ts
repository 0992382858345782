import type { Rule, RuleContent, RuleState, RuleSummary, RuleVersion } from '../../../shared/schema/rules.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { RulesTable } from './tables.ts'

/** What a view of a rule needs besides its rows. */
export interface ViewParts {
  readonly nameOf: (userUid: string) => string | null
  /** Why a version cannot run, where that is so. */
  readonly faultOf: (key: string, version: number) => string | null
}

/** The content of a version; it was checked when its entry was projected. */
export const contentOf = (row: Pick<RulesTable, 'content'>): RuleContent => JSON.parse(row.content) as RuleContent

const foremostFirst: readonly RuleState[] = ['live', 'shadow', 'draft', 'retired']

/** The version that stands for a rule: live, else on trial, else being written, else the newest. */
export const foremost = (rows: readonly RulesTable[]): RulesTable | undefined =>
  foremostFirst
    .flatMap((state) => rows.filter((row) => row.state === state).sort((a, b) => b.version - a.version))
    .at(0)

export const versionView = (row: RulesTable, { nameOf, faultOf }: ViewParts): RuleVersion => ({
  version: row.version,
  state: row.state,
  content_id: row.content_entry,
  rule: contentOf(row),
  changed_by: nameOf(row.changed_by),
  changed_at: toTimestamp(row.changed_at),
  moved_at: row.moved_at === null ? null : toTimestamp(row.moved_at),
  proposed:
    row.proposed_to === null || row.proposed_by === null || row.proposed_at === null
      ? null
      : { to: row.proposed_to, by: nameOf(row.proposed_by), at: toTimestamp(row.proposed_at) },
  fault: faultOf(row.key, row.version),
})

const summaryOf = (rows: readonly RulesTable[], { faultOf }: ViewParts): RuleSummary | null => {
  const first = foremost(rows)
  if (first === undefined) return null
  const { key, name, signal, weight, action, applies_to } = contentOf(first)
  const inState = (state: RuleState): number | null => rows.find((row) => row.state === state)?.version ?? null
  return {
    key,
    name,
    signal,
    weight,
    action,
    applies_to,
    live_version: inState('live'),
    shadow_version: inState('shadow'),
    draft_version: inState('draft'),
    state: first.state,
    changed_at: toTimestamp(Math.max(...rows.map((row) => Math.max(row.changed_at, row.moved_at ?? 0)))),
    awaits_approval: rows.some((row) => row.proposed_to !== null),
    fault: faultOf(key, first.version),
  }
}

/** All rows of rules, by key. */
export const rowsByKey = (sql: SyncStatements): ReadonlyMap<string, readonly RulesTable[]> => {
  const byKey = new Map<string, RulesTable[]>()
  for (const row of sql.all<RulesTable>('select * from rules order by key, version')) {
    const rows = byKey.get(row.key)
    if (rows === undefined) byKey.set(row.key, [row])
    else rows.push(row)
  }
  return byKey
}

/** Every rule, or those that have a version in a state. */
export const summaries = (sql: SyncStatements, state: RuleState | undefined, parts: ViewParts): RuleSummary[] =>
  [...rowsByKey(sql).values()]
    .filter((rows) => state === undefined || rows.some((row) => row.state === state))
    .flatMap((rows) => summaryOf(rows, parts) ?? [])

/** One rule with all its versions; null where there is none. */
export const ruleView = (sql: SyncStatements, key: string, parts: ViewParts): Rule | null => {
  const rows = sql.all<RulesTable>('select * from rules where key = ? order by version desc', key)
  const summary = summaryOf(rows, parts)
  return summary === null ? null : { ...summary, versions: rows.map((row) => versionView(row, parts)) }
}
