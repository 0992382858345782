import { describe, expect, it } from 'vitest'
import { createMovements } from '../../../../main/domain/network/movements.ts'

const move = (from: number, to: number, amount: number) => ({ from, to, amount, currency: 0, atMs: amount })

describe('a book of movements', () => {
  it('tells what a node sent and received, newest first', () => {
    const book = createMovements(100)
    book.add(1, move(1, 2, 10))
    book.add(4, move(1, 3, 20))
    book.add(5, move(2, 1, 30))
    expect(book.sent(1, 9).map(({ amount }) => amount)).toEqual([20, 10])
    expect(book.received(1, 9).map(({ amount }) => amount)).toEqual([30])
    expect(book.sent(1, 1).map(({ amount }) => amount)).toEqual([20])
    expect(book.sent(7, 9)).toEqual([])
  })

  it('forgets what lies too many numbers back, and a book filled from there on knows the same', () => {
    const all = Array.from({ length: 50 }, (_, number) => ({
      number,
      movement: move(number % 3, (number + 1) % 3, number),
    }))
    const whole = createMovements(16)
    const late = createMovements(16)
    for (const { number, movement } of all) whole.add(number, movement)
    for (const { number, movement } of all.slice(50 - 16)) late.add(number, movement)
    for (const node of [0, 1, 2]) {
      expect(whole.sent(node, 99)).toEqual(late.sent(node, 99))
      expect(whole.received(node, 99)).toEqual(late.received(node, 99))
    }
    expect([0, 1, 2].flatMap((node) => whole.sent(node, 99))).toHaveLength(16)
  })
})
