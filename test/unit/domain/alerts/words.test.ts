import { describe, expect, test } from 'vitest'
import { alertTitle, titleByTemplate } from '../../../../main/domain/alerts/words.ts'
import { caseTitle } from '../../../../shared/schema/case.ts'

const pairs = '😀'.repeat(64)

describe('a title by a template', () => {
  test('takes known words alone, and what they hold is not read again', () => {
    expect(titleByTemplate('{level}: {entity} {constructor}', { level: 'High', entity: '{level}' }, 'Alert')).toBe(
      'High: {level} {constructor}',
    )
  })

  test('is cut between characters, however long its values', () => {
    const title = titleByTemplate('x{entity}{entity}{entity}', { entity: pairs }, 'Alert')
    expect(title).toBe(`x${'😀'.repeat(149)}`)
    expect(caseTitle.safeParse(title).success).toBe(true)
  })

  test.each([
    ['{entity}', { entity: '' }],
    [' {entity} {amount} ', { entity: '', amount: '' }],
    ['{entity}', { entity: '\u{a0}\u{3000}' }],
  ])('is the title of the alert where nothing fills it: %j', (template, values) => {
    expect(titleByTemplate(template, values, 'Velocity on one activity')).toBe('Velocity on one activity')
  })

  test('keeps words that it does not know, and no white space at its ends', () => {
    expect(titleByTemplate('{entity} {level} risk: {other}', { entity: '', level: 'High' }, 'Alert')).toBe(
      'High risk: {other}',
    )
  })
})

describe('the title of an alert', () => {
  test.each([3, 4])('is cut between characters (%d signs before the pairs)', (signs) => {
    const title = alertTitle('s'.repeat(signs), 'high', { kind: 'ip', id: '😀'.repeat(100) })
    expect(title.isWellFormed()).toBe(true)
    expect(title.length).toBeGreaterThanOrEqual(199)
    expect(title.length).toBeLessThanOrEqual(200)
  })
})
