import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { ruleLimits } from '../../../shared/schema/rules.ts'
import type { RuleContent, RuleState } from '../../../shared/schema/rules.ts'
import { checkRuleContent, checkSet } from '../../detection/rules/check.ts'
import { mayMove, needsSecondPerson } from '../../detection/rules/life-cycle.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { ruleChanged, ruleMoved, ruleProposed } from './drafts.ts'
import { existing, refusedByFindings } from './parts.ts'
import type { RuleParts } from './parts.ts'
import { referenceFault } from './reference-faults.ts'
import { ruleView, versionView } from './rule-views.ts'
import type { Move, RuleStore } from './rule-store.ts'
import type { RulesTable } from './tables.ts'

const noRule = refusal('not_found', 'There is no rule with this key.')

const rowsOf = async (tx: LedgerTx, key: string): Promise<RulesTable[]> =>
  await tx.sql.all<RulesTable>('select * from rules where key = ? order by version', key)

const isSame = (row: RulesTable | undefined, rule: RuleContent): boolean =>
  row !== undefined && row.content === canonicalJson(rule)

const moveFault = (row: RulesTable, to: RuleState): Refusal | null => {
  if (row.state === to) return refusal('already_done', `The version is ${to} already.`)
  return mayMove(row.state, to)
    ? null
    : refusal('transition_forbidden', `A version that is ${row.state} cannot become ${to}.`)
}

/** Commands on single rules. */
export const createRuleCommands = (
  parts: RuleParts,
): Pick<RuleStore, 'checkContent' | 'checkContents' | 'add' | 'change' | 'move'> => {
  const { ledger, sql, views } = parts

  const check = (rule: RuleContent): Result<RuleContent, Refusal> => {
    const { faults } = checkRuleContent(rule, existing(sql, parts.featureNames))
    return faults.length === 0 ? ok(rule) : fail(refusedByFindings(faults, `The rule ${rule.key}`))
  }

  const readAgain = (key: string) => {
    const rule = ruleView(sql, key, views)
    if (rule === null) throw new Error('a rule that was just written is not there')
    return rule
  }

  return {
    checkContent: check,
    checkContents: (rules) => {
      const { faults } = checkSet(
        { format: 'fieldseal-rules', version: 1, rules: [...rules], lists: [] },
        existing(sql, parts.featureNames),
      )
      return faults.length === 0 ? ok(rules) : fail(refusedByFindings(faults, 'What is tried'))
    },
    add: async (rule, actor) => {
      const checked = check(rule)
      if (!checked.ok) return checked
      const written = await ledger.write(actor, async (tx) => {
        if ((await rowsOf(tx, rule.key)).length > 0)
          return fail(
            refusal('already_done', 'A rule with this key exists already. Change that rule, or choose another key.'),
          )
        const { count } = (await tx.sql.get<{ count: number }>(
          `select count(distinct key) as count from rules where state <> 'retired'`,
        )) ?? { count: 0 }
        if (count >= ruleLimits.rules)
          return fail(
            refusal('unknown_reference', `A workspace has at most ${ruleLimits.rules} rules that are not retired.`),
          )
        return ok(await tx.append(ruleChanged(rule)))
      })
      return written.ok ? ok(readAgain(rule.key)) : written
    },
    change: async (key, rule, readAs, actor) => {
      if (key !== rule.key)
        return fail(
          refusal('invalid_request', 'The key of a rule stays for good; write a new rule to have another.', [
            { path: 'key', message: 'differs from the key in the address' },
          ]),
        )
      const checked = check(rule)
      if (!checked.ok) return checked
      const written = await ledger.write(actor, async (tx) => {
        const rows = await rowsOf(tx, key)
        if (rows.length === 0) return fail(noRule)
        const standing =
          rows.find(({ state }) => state === 'draft') ??
          rows.find(({ state }) => state === 'shadow') ??
          rows.find(({ state }) => state === 'live') ??
          rows.at(-1)
        if (isSame(standing, rule))
          return fail(refusal('already_done', 'The rule already says this. Nothing was changed.'))
        const replaced = rows.find(({ state }) => state === 'draft') ?? rows.at(-1)
        if (readAs !== undefined && replaced?.content_entry !== readAs)
          return fail(
            refusal(
              'stale_revision',
              'The rule has changed since it was read. It stays as it is, and nothing of this change was kept. Read it again and decide what of your change still applies.',
            ),
          )
        return ok(await tx.append(ruleChanged(rule)))
      })
      return written.ok ? ok(readAgain(key)) : written
    },
    move: async (key, { content_id: contentId, to, note }: Move, actor) => {
      const written = await ledger.write(actor, async (tx) => {
        const rows = await rowsOf(tx, key)
        const row = rows.find(({ content_entry: entry }) => entry === contentId)
        if (rows.length === 0) return fail(noRule)
        if (row === undefined)
          return fail(refusal('stale_revision', 'The rule has changed since it was read. Read it again.'))
        const fault = moveFault(row, to) ?? (await referenceFault(parts, tx, row, to))
        if (fault !== null) return fail(fault)
        const waits = needsSecondPerson(to, row.changed_by, actor.userUid, parts.fourEyes())
        if (waits && row.proposed_to === to)
          return fail(
            refusal('four_eyes_required', 'It waits for a second person: whoever wrote a version cannot activate it.'),
          )
        await tx.append(waits ? ruleProposed(key, contentId, to, note) : ruleMoved(key, contentId, to, note))
        return ok({ outcome: waits ? ('awaits_second_person' as const) : ('moved' as const), version: row.version })
      })
      if (!written.ok) return written
      const row = sql.get<RulesTable>('select * from rules where key = ? and version = ?', key, written.value.version)
      if (row === undefined) throw new Error('a version that was just moved is not there')
      return ok({ outcome: written.value.outcome, version: versionView(row, views), rule: readAgain(key) })
    },
  }
}
