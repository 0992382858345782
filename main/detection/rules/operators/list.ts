import { operator, takes } from '../operator.ts'
import type { Operator } from '../operator.ts'
import { timeOfEvent } from '../run.ts'

/** Lists of values that people keep. */
export const listOperators: readonly Operator[] = [
  operator(
    {
      name: 'in_list',
      group: 'list',
      arguments: takes(['value', 'any'], ['list', 'list_key!']),
      gives: 'truth',
      summary: 'The value is on the list at the time of the activity. False if missing.',
      example: { in_list: [{ var: 'event.counterparty_id' }, 'mule_accounts'] },
    },
    {
      build: ([value, list], place) => {
        if (value === undefined || typeof list?.constant !== 'string') return null
        const values = place.list(list.constant, list.pointer)
        if (values === null) return null
        return (run, here) => {
          const given = value.node(run, here)
          if (typeof given !== 'string' && typeof given !== 'number') return false
          return values.has(String(given), timeOfEvent(run))
        }
      },
    },
  ),
]
