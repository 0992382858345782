import { ruleLimits } from '../../../shared/schema/rules.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { RuleBook, RuleFacts, RuleHit } from '../ports.ts'
import { compileLogic } from './compile.ts'
import type { Compiled, Vocabulary } from './compile.ts'
import { compileReason } from './reason.ts'
import type { Sentence } from './reason.ts'
import { foldKind } from './kinds.ts'
import { readableIn } from './readable.ts'
import type { BookRule } from './readable.ts'
import { referenceOrder } from './reference-order.ts'
import { RuleFault, unread } from './run.ts'
import type { RuleRun } from './run.ts'
import { createSlots } from './slots.ts'
import { truthy } from './values.ts'

/** The rules in force, compiled, and those that could not be. */
export interface MadeBook {
  readonly book: RuleBook
  /** Why a rule does not run, by its place in what was given. */
  readonly broken: ReadonlyMap<number, string>
  /** What each rule names, by its place. */
  readonly compiled: readonly Compiled[]
  /** Every path that its rules read, in their logic or their sentences. */
  readonly paths: readonly string[]
}

interface Runnable {
  readonly index: number
  readonly compiled: Compiled
  readonly sentence: Sentence
  /** Folded; null: all kinds. */
  readonly appliesTo: ReadonlySet<string> | null
  readonly rule: BookRule
}

/** Kinds of activity for which the rules to run are kept; more come only from someone who makes them up. */
const maxKinds = 64

const hitOf = ({ rule: { content, version, shadow }, sentence }: Runnable, run: RuleRun): RuleHit => ({
  rule: content.key,
  version,
  name: content.name,
  signal: content.signal,
  weight: content.weight,
  action: content.action,
  reason: sentence(run),
  shadow,
})

const messageOf = (error: unknown): string => (error instanceof RuleFault ? error.message : 'failed')

/**
 * Compiles rules into a book. A rule that cannot run is left out and told; it never takes another with it but those
 * that read it.
 */
export const createRuleBook = (
  rules: readonly BookRule[],
  vocabulary: Pick<Vocabulary, 'features' | 'lists'>,
): MadeBook => {
  const slots = createSlots()
  const readable = readableIn(rules)
  const compiled = rules.map((rule) => {
    const places = readable(rule)
    const { content } = rule
    return compileLogic(
      content.logic,
      { ...vocabulary, ruleAt: (key) => places.get(key), ruleKeys: () => places.keys() },
      slots,
    )
  })
  const reasons = rules.map(({ content }) => compileReason(content.reason, vocabulary.features, slots))
  const broken = new Map<number, string>()
  for (const [index, { faults }] of compiled.entries()) {
    const [first] = [...faults, ...(reasons[index]?.faults ?? [])]
    if (first !== undefined) broken.set(index, `${first.pointer === '' ? 'it' : first.pointer} ${first.message}`)
  }
  const readsOf = rules.map((rule, index) =>
    [...(compiled[index]?.rules ?? [])].flatMap((key) => readable(rule).get(key) ?? []),
  )
  const order = referenceOrder(readsOf, broken, (index) => rules[index]?.content.key ?? '')
  const runnable = order.flatMap((index): Runnable[] => {
    const [rule, made, reason] = [rules[index], compiled[index], reasons[index]]
    if (rule === undefined || made === undefined || reason === undefined) return []
    const { applies_to: kinds } = rule.content
    return [
      {
        index,
        compiled: made,
        sentence: reason.sentence,
        appliesTo: kinds.length === 0 ? null : new Set(kinds.map(foldKind)),
        rule,
      },
    ]
  })

  const byKind = new Map<JsonValue, readonly Runnable[]>()
  const toRun = (kind: JsonValue): readonly Runnable[] => {
    const kept = byKind.get(kind)
    if (kept !== undefined) return kept
    const folded = typeof kind === 'string' ? foldKind(kind) : null
    const chosen = runnable.filter(({ appliesTo }) => appliesTo === null || (folded !== null && appliesTo.has(folded)))
    if (byKind.size < maxKinds) byKind.set(kind, chosen)
    return chosen
  }

  const run: RuleRun = {
    facts: noFacts,
    vector: null,
    slots: new Array<JsonValue | typeof unread>(slots.paths.length).fill(unread),
    held: new Array<boolean | undefined>(rules.length).fill(false),
    atMs: undefined,
    steps: 0,
  }

  const evaluate: RuleBook['evaluate'] = (facts, vector = null) => {
    run.facts = facts
    run.vector = vector
    run.slots.fill(unread)
    run.held.fill(false)
    run.atMs = undefined
    let together: number = ruleLimits.stepsTogether
    const hits: RuleHit[] = []
    const faults: { rule: string; message: string }[] = []
    for (const rule of toRun(Object.hasOwn(facts.event, 'event_type') ? (facts.event['event_type'] ?? null) : null)) {
      const allowed = Math.min(ruleLimits.steps, together)
      run.steps = allowed
      try {
        const value = rule.compiled.node(run, facts as unknown as JsonValue)
        if (value === true || truthy(value)) {
          run.held[rule.index] = true
          hits.push(hitOf(rule, run))
        }
      } catch (error) {
        run.held[rule.index] = undefined
        faults.push({ rule: rule.rule.content.key, message: messageOf(error) })
      }
      together -= allowed - Math.max(0, run.steps)
    }
    run.facts = noFacts
    run.vector = null
    return { hits, faults }
  }
  return { book: { evaluate }, broken, compiled, paths: slots.paths }
}

const noFacts: RuleFacts = { event: {}, metadata: {}, features: {}, profile: {}, graph: {}, model: { score: null } }
