import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createComparables } from '../../../../main/domain/network/comparables.ts'
import { blockMax, blocksOf, compareEntities, proposeFrom } from '../../../../main/domain/network/resolve.ts'
import type { Comparable } from '../../../../main/domain/network/resolve.ts'

const entity = (rest: Partial<Comparable> = {}): Comparable => ({
  names: [],
  birthDates: [],
  identifiers: [],
  shared: [],
  ...rest,
})

describe('whether two entities are one', () => {
  const jo = entity({
    names: ['Jon Maler'],
    birthDates: ['1980-02-03'],
    shared: ['email:jo@mail.example', 'phone:+49301'],
  })

  it('is likely by name, birth and what both use, with a reason for each', () => {
    const { score, reasons } = compareEntities(
      jo,
      entity({ names: ['MALER, John'], birthDates: ['1980-02-03'], shared: ['email:jo@mail.example'] }),
    )
    expect(score).toBeGreaterThan(proposeFrom)
    expect(reasons.map(({ fact }) => fact).sort()).toEqual(['birth_date', 'email', 'name'])
    expect(reasons.every(({ share }) => share > 0)).toBe(true)
  })

  it('is unlikely where births differ, or by a shared device alone', () => {
    const other = compareEntities(
      jo,
      entity({ names: ['Jon Maler'], birthDates: ['1991-07-09'], shared: ['email:jo@mail.example'] }),
    )
    expect(other.reasons.find(({ fact }) => fact === 'birth_date')?.share).toBeLessThan(0)
    expect(other.score).toBeLessThan(proposeFrom)
    expect(compareEntities(entity({ shared: ['device:d'] }), entity({ shared: ['device:d'] })).score).toBeLessThan(
      proposeFrom,
    )
    expect(compareEntities(entity({ names: ['Jon Maler'] }), entity({ names: ['Jon Maler'] })).score).toBeLessThan(
      proposeFrom,
    )
  })

  it('is all but sure by an identifier', () => {
    expect(compareEntities(entity({ identifiers: ['AB1'] }), entity({ identifiers: ['AB1'] })).score).toBeGreaterThan(
      0.85,
    )
  })

  it('does not depend on who is named first', () => {
    const text = fc.constantFrom('Jon Maler', 'John Mahler', 'Uta Fremd', 'Li Wei')
    const some = fc.record({
      names: fc.array(text, { maxLength: 2 }),
      birthDates: fc.array(fc.constantFrom('1980-01-01', '1990-01-01'), { maxLength: 1 }),
      identifiers: fc.array(fc.constantFrom('A', 'B'), { maxLength: 2 }),
      shared: fc.array(fc.constantFrom('email:a@b.c', 'phone:1', 'device:x', 'address:1 a'), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(compareEntities(a, b).score).toBeCloseTo(compareEntities(b, a).score, 12)
      }),
    )
  })

  it('is looked at where they lie in one block: what they use, bear or are called', () => {
    expect(
      blocksOf(
        entity({ names: ['Jon Maler', 'Cher'], identifiers: ['A1'], shared: ['email:a@b.c', 'ip:10.0.0.1'] }),
      ).map((block) => block.split(':')[0]),
    ).toEqual(['email', 'identifier', 'name'])
    expect(blocksOf(entity({ names: ['Maler, Jon'] }))).toEqual(blocksOf(entity({ names: ['Jon Maler'] })))
  })
})

describe('a book of what can be compared', () => {
  const book = () => createComparables((node) => (node === 9 ? 'account' : 'customer'))

  it('compares what became known with whoever lies beside it, once', () => {
    const comparables = book()
    comparables.tell(1, 'email', 'a@b.c')
    comparables.tell(2, 'email', 'a@b.c')
    comparables.tell(3, 'email', 'other@b.c')
    expect(comparables.compareChanged().map(({ a, b }) => [a, b])).toEqual([[1, 2]])
    expect(comparables.compareChanged()).toEqual([])
    comparables.tell(2, 'email', 'a@b.c')
    expect(comparables.compareChanged()).toEqual([])
    comparables.tell(2, 'name', 'Jo Doe')
    expect(comparables.compareChanged().map(({ a, b }) => [a, b])).toEqual([[1, 2]])
  })

  it('does not compare a customer with the account that he uses the same things with', () => {
    const comparables = book()
    comparables.uses(1, 'device:d')
    comparables.uses(9, 'device:d')
    expect(comparables.compareChanged()).toEqual([])
  })

  it('takes nothing from what everybody uses', () => {
    const comparables = book()
    for (let node = 10; node <= 10 + blockMax; node += 1) comparables.uses(node, 'device:tablet')
    expect(comparables.compareChanged()).toEqual([])
  })

  it('forgets what changed when it is filled again', () => {
    const comparables = book()
    comparables.tell(1, 'email', 'a@b.c')
    comparables.settle()
    comparables.tell(2, 'email', 'a@b.c')
    expect(comparables.compareChanged().map(({ a, b }) => [a, b])).toEqual([[1, 2]])
    expect(comparables.nameOf(1)).toBeNull()
  })
})
