import type { RuleFacts } from '../../main/detection/ports.ts'
import type { Vocabulary } from '../../main/detection/rules/compile.ts'
import { prepareTrial } from '../../main/detection/rules/trial.ts'
import type { Trial } from '../../main/detection/rules/trial.ts'
import type { JsonValue } from '../../main/seal/canonical.ts'

/** Facts of an activity about which nothing is known but what is given. */
export const factsOf = (given: Partial<RuleFacts> = {}): RuleFacts => ({
  event: {},
  metadata: {},
  features: {},
  profile: {},
  graph: {},
  model: { score: null },
  ...given,
})

/** A vocabulary with these features and lists, and no other rules. */
export const vocabularyOf = (
  given: { readonly features?: readonly string[]; readonly lists?: Readonly<Record<string, readonly string[]>> } = {},
): Vocabulary => {
  const lists = new Map(Object.entries(given.lists ?? {}).map(([key, values]) => [key, new Set(values)]))
  return { features: new Set(given.features ?? []), lists, ruleAt: () => undefined, ruleKeys: () => [] }
}

/** What logic says of facts; what the compiler refuses is a fault that begins with "refused". */
export const tried = (
  logic: JsonValue,
  facts: Partial<RuleFacts> = {},
  vocabulary: Vocabulary = vocabularyOf({ features: Object.keys(facts.features ?? {}) }),
): Trial => {
  const { compiled, try: run } = prepareTrial(logic, 'It holds.', vocabulary)
  const [fault] = compiled.faults
  if (fault !== undefined)
    return { holds: false, value: null, reason: null, read: {}, fault: `refused ${fault.pointer} ${fault.message}` }
  return run(factsOf(facts))
}
