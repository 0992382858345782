import { ruleLimits } from '../../../shared/schema/rules.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { RuleFacts } from '../ports.ts'
import { compileLogic } from './compile.ts'
import type { Compiled, Vocabulary } from './compile.ts'
import { compileReason } from './reason.ts'
import { RuleFault, unread } from './run.ts'
import type { RuleRun } from './run.ts'
import { createSlots } from './slots.ts'
import { truthy } from './values.ts'

/** What a rule says of one activity. */
export interface Trial {
  readonly holds: boolean
  readonly value: JsonValue
  /** The sentence, where it holds. */
  readonly reason: string | null
  /** Why it could not be run to its end. */
  readonly fault: string | null
  /** What the paths that it read held. */
  readonly read: Readonly<Record<string, JsonValue>>
}

/** A rule ready to be tried, with what its compiling found. */
export interface Tried {
  readonly compiled: Compiled
  readonly reasonFaults: readonly string[]
  /** Runs it; the keys are those of the rules that hold of the activity. */
  readonly try: (facts: RuleFacts, holding?: ReadonlySet<string>) => Trial
}

/** Deepest value that is shown; what a rule makes can be deeper than any JSON that came in. */
const maxShown = 16

const shown = (value: JsonValue, depth: number): JsonValue => {
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxShown) return '…'
  if (Array.isArray(value)) return (value as readonly JsonValue[]).slice(0, 100).map((item) => shown(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 100)
      .map(([name, inner]) => [name, shown(inner, depth + 1)]),
  )
}

const none: ReadonlySet<string> = new Set()

/** Compiles one rule by itself, to be run as often as one likes. */
export const prepareTrial = (logic: JsonValue, reason: string, vocabulary: Vocabulary): Tried => {
  const slots = createSlots()
  const others: string[] = []
  const ruleAt = (key: string): number | undefined =>
    vocabulary.ruleAt(key) === undefined ? undefined : others.push(key) - 1
  const compiled = compileLogic(logic, { ...vocabulary, ruleAt }, slots)
  const { sentence, faults } = compileReason(reason, vocabulary.features, slots)
  return {
    compiled,
    reasonFaults: faults.map(({ message }) => message),
    try: (facts, holding = none) => {
      const run: RuleRun = {
        facts,
        vector: null,
        slots: slots.paths.map(() => unread),
        held: others.map((key) => holding.has(key)),
        atMs: undefined,
        steps: ruleLimits.steps,
      }
      const read = (): Record<string, JsonValue> =>
        Object.fromEntries(
          slots.paths.flatMap((path, index): [string, JsonValue][] => {
            const value = run.slots[index]
            return value === unread || value === undefined ? [] : [[path, shown(value, 0)]]
          }),
        )
      try {
        const value = compiled.node(run, facts as unknown as JsonValue)
        const holds = truthy(value)
        return { holds, value: shown(value, 0), reason: holds ? sentence(run) : null, fault: null, read: read() }
      } catch (error) {
        if (!(error instanceof RuleFault)) throw error
        return { holds: false, value: null, reason: null, fault: error.message, read: read() }
      }
    },
  }
}
