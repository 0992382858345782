import { describe, expect, test } from 'vitest'
import {
  accessAfter,
  accessOf,
  isSameAccess,
  mayKnowCase,
  openToEveryone,
} from '../../../../main/domain/access/need-to-know.ts'
import type { Knower } from '../../../../main/domain/access/need-to-know.ts'

const somebody = (uid: string, ...teams: readonly string[]): Knower => ({ uid, teams: new Set(teams) })

describe('L-100: who may know a case', () => {
  const named = accessOf({ rule: 'named', people: ['ana', 'ben', 'ana'] })
  const team = accessOf({ rule: 'team', team: 'inner', people: ['ben'] })

  test.each([
    ['everyone, of everyone', openToEveryone, somebody('eve'), true],
    ['who is named', named, somebody('ana'), true],
    ['the owner, named or not', named, somebody('owner'), true],
    ['another', named, somebody('eve', 'inner'), false],
    ['a member of the team', team, somebody('eve', 'inner'), true],
    ['who is named beside the team', team, somebody('ben'), true],
    ['a member of another team', team, somebody('eve', 'outer'), false],
    ['who broke the glass', { ...named, brokeGlass: ['eve'] }, somebody('eve'), true],
    ['an API key', named, somebody('key:k1'), false],
  ])('%s', (_who, access, knower, may) => {
    expect(mayKnowCase(access, 'owner', knower)).toBe(may)
  })

  test('people are named once, in one order', () => {
    expect(named.people).toEqual(['ana', 'ben'])
    expect(isSameAccess(named, accessOf({ rule: 'named', people: ['ben', 'ana'] }))).toBe(true)
    expect(isSameAccess(named, { ...named, brokeGlass: ['eve'] })).toBe(false)
  })
})

describe('L-101: the last rule in the order of the chain holds', () => {
  const after = (...facts: readonly (readonly [type: string, pub?: Record<string, unknown>, actor?: string])[]) =>
    facts.reduce((access, [type, pub = {}, actor = 'ana']) => accessAfter(access, { type, pub, actor }), openToEveryone)

  test('from the opening on, and each that is set later', () => {
    expect(after(['case.opened', { access: { rule: 'named', people: ['ana'] } }])).toMatchObject({ rule: 'named' })
    expect(after(['case.opened'])).toEqual(openToEveryone)
    expect(
      after(
        ['case.opened', { access: { rule: 'named', people: ['ana'] } }],
        ['access.set', { rule: 'team', team: 'inner' }],
        ['access.set', { rule: 'everyone' }],
      ),
    ).toEqual(openToEveryone)
  })

  test('a broken glass lasts until it is set again, counts once, and is nothing in an open case', () => {
    const opened = ['case.opened', { access: { rule: 'named', people: ['ana'] } }] as const
    const glass = ['glass.broken', {}, 'eve'] as const
    expect(after(opened, glass, glass).brokeGlass).toEqual(['eve'])
    expect(after(opened, glass, ['access.set', { rule: 'named', people: ['ana'] }]).brokeGlass).toEqual([])
    expect(after(['case.opened'], glass)).toEqual(openToEveryone)
  })

  test('what is no rule changes nothing', () => {
    const opened = ['case.opened', { access: { rule: 'named', people: ['ana'] } }] as const
    for (const pub of [{}, { rule: 'named' }, { rule: 'team' }, { rule: 'everyone', people: ['eve'] }, { rule: 'all' }])
      expect(after(opened, ['access.set', pub])).toEqual(after(opened))
  })
})
