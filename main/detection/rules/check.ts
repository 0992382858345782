import type { z } from 'zod'
import { ruleContent, ruleLimits, ruleSet } from '../../../shared/schema/rules.ts'
import type { RuleCheck, RuleContent, RuleFinding, RuleSet } from '../../../shared/schema/rules.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { compileLogic } from './compile.ts'
import type { Compiled, PointedFinding, Vocabulary } from './compile.ts'
import { readJson } from './json-text.ts'
import { pointerTo } from './pointer.ts'
import { compileReason } from './reason.ts'
import { referenceOrder } from './reference-order.ts'
import { createSlots } from './slots.ts'

/** What is checked against: what exists besides the text itself. */
export interface CheckAgainst {
  readonly features: ReadonlySet<string>
  readonly lists: ReadonlySet<string>
  /** Keys of the rules that may be read. */
  readonly rules: ReadonlySet<string>
}

type Located = (finding: PointedFinding) => RuleFinding

const onNothing: ReturnType<Vocabulary['lists']['get']> = { has: () => false }

const vocabularyOf = ({ features, lists, rules }: CheckAgainst): Vocabulary => ({
  features,
  lists: { get: (key) => (lists.has(key) ? onNothing : undefined), keys: () => lists },
  ruleAt: (key) => (rules.has(key) ? 0 : undefined),
  ruleKeys: () => rules,
})

/** Faults and hints of one rule's logic, sentence and sizes; the pointers begin at the rule. */
export interface CheckedRule {
  readonly faults: readonly PointedFinding[]
  readonly hints: readonly PointedFinding[]
  readonly compiled: Compiled
}

const under = (prefix: string, findings: readonly PointedFinding[]): PointedFinding[] =>
  findings.map(({ pointer, message }) => ({ pointer: prefix + pointer, message }))

/** Checks a rule that is well formed: whether it could run here. */
export const checkRuleContent = (rule: RuleContent, against: CheckAgainst): CheckedRule => {
  const slots = createSlots()
  // A rule that reads itself is a circle of one.
  const others = new Set([...against.rules].filter((key) => key !== rule.key))
  const compiled = compileLogic(rule.logic, vocabularyOf({ ...against, rules: others }), slots)
  const bytes = Buffer.byteLength(JSON.stringify(rule.logic))
  const tooLarge =
    bytes > ruleLimits.bytes
      ? [{ pointer: '/logic', message: `is ${bytes} bytes of JSON, more than ${ruleLimits.bytes}` }]
      : []
  const reason = compileReason(rule.reason, against.features, slots)
  return {
    compiled,
    faults: [
      ...tooLarge,
      ...under('/logic', [...compiled.faults, ...compiled.outdated]),
      ...under('/reason', [...reason.faults, ...reason.outdated]),
    ],
    hints: under('/logic', compiled.hints),
  }
}

const issuesOf = (error: z.ZodError): PointedFinding[] =>
  error.issues.map((issue) => ({
    pointer: issue.path.reduce<string>((pointer, step) => pointerTo(pointer, String(step)), ''),
    message: issue.message,
  }))

/** Rules of one set that read each other in a circle, each told once. */
const circlesOf = (rules: readonly RuleContent[], checked: readonly CheckedRule[]): PointedFinding[] => {
  const places = new Map(rules.map((rule, index): [string, number] => [rule.key, index]).reverse())
  const reads = checked.map(({ compiled }) => [...compiled.rules].flatMap((key) => places.get(key) ?? []))
  const broken = new Map<number, string>()
  referenceOrder(reads, broken, (index) => rules[index]?.key ?? '')
  return [...broken].map(([index, message]) => ({ pointer: `/rules/${index}/logic`, message }))
}

