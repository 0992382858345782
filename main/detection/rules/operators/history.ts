import { operator, takes } from '../operator.ts'
import type { Operator } from '../operator.ts'
import { RuleFault } from '../run.ts'

const readsFailed = new RuleFault('reads a rule that failed itself')

/** What was counted before, and what other rules say. */
export const historyOperators: readonly Operator[] = [
  operator(
    {
      name: 'feature',
      group: 'history',
      arguments: takes(['name', 'feature!'], ['otherwise', 'any?']),
      gives: 'number',
      summary: 'What the windows counted before the activity, by feature name; null, or the second value, if unknown.',
      example: { feature: ['customer_count_1h'] },
    },
    {
      build: ([name, otherwise], place) => {
        if (typeof name?.constant !== 'string' || !place.feature(name.constant, name.pointer)) return null
        const { node } = place.readFacts(`features.${name.constant}`, name.pointer)
        return otherwise === undefined ? node : (run, here) => node(run, here) ?? otherwise.node(run, here)
      },
    },
  ),
  operator(
    {
      name: 'window',
      group: 'history',
      arguments: takes(['of', 'text!'], ['what', 'text!'], ['window', 'text!'], ['otherwise', 'any?']),
      gives: 'number',
      summary: 'The same by parts: entity, measure, window.',
      example: { window: ['customer', 'sum', '1d'] },
    },
    {
      build: ([of, what, window, otherwise], place, pointer) => {
        const name = [of, what, window]
          .map((part) => (typeof part?.constant === 'string' ? part.constant : ''))
          .join('_')
        if (!place.feature(name, pointer)) return null
        const { node } = place.readFacts(`features.${name}`, pointer)
        return otherwise === undefined ? node : (run, here) => node(run, here) ?? otherwise.node(run, here)
      },
    },
  ),
  operator(
    {
      name: 'rule',
      group: 'rules',
      arguments: takes(['key', 'rule_key!']),
      gives: 'truth',
      summary: 'Another rule is true of the activity. Circles of rules are refused.',
      example: { rule: ['new_device'] },
    },
    {
      build: ([key], place) => {
        if (typeof key?.constant !== 'string') return null
        const index = place.rule(key.constant, key.pointer)
        if (index === null) return null
        return (run) => {
          const held = run.held[index]
          if (held === undefined) throw readsFailed
          return held
        }
      },
    },
  ),
]
