import { describe, expect, test } from 'vitest'
import { catalogue, chainOfType, requiredOf, withheldFault } from '../../../../shared/entries/catalogue.ts'
import { honestWithheld } from '../../../support/honest-withheld.ts'
import { openOf } from '../../../support/open-of.ts'

const types = Object.keys(catalogue)
const cases = types.flatMap((type) => requiredOf(type, openOf(type)).map((name) => [type, name] as const))

test('L-19: what a type asks for can be given', () => {
  for (const type of types)
    expect(withheldFault(type, openOf(type), Object.entries(honestWithheld(type, openOf(type)))), type).toBeNull()
})

test('types whose texts their open values ask for ask for them', () => {
  expect(
    ['case.edited', 'evidence.edited', 'case.exported', 'list.values_added', 'model.activated'].map((type) =>
      requiredOf(type, openOf(type)),
    ),
  ).toEqual([['title'], ['label'], ['reason'], ['a1'], ['name']])
  expect(requiredOf('evidence.edited', { fields: ['label'], label_removed: true })).toEqual([])
  expect(requiredOf('case.exported', { taken: 'e'.repeat(64) })).toEqual([])
  expect(requiredOf('model.activated', { sha256: null })).toEqual([])
})

describe('L-19: every value that a type asks for', () => {
  test.each(cases)('%s without %s is refused, and named', (type, name) => {
    const { [name]: _left, ...others } = honestWithheld(type, openOf(type))
    expect(withheldFault(type, openOf(type), Object.entries(others))?.path).toBe(name)
    // Y-35: an erased value is there by its digest alone.
    expect(withheldFault(type, openOf(type), Object.entries(others), 1)).toBeNull()
  })
})

test('a text that need not be given is not blank where it is', () => {
  const optional = [
    ['owner.assigned', 'notes'],
    ['conflict.settled', 'notes'],
    ['alert.moved', 'notes'],
    ['alert.assigned', 'notes'],
    ['decision.approved', 'notes'],
    ['decision.refused', 'notes'],
    ['report.submitted', 'note'],
    ['report.approved', 'note'],
    ['report.acknowledged', 'note'],
    ['rule.moved', 'note'],
    ['rule.proposed', 'note'],
    ['key.revoked', 'reason'],
    ['device.removed', 'reason'],
    ['grant.given', 'reason'],
    ['grant.ended', 'reason'],
    ['screening_list.in_force', 'reason'],
    ['transaction.labelled', 'notes'],
    ['user.changed', 'name'],
    ['evidence.acquired', 'source'],
  ] as const
  for (const [type, name] of optional)
    for (const blank of ['', ' \n', '\u200b'])
      expect(
        withheldFault(type, openOf(type), [...Object.entries(honestWithheld(type, openOf(type))), [name, blank]])?.path,
        `${type} ${name}`,
      ).toBe(name)
})

test('every copy of a value counts, and names and types that are not known pass', () => {
  expect(
    withheldFault('note.added', {}, [
      ['text', 'a note'],
      ['text', ''],
    ])?.path,
  ).toBe('text')
  expect(
    withheldFault('note.added', {}, [
      ['text', 'a note'],
      ['colour', ''],
    ]),
  ).toBeNull()
  expect(withheldFault('case.coloured', {}, [])).toBeNull()
  expect(withheldFault('toString', {}, [])).toBeNull()
  expect(
    withheldFault('note.added', {}, [
      ['text', 'a note'],
      ['constructor', ''],
    ]),
  ).toBeNull()
})

test('a type stands in its chain, and one that is not known where all of its area do', () => {
  expect(
    [
      'status.changed',
      'case.coloured',
      'policy.changed',
      'user.renamed',
      'alert.moved',
      'alert.renamed',
      'colour.changed',
    ].map(chainOfType),
  ).toEqual(['case', 'case', 'workspace', 'workspace', 'either', 'either', 'either'])
})
