import { describe, expect, test } from 'vitest'
import { questionOf, beginningRange } from '../../../../main/storage/search/question.ts'

describe('what was typed', () => {
  test('is words from two signs on, the last one perhaps only begun', () => {
    expect(questionOf('m').terms).toEqual([])
    expect(questionOf('mu').match).toBe('"mu" *')
    expect(questionOf('card mule').match).toBe('"card" AND "mule" *')
    expect(questionOf('山').terms).toHaveLength(1)
  })

  test('is never a query: every word is quoted, once, and no more than twelve', () => {
    expect(questionOf('a* OR b NEAR(c) "d" ^e -f').match).toBe(
      '"a" AND "OR" AND "b" AND "NEAR" AND "c" AND "d" AND "e" AND "f" *',
    )
    expect(questionOf('mule mule mule').match).toBe('"mule" *')
    expect(questionOf(Array.from({ length: 40 }, (_, n) => `w${n}`).join(' ')).match?.split(' AND ')).toHaveLength(12)
    expect(questionOf('***').match).toBeNull()
  })

  test('is the beginning of an identifier from three signs on, and none where it is too long for one', () => {
    expect([questionOf('47').takesBeginnings, questionOf('4-7').takesBeginnings]).toEqual([false, false])
    expect(questionOf('471').takesBeginnings).toBe(true)
    expect(questionOf('4'.repeat(201))).toMatchObject({ spellings: [], takesBeginnings: false })
  })

  test('bounds what begins with it, whatever follows', () => {
    const [from, to] = beginningRange('a%')
    expect(['a%', 'a%b', 'a%\u{10fffd}'].every((text) => text >= from && Buffer.from(text) < Buffer.from(to))).toBe(
      true,
    )
    expect(['a', 'a&', 'b'].some((text) => text >= from && Buffer.from(text) < Buffer.from(to))).toBe(false)
  })
})
