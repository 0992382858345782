import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { caseRelationKinds } from '../../../../shared/schema/case-relations.ts'
import { decideRelating, inverseRelation, isOvertaken, relationDraft } from '../../../../main/domain/cases/relations.ts'
import type { Relating, RelationSide, RelationStep } from '../../../../main/domain/cases/relations.ts'

const side = (name: string, relations = 0): RelationSide => ({ uid: `uid-${name}`, number: `CASE-${name}`, relations })
const asked = (given: Partial<Relating> = {}): Relating => ({
  one: side('1'),
  other: side('2'),
  kind: 'parent',
  between: [],
  line: { above: ['uid-2'], levelsBelow: 1, present: null },
  ...given,
})
const refusalOf = (given: Partial<Relating>) => {
  const decided = decideRelating(asked(given))
  return decided.ok ? null : decided.error
}

describe('L-62: how two cases may be related', () => {
  test('one below another is fine, also the tenth', () => {
    expect(decideRelating(asked()).ok).toBe(true)
    const nine = Array.from({ length: 9 }, (_, index) => `uid-a${index}`)
    expect(refusalOf({ line: { above: nine, levelsBelow: 1, present: null } })).toBeNull()
    expect(refusalOf({ line: { above: nine, levelsBelow: 2, present: null } })).toMatchObject({
      code: 'relation_forbidden',
      message: 'More than 10 cases would stand above each other.',
    })
  })

  test('no case with itself', () => {
    for (const kind of caseRelationKinds)
      expect(refusalOf({ other: side('1'), kind })).toMatchObject({
        code: 'relation_forbidden',
        message: 'A case cannot be related to itself.',
      })
  })

  test('one relation of two cases: the same again is done already, another is refused and names what stands', () => {
    expect(refusalOf({ between: ['parent'] })).toMatchObject({
      code: 'already_done',
      message: 'CASE-1 is a child of CASE-2 already.',
    })
    expect(refusalOf({ kind: 'related', line: null, between: ['has_duplicate'] })).toMatchObject({
      code: 'relation_forbidden',
      message: expect.stringContaining('CASE-2 is a duplicate of CASE-1 already.') as string,
    })
  })

  test('one parent, and a duplicate of one case; the refusal names the one that there is', () => {
    expect(refusalOf({ line: { above: ['uid-2'], levelsBelow: 1, present: 'CASE-9' } })?.message).toBe(
      'CASE-1 has a parent already, CASE-9. Take that relation back first: a case has one parent.',
    )
    expect(
      refusalOf({ kind: 'has_duplicate', line: { above: ['uid-1'], levelsBelow: 1, present: 'CASE-9' } })?.message,
    ).toBe('CASE-2 is a duplicate of CASE-9. Take that relation back first: a case is a duplicate of one case.')
  })

  test('no case above itself, whichever of the two asks', () => {
    expect(refusalOf({ line: { above: ['uid-2', 'uid-5', 'uid-1'], levelsBelow: 3, present: null } })?.message).toBe(
      'CASE-2 stands below CASE-1 already: no case can be above itself.',
    )
    expect(
      refusalOf({ kind: 'child', line: { above: ['uid-1', 'uid-2'], levelsBelow: 2, present: null } })?.message,
    ).toBe('CASE-1 stands below CASE-2 already: no case can be above itself.')
  })

  test('a case has 1,000 relations at most, on either side', () => {
    expect(refusalOf({ kind: 'related', line: null, other: side('2', 1_000) })?.message).toBe(
      'CASE-2 has 1,000 relations, and a case may have 1,000 at most.',
    )
    expect(refusalOf({ kind: 'related', line: null, one: side('1', 999), other: side('2', 999) })).toBeNull()
  })
})

describe('L-61: what is sealed of a relation', () => {
  test('of the other case its uid and its number, the rationale withheld', () => {
    expect(relationDraft(true, 'child', side('2', 7), { act: 'act', notes: 'One ring.' })).toEqual({
      type: 'case.related',
      pub: { act: 'act', relation: 'child', other_uid: 'uid-2', other_number: 'CASE-2' },
      withheld: { notes: 'One ring.' },
      refs: [],
    })
  })

  test('each kind is told back by the other, and that again by the first', () => {
    for (const kind of caseRelationKinds) expect(inverseRelation[inverseRelation[kind]]).toBe(kind)
  })
})

describe('Y-47: a ring of parents made apart', () => {
  const ring = (acts: readonly string[]): readonly RelationStep[] =>
    acts.map((act, at) => ({ lower: `c${at}`, upper: `c${(at + 1) % acts.length}`, act }))
  const from = (steps: readonly RelationStep[], start: number): readonly RelationStep[] =>
    steps.map((_, at) => steps[(start + at) % steps.length] as RelationStep)

  test('of each ring exactly one step does not hold: the last that was made, from wherever one looks', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 9 }), (acts) => {
        const steps = ring(acts)
        const overtaken = steps.filter((step, at) => isOvertaken(step, from(steps, at + 1)))
        expect(overtaken.map(({ act }) => act)).toEqual([acts.toSorted().at(-1)])
      }),
    )
  })

  test('also where a hostile device gave one act to all of them', () => {
    const steps = ring(['a', 'a', 'a'])
    expect(steps.filter((step, at) => isOvertaken(step, from(steps, at + 1))).map(({ lower }) => lower)).toEqual(['c2'])
  })

  test('a step below a ring, and a line that ends, hold', () => {
    const steps = ring(['a', 'b'])
    expect(isOvertaken({ lower: 'below', upper: 'c0', act: 'z' }, from(steps, 0))).toBe(false)
    expect(isOvertaken({ lower: 'c0', upper: 'c1', act: 'z' }, [{ lower: 'c1', upper: 'c9', act: 'a' }])).toBe(false)
    expect(isOvertaken({ lower: 'c0', upper: 'c1', act: 'z' }, [])).toBe(false)
  })
})
