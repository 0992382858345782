import { fail, ok } from '../../../shared/schema/result.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { ruleLimits } from '../../../shared/schema/rules.ts'
import type { ListContent, RuleContent, RuleSet } from '../../../shared/schema/rules.ts'
import { checkSet } from '../../detection/rules/check.ts'
import { starterLists, starterRules } from '../../detection/rules/starter/starter-rules.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import { listValuesAdded, rulesImported } from './drafts.ts'
import { existing, refusedByFindings } from './parts.ts'
import type { RuleParts } from './parts.ts'
import type { Imported, RuleStore } from './rule-store.ts'
import { trialFaults } from './reference-faults.ts'
import { contentOf, foremost, rowsByKey } from './rule-views.ts'
import type { ListsTable, RulesTable } from './tables.ts'

const sameRule = (row: RulesTable | undefined, rule: RuleContent): boolean => row?.content === canonicalJson(rule)

/** Commands on sets of rules. */
export const createSetCommands = (parts: RuleParts): Pick<RuleStore, 'exportSet' | 'importSet' | 'installStarter'> => {
  const { ledger, sql, env } = parts

  const listRows = (): ReadonlyMap<string, ListsTable> =>
    new Map(sql.all<ListsTable>('select * from lists').map((row) => [row.key, row]))

  return {
    exportSet: (state) => {
      const chosen = [...rowsByKey(sql).values()].flatMap((rows) => {
        const row =
          state === undefined
            ? foremost(rows.filter((one) => one.state !== 'retired'))
            : rows.filter((one) => one.state === state).at(-1)
        return row === undefined ? [] : [contentOf(row)]
      })
      const { checked } = checkSet(
        { format: 'fieldseal-rules', version: 1, rules: chosen, lists: [] },
        existing(sql, parts.featureNames),
      )
      const named = new Set(checked.flatMap(({ compiled }) => [...compiled.lists]))
      const lists = [...listRows().values()]
        .filter(({ key }) => named.has(key))
        .map(({ key, name, why, match }) => ({ key, name, why, match, values: [] }))
      return { format: 'fieldseal-rules', version: 1, rules: chosen, lists }
    },
    importSet: async (set: RuleSet, state, dryRun, actor) => {
      const { faults } = checkSet(set, existing(sql, parts.featureNames))
      if (faults.length > 0) return fail(refusedByFindings(faults, 'The set'))
      const written = await ledger.write(actor, async (tx) => {
        const rows = new Map<string, RulesTable[]>()
        for (const row of await tx.sql.all<RulesTable>('select * from rules order by key, version'))
          rows.set(row.key, [...(rows.get(row.key) ?? []), row])
        const known = new Map((await tx.sql.all<ListsTable>('select * from lists')).map((row) => [row.key, row]))
        const newLists = set.lists.filter(({ key }) => !known.has(key))
        const active = [...rows.values()].filter((versions) => versions.some((row) => row.state !== 'retired')).length
        const fresh = set.rules.filter(
          (rule) => !(rows.get(rule.key) ?? []).some((row) => row.state !== 'retired' && sameRule(row, rule)),
        )
        const untried = state === 'shadow' ? await trialFaults(tx, set.rules, fresh) : []
        if (untried.length > 0)
          return fail({ ...refusedByFindings(untried, 'The set'), code: 'unknown_reference' as const })
        const added = fresh.filter((rule) => !rows.has(rule.key))
        if (active + added.length > ruleLimits.rules)
          return fail(
            refusal('unknown_reference', `A workspace has at most ${ruleLimits.rules} rules that are not retired.`),
          )
        if (known.size + newLists.length > ruleLimits.lists)
          return fail(refusal('unknown_reference', `A workspace has at most ${ruleLimits.lists} lists.`))
        if (!dryRun) {
          const lists = newLists.map(({ values: _values, ...list }): ListContent => list)
          if (fresh.length > 0 || lists.length > 0) await tx.append(rulesImported(fresh, lists, state, 'file'))
          for (const { values, ...list } of newLists) {
            for (let from = 0; from < values.length; from += ruleLimits.valuesAtOnce) {
              const some = values
                .slice(from, from + ruleLimits.valuesAtOnce)
                .map((value) => ({ ...value, id: env.random.uuidv7(tx.nowMs) }))
              await tx.append(listValuesAdded(list.key, some))
            }
          }
        }
        const outcomeOf = (rule: RuleContent): Imported['rules'][number] => ({
          key: rule.key,
          outcome: !fresh.includes(rule) ? 'unchanged' : added.includes(rule) ? 'added' : 'new_version',
        })
        return ok({
          rules: set.rules.map(outcomeOf),
          lists: set.lists.map((list) => ({
            key: list.key,
            outcome: known.has(list.key) ? ('unchanged' as const) : ('added' as const),
          })),
          dry_run: dryRun,
        })
      })
      return written
    },
    installStarter: (actor) =>
      ledger.write(actor, async (tx) => {
        const there = new Set(
          (await tx.sql.all<{ key: string }>('select distinct key from rules')).map(({ key }) => key),
        )
        const missing = starterRules.filter(({ key }) => !there.has(key))
        if (missing.length === 0) return fail(refusal('already_done', 'All starter rules are already there.'))
        await tx.append(rulesImported(missing, starterLists, 'shadow', 'starter'))
        return ok({ added: missing.map(({ key }) => key) })
      }),
  }
}
