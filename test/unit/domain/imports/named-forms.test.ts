import { describe, expect, it } from 'vitest'
import { createHabitsObserver, noHabits } from '../../../../main/domain/imports/column-habits.ts'
import { formsOf, formWords, withNamed } from '../../../../main/domain/imports/named-forms.ts'

const habitsOf = (rows: readonly (readonly string[])[]) => {
  const observer = createHabitsObserver()
  for (const row of rows) row.forEach((cell, column) => observer.observe(column, cell))
  return observer.habits()
}

describe('how columns are read', () => {
  const habits = habitsOf([
    ['T1', '28/06/2024', '1.234,50 €', '45657'],
    ['T2', '01/07/2024', '12,50-', '45658'],
  ])

  it('the sign that a person names says of three digits too what they are', () => {
    const shown = new Map([[0, { ...noHabits, decimal: 'point', threeAreOdd: true } as const]])
    expect(withNamed(shown, 1, { decimal: 'point' }).get(0)?.threeAreOdd).toBe(false)
    expect(withNamed(shown, 1, { date_order: 'day_first' }).get(0)?.threeAreOdd).toBe(true)
  })

  it('is told of those whose rows show something', () => {
    expect(formsOf(habits)).toEqual([
      { column: 1, date_order: 'day_first', decimal: 'unknown', serial_days: false },
      { column: 2, date_order: 'unknown', decimal: 'comma', serial_days: false },
      { column: 3, date_order: 'unknown', decimal: 'unknown', serial_days: true },
    ])
    expect(formsOf(habits).map((form) => formWords(form, form.column === 2 ? 'amount' : 'time'))).toEqual([
      'day before month',
      'a comma before decimals',
      'numbers of five digits as days that a spreadsheet counts',
    ])
  })

  it('can be named by a person, for every column of the file', () => {
    const named = withNamed(habits, 5, { decimal: 'point', date_order: 'month_first' })
    expect([1, 2, 4].map((column) => named.get(column))).toEqual([
      { ...noHabits, order: 'month_first', decimal: 'point' },
      { ...noHabits, order: 'month_first', decimal: 'point' },
      { ...noHabits, order: 'month_first', decimal: 'point' },
    ])
    expect(withNamed(habits, 5, {})).toBe(habits)
  })
})
