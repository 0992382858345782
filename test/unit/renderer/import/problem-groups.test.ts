import { expect, it } from 'vitest'
import { problemGroups, type Problem } from '../../../../renderer/features/import/problem-groups.ts'

const wrong = (line: number, column: string | null, value: string | null, reason: string): Problem => ({
  line,
  column,
  value,
  reason,
})

it('rows that one change mends stand together: the same reason in the same column, the most frequent first', () => {
  const single = wrong(2, null, null, 'has 3 cells where the header has 4')
  const days = [
    wrong(3, 'Booked', '31.02.2026', 'is no date of the calendar'),
    wrong(9, 'Booked', '30.02.2026', 'is no date of the calendar'),
  ]
  const elsewhere = wrong(4, 'Due', '31.02.2026', 'is no date of the calendar')
  expect(problemGroups([single, days[0] as Problem, elsewhere, days[1] as Problem])).toEqual([
    { column: 'Booked', reason: 'is no date of the calendar', problems: days },
    { column: null, reason: single.reason, problems: [single] },
    { column: 'Due', reason: elsewhere.reason, problems: [elsewhere] },
  ])
  expect(problemGroups([])).toEqual([])
})
