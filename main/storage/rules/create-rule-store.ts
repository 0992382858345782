import { refusal } from '../../../shared/api/errors.ts'
import type { Currencies } from '../../../shared/schema/detection-policy.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { ruleLimits } from '../../../shared/schema/rules.ts'
import type { FeatureNote } from '../../detection/features/catalogue.ts'
import { createFeatureEngine } from '../../detection/features/engine.ts'
import { operators } from '../../detection/rules/catalogue.ts'
import { checkText } from '../../detection/rules/check.ts'
import { fields } from '../../detection/rules/fields.ts'
import { foldKind } from '../../detection/rules/kinds.ts'
import type { BookRule } from '../../detection/rules/readable.ts'
import type { Env } from '../../platform/env.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { createBookInForce } from './book-in-force.ts'
import { createListCommands } from './list-commands.ts'
import { existing } from './parts.ts'
import type { RuleParts } from './parts.ts'
import { openPast } from './past-activities.ts'
import { createRuleCommands } from './rule-commands.ts'
import type { RuleStore } from './rule-store.ts'
import { contentOf, ruleView, rowsByKey, summaries } from './rule-views.ts'
import type { ViewParts } from './rule-views.ts'
import { createSetCommands } from './set-commands.ts'
import type { ListsTable } from './tables.ts'
import { createValueSets } from './value-sets.ts'

/** What the store stands on. */
export interface RuleStoreParts {
  readonly ledger: Ledger
  /** Reads what is committed. */
  readonly sql: SyncStatements
  readonly env: Env
  /** The features that rules can read. */
  readonly features: readonly FeatureNote[]
  readonly fourEyes: () => readonly string[]
  /** What the policy of detection says of currencies. */
  readonly currencies: () => Currencies
}

/** Opens the store over an open ledger. */
export const createRuleStore = ({ ledger, sql, env, features, fourEyes, currencies }: RuleStoreParts): RuleStore => {
  const featureNames: ReadonlySet<string> = new Set(features.map(({ name }) => name))
  const sets = createValueSets(sql)
  const inForce = createBookInForce(sql, sets, featureNames)
  ledger.onCommitted((chains) => {
    if (chains.has(0)) inForce.refresh()
  })
  const views: ViewParts = {
    nameOf: (uid) => sql.get<{ name: string }>('select name from users where uid = ?', uid)?.name ?? null,
    faultOf: (key, version) => inForce.faultOf(key, version),
  }
  const parts: RuleParts = { ledger, sql, env, features, featureNames, sets, inForce, views, fourEyes }

  return {
    book: inForce.book,
    inForce: () => inForce.rules(),
    vocabularyOfTrials: () => {
      const keys = new Set(inForce.rules().map(({ content }) => content.key))
      return {
        features: featureNames,
        lists: sets,
        ruleAt: (key) => (keys.has(key) ? 0 : undefined),
        ruleKeys: () => keys,
      }
    },
    newest: (keys) => {
      const rows = rowsByKey(sql)
      const found: BookRule[] = []
      for (const key of keys) {
        const versions = rows.get(key) ?? []
        const row = (['draft', 'shadow', 'live'] as const)
          .flatMap((state) => versions.find((one) => one.state === state) ?? [])
          .at(0)
        if (row === undefined) return fail(refusal('not_found', `There is no rule ${key} that is not retired.`))
        found.push({ version: row.version, content: contentOf(row), shadow: true })
      }
      return ok(found)
    },
    past: openPast(sql, () => createFeatureEngine({ currencies: currencies() })),
    list: (state) => summaries(sql, state, views),
    read: (key) => {
      const rule = ruleView(sql, key, views)
      return rule === null ? fail(refusal('not_found', 'There is no rule with this key.')) : ok(rule)
    },
    vocabulary: () => ({
      operators: [...operators.values()].map(({ entry }) => entry),
      fields: [...fields],
      features: features.map(({ name, summary }) => ({ name, summary })),
      lists: sql.all<Pick<ListsTable, 'key' | 'name'>>('select key, name from lists order by key'),
      rules: summaries(sql, undefined, views)
        .filter(({ state }) => state !== 'retired')
        .map(({ key, name, state }) => ({ key, name, state })),
      event_types: [
        ...new Map(
          inForce.rules().flatMap(({ content }) => content.applies_to.map((kind) => [foldKind(kind), kind] as const)),
        ).values(),
      ].sort(),
      limits: { ...ruleLimits },
    }),
    check: (text, what, key) => checkText(text, what, existing(sql, featureNames), key),
    ...createRuleCommands(parts),
    ...createSetCommands(parts),
    ...createListCommands(parts),
  }
}
