import type { JsonValue } from '../../seal/canonical.ts'
import type { FeatureVector, RuleFacts } from '../ports.ts'
import { instantOfText } from './instants.ts'

/** Why a rule cannot be run to its end. It is told beside the hits, and never ends anything but the rule. */
export class RuleFault extends Error {}

/** One activity on its way through the rules. */
export interface RuleRun {
  facts: RuleFacts
  /** The features of the facts once more; null: only the facts have them. */
  vector: FeatureVector | null
  /** What the rules read of the facts, by slot; `unread` until one asks. */
  readonly slots: (JsonValue | typeof unread)[]
  /** Whether the rules that were run already hold, by their place; undefined where one failed. */
  readonly held: (boolean | undefined)[]
  /** Milliseconds of `event.at`; NaN where it has none; undefined until a rule asks. */
  atMs: number | undefined
  /** Steps that the rule at hand may still make. */
  steps: number
}

/** Marks what was not read yet. */
export const unread = Symbol('unread')

/** A piece of a rule, compiled. `here` is what `var` reads: the facts, or within an array operator its element. */
export type Node = (run: RuleRun, here: JsonValue) => JsonValue

const outOfSteps = new RuleFault('takes too long: it looks at more elements or longer texts than a rule may')

/** Counts steps; throws a fault where a rule makes more than it may. */
export const charge = (run: RuleRun, steps: number): void => {
  run.steps -= steps
  if (run.steps < 0) throw outOfSteps
}

/** Counts the reading or making of a text. */
export const chargeText = (run: RuleRun, text: string): void => charge(run, 1 + (text.length >> 4))

/** When the activity happened, Unix milliseconds; NaN where that is not known. */
export const timeOfEvent = (run: RuleRun): number => {
  if (run.atMs !== undefined) return run.atMs
  const at = Object.hasOwn(run.facts.event, 'at') ? run.facts.event['at'] : null
  run.atMs = typeof at === 'string' ? instantOfText(at) : Number.NaN
  return run.atMs
}
