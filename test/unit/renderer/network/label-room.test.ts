import { describe, expect, test } from 'vitest'
import { nameBegins, withRoom, type Claim } from '../../../../renderer/features/network/picture/label-room.ts'

const claim = (
  key: string,
  left: number,
  top: number,
  weight: Partial<Pick<Claim, 'forceLabel' | 'zIndex' | 'size'>> = {},
): Claim => ({
  key,
  left,
  right: left + 60,
  top,
  bottom: top + 15,
  forceLabel: false,
  zIndex: 0,
  size: 5,
  ...weight,
})

const named = (...claims: readonly Claim[]): readonly string[] => [...withRoom(claims)].toSorted()

describe('names of a picture that can be read', () => {
  test('names apart from each other are all drawn, also where they touch', () => {
    expect(named(claim('a', 0, 0), claim('b', 60, 0), claim('c', 0, 15))).toEqual(['a', 'b', 'c'])
  })

  test('of two that would stand on each other one is drawn: what is always named before what is bad, that before what is large', () => {
    expect(named(claim('large', 0, 0, { size: 20 }), claim('bad', 10, 5, { zIndex: 2 }))).toEqual(['bad'])
    expect(named(claim('bad', 0, 0, { zIndex: 2 }), claim('always', 10, 5, { forceLabel: true }))).toEqual(['always'])
    expect(named(claim('small', 0, 0), claim('large', 10, 5, { size: 20 }))).toEqual(['large'])
  })

  test('a name that gives way leaves its room to a third', () => {
    expect(
      named(
        claim('first', 0, 0, { size: 9 }),
        claim('second', 50, 0, { size: 8 }),
        claim('third', 100, 0, { size: 7 }),
      ),
    ).toEqual(['first', 'third'])
  })

  test('equals are chosen by key, whatever their order: a picture that moves does not flicker', () => {
    expect(named(claim('b', 0, 0), claim('a', 10, 0))).toEqual(['a'])
    expect(named(claim('a', 10, 0), claim('b', 0, 0))).toEqual(['a'])
  })
})

describe('where a name begins', () => {
  test('to the right of its node, and to the left of it where the edge would cut it', () => {
    expect(nameBegins(100, 10, 60, 400)).toBe(110)
    expect(nameBegins(330, 10, 60, 400)).toBe(340)
    expect(nameBegins(331, 10, 60, 400)).toBe(261)
  })

  test('to the right where neither side has room, and where the node is not seen itself', () => {
    expect(nameBegins(50, 10, 60, 100)).toBe(60)
    expect(nameBegins(420, 10, 60, 400)).toBe(430)
  })
})
