import type { RuleBook } from '../../detection/ports.ts'
import type { BookRule } from '../../detection/rules/readable.ts'
import { createRuleBook } from '../../detection/rules/rule-book.ts'
import type { MadeBook } from '../../detection/rules/rule-book.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { contentOf } from './rule-views.ts'
import type { RulesTable } from './tables.ts'
import type { ValueSets } from './value-sets.ts'

/** The rules that are live or on trial, compiled; always as last committed. */
export interface BookInForce {
  /** Stays the same object; what it evaluates is always the newest. */
  readonly book: RuleBook
  /** Why a version in force cannot run; null where it can, or is not in force. */
  faultOf(key: string, version: number): string | null
  /** The versions in force. */
  rules(): readonly BookRule[]
  refresh(): void
}

const inForce = `select * from rules where state in ('shadow', 'live') order by key, version`

const standOf = (rows: readonly RulesTable[]): string =>
  rows.map(({ key, version, state, content_entry: entry }) => `${key} ${version} ${state} ${entry}`).join('\n')

/** Makes the book over the tables. */
export const createBookInForce = (
  sql: SyncStatements,
  lists: ValueSets,
  features: ReadonlySet<string>,
): BookInForce => {
  let stand: string | null = null
  let rules: readonly BookRule[] = []
  let made: MadeBook = createRuleBook([], { features, lists })
  const refresh = (): void => {
    const listsChanged = lists.refresh()
    const rows = sql.all<RulesTable>(inForce)
    const next = standOf(rows)
    if (next === stand && !listsChanged) return
    rules = rows.map((row) => ({ version: row.version, content: contentOf(row), shadow: row.state === 'shadow' }))
    made = createRuleBook(rules, { features, lists })
    stand = next
  }
  refresh()
  return {
    book: { evaluate: (facts, vector) => made.book.evaluate(facts, vector) },
    rules: () => rules,
    faultOf: (key, version) => {
      const index = rules.findIndex((rule) => rule.content.key === key && rule.version === version)
      return made.broken.get(index) ?? null
    },
    refresh,
  }
}
