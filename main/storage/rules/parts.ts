import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { FeatureNote } from '../../detection/features/catalogue.ts'
import type { CheckAgainst } from '../../detection/rules/check.ts'
import type { PointedFinding } from '../../detection/rules/compile.ts'
import type { Env } from '../../platform/env.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { BookInForce } from './book-in-force.ts'
import type { ViewParts } from './rule-views.ts'
import type { ValueSets } from './value-sets.ts'

/** What the commands and reads of this area share. */
export interface RuleParts {
  readonly ledger: Ledger
  /** Reads what is committed. */
  readonly sql: SyncStatements
  readonly env: Env
  readonly features: readonly FeatureNote[]
  readonly featureNames: ReadonlySet<string>
  readonly sets: ValueSets
  readonly inForce: BookInForce
  readonly views: ViewParts
  readonly fourEyes: () => readonly string[]
}

/** Findings of a check as the details of a refusal. */
export const refusedByFindings = (findings: readonly PointedFinding[], what: string): Refusal => {
  const [first] = findings
  return refusal(
    'invalid_request',
    `${what} cannot run: ${first?.pointer === '' ? 'it' : (first?.pointer ?? 'it')} ${first?.message ?? 'is wrong'}.`,
    findings.slice(0, 100).map(({ pointer, message }) => ({ path: pointer === '' ? '/' : pointer, message })),
  )
}

/** What exists for rules to name: lists, and rules that are not retired. */
export const existing = (sql: SyncStatements, features: ReadonlySet<string>): CheckAgainst => ({
  features,
  lists: new Set(sql.all<{ key: string }>('select key from lists').map(({ key }) => key)),
  rules: new Set(
    sql.all<{ key: string }>(`select distinct key from rules where state <> 'retired'`).map(({ key }) => key),
  ),
})