/** Everything that is wrong with a set; the pointers begin at the set. */
export const checkSet = (
  set: RuleSet,
  against: CheckAgainst,
): {
  readonly faults: readonly PointedFinding[]
  readonly hints: readonly PointedFinding[]
  readonly checked: readonly CheckedRule[]
} => {
  const twice = (keys: readonly string[], name: string): PointedFinding[] =>
    keys.flatMap((key, index) =>
      keys.indexOf(key) === index ? [] : [{ pointer: `/${name}/${index}/key`, message: `"${key}" is there twice` }],
    )
  const keys = set.rules.map(({ key }) => key)
  const all: CheckAgainst = {
    features: against.features,
    lists: new Set([...against.lists, ...set.lists.map(({ key }) => key)]),
    rules: new Set([...against.rules, ...keys]),
  }
  const checked = set.rules.map((rule) => checkRuleContent(rule, all))
  return {
    faults: [
      ...twice(keys, 'rules'),
      ...twice(
        set.lists.map(({ key }) => key),
        'lists',
      ),
      ...checked.flatMap(({ faults }, index) => under(`/rules/${index}`, faults)),
      ...circlesOf(set.rules, checked),
    ],
    hints: checked.flatMap(({ hints }, index) => under(`/rules/${index}`, hints)),
    checked,
  }
}

const noRule: Omit<RuleContent, 'logic' | 'key'> = {
  name: '-',
  why: '-',
  applies_to: [],
  signal: 'signal',
  weight: 0,
  action: 'allow',
  reason: '-',
}

const answered = (
  faults: readonly RuleFinding[],
  hints: readonly RuleFinding[],
  checked: readonly CheckedRule[],
): RuleCheck => {
  const named = (pick: (compiled: Compiled) => ReadonlySet<string>): string[] =>
    [...new Set(checked.flatMap(({ compiled }) => [...pick(compiled)]))].sort()
  return {
    ok: faults.length === 0,
    faults: [...faults],
    hints: [...hints],
    reads: named(({ reads }) => reads),
    features: named(({ features }) => features),
    lists: named(({ lists }) => lists),
    rules: named(({ rules }) => rules),
    nodes: checked.reduce((sum, { compiled }) => sum + compiled.nodes, 0),
  }
}

const checkLogic = (value: JsonValue, key: string | undefined, against: CheckAgainst): CheckedRule => {
  // No rule has this key: what is checked alone may read every other.
  const { faults, hints, compiled } = checkRuleContent(
    { ...noRule, key: key ?? '', logic: value as RuleContent['logic'] },
    against,
  )
  const atLogic = (findings: readonly PointedFinding[]): PointedFinding[] =>
    findings.map(({ pointer, message }) => ({ pointer: pointer.replace(/^\/logic/u, ''), message }))
  return { faults: atLogic(faults), hints: atLogic(hints), compiled }
}

/**
 * Checks a text as somebody writes it: logic alone, a rule, or a set. Every fault is told with its JSON pointer, line
 * and column.
 */
export const checkText = (
  text: string,
  what: 'logic' | 'rule' | 'set',
  against: CheckAgainst,
  key?: string,
): RuleCheck => {
  const read = readJson(text)
  if (!read.ok) return answered([read.error], [], [])
  const { value, placeOf } = read.value
  const located: Located = (finding) => ({ ...finding, ...placeOf(finding.pointer) })
  const told = (
    faults: readonly PointedFinding[],
    hints: readonly PointedFinding[],
    checked: readonly CheckedRule[],
  ): RuleCheck => answered(faults.map(located), hints.map(located), checked)
  if (what === 'logic') {
    const checked = checkLogic(value, key, against)
    return told(checked.faults, checked.hints, [checked])
  }
  if (what === 'rule') {
    const parsed = ruleContent.safeParse(value)
    if (!parsed.success) return told(issuesOf(parsed.error), [], [])
    const checked = checkRuleContent(parsed.data, against)
    return told(checked.faults, checked.hints, [checked])
  }
  const parsed = ruleSet.safeParse(value)
  if (!parsed.success) return told(issuesOf(parsed.error), [], [])
  const { faults, hints, checked } = checkSet(parsed.data, against)
  return told(faults, hints, checked)
}
