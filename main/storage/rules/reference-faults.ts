import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { RuleContent, RuleState } from '../../../shared/schema/rules.ts'
import { checkRuleContent } from '../../detection/rules/check.ts'
import type { PointedFinding } from '../../detection/rules/compile.ts'
import { namedIn } from '../../detection/rules/named.ts'
import { circlesAmong } from '../../detection/rules/readable.ts'
import type { BookRule } from '../../detection/rules/readable.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { existing, refusedByFindings } from './parts.ts'
import type { RuleParts } from './parts.ts'
import { contentOf } from './rule-views.ts'
import type { RulesTable } from './tables.ts'

const rowsInForce = async (tx: LedgerTx): Promise<RulesTable[]> =>
  await tx.sql.all<RulesTable>(`select * from rules where state in ('live', 'shadow') order by key, version`)

const standing = (row: RulesTable): BookRule => ({
  version: row.version,
  content: contentOf(row),
  shadow: row.state === 'shadow',
})

/** What is in force once a version is live or on trial: the version before it in that place is not. */
const inForceAfter = (rows: readonly RulesTable[], moved: RulesTable, to: RuleState): BookRule[] => [
  { ...standing(moved), shadow: to === 'shadow' },
  ...rows
    .filter(({ key, version, state }) => key !== moved.key || (version !== moved.version && state !== to))
    .map(standing),
]

/** The live rules that read one. */
const liveReadersOf = (rows: readonly RulesTable[], key: string): string[] =>
  rows
    .filter((row) => row.state === 'live' && row.key !== key && namedIn(contentOf(row).logic).rules.has(key))
    .map((row) => row.key)

/**
 * Why a version cannot be put where it is to go for the sake of the rules that it reads, or that read it; null where it
 * can.
 */
export const referenceFault = async (
  parts: RuleParts,
  tx: LedgerTx,
  row: RulesTable,
  to: RuleState,
): Promise<Refusal | null> => {
  const inForce = await rowsInForce(tx)
  if (to === 'live' || to === 'shadow') {
    const readable = inForce.filter(({ state }) => state === 'live' || to === 'shadow').map(({ key }) => key)
    const { faults } = checkRuleContent(contentOf(row), {
      ...existing(parts.sql, parts.featureNames),
      rules: new Set(readable),
    })
    if (faults.length > 0) return { ...refusedByFindings(faults, `The rule ${row.key}`), code: 'unknown_reference' }
    const circle = circlesAmong(inForceAfter(inForce, row, to)).get(0)
    if (circle !== undefined)
      return refusal(
        'transition_forbidden',
        `The rule ${row.key} could not run: ${circle}. What is in force stays as it is; change one of these rules first.`,
      )
  }
  if (row.state !== 'live' || to === 'live') return null
  const readers = liveReadersOf(inForce, row.key)
  return readers.length === 0
    ? null
    : refusal(
        'transition_forbidden',
        `The rule ${readers.join(', ')} reads it and is live; change or retire that first.`,
      )
}

/**
 * What keeps rules of a set from going on trial together: rules that they read and that neither are in force nor go on
 * trial with them, and circles with those in force.
 *
 * @param rules the whole set; the pointers begin at it
 * @param fresh those of it that would go on trial: the others stand here as they are, perhaps only as drafts
 */
export const trialFaults = async (
  tx: LedgerTx,
  rules: readonly RuleContent[],
  fresh: readonly RuleContent[],
): Promise<readonly PointedFinding[]> => {
  const freshKeys = new Set(fresh.map(({ key }) => key))
  const stay = (await rowsInForce(tx)).filter(({ key, state }) => state === 'live' || !freshKeys.has(key))
  const after: BookRule[] = [...fresh.map((content) => ({ version: 0, content, shadow: true })), ...stay.map(standing)]
  const there = new Set(after.map(({ content }) => content.key))
  const circles = circlesAmong(after)
  return fresh.flatMap((rule, place): PointedFinding[] => {
    const pointer = `/rules/${rules.indexOf(rule)}/logic`
    const absent = [...namedIn(rule.logic).rules].filter((key) => !there.has(key))
    const circle = circles.get(place)
    return [
      ...absent.map((key) => ({ pointer, message: `reads the rule "${key}", which is neither live nor on trial` })),
      ...(circle === undefined ? [] : [{ pointer, message: `could not run: ${circle}` }]),
    ]
  })
}
