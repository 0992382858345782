import { places } from './columns.ts'

/**
 * A movement of value between two nodes. `amount` is in ten-thousandths of the currency, `atMs` in Unix milliseconds.
 */
export interface ValueMovement {
  readonly from: number
  readonly to: number
  readonly amount: number
  /** Amounts of different currencies are never the same. */
  readonly currency: number
  readonly atMs: number
}

/** The newest movements, in the order in which they came; what is older than the room for them is forgotten. */
export interface Movements {
  /**
   * Notes a movement under its number: that of its activity, higher than any before. What lies `movementsKept` numbers
   * back is forgotten, so that a book filled again knows the same.
   */
  add(number: number, movement: ValueMovement): void
  /** Movements that a node made, newest first, at most `limit`. */
  sent(node: number, limit: number): readonly ValueMovement[]
  received(node: number, limit: number): readonly ValueMovement[]
}

/** How many numbers back movements are kept: 40 MB. */
export const movementsKept = 1_000_000

/** Movements lie in blocks of so many numbers; a block goes when all of it is too old. */
const blockSize = 8_192

const makeBlock = () => ({
  from: new Int32Array(blockSize),
  to: new Int32Array(blockSize),
  currency: new Int32Array(blockSize),
  amount: new Float64Array(blockSize),
  atMs: new Float64Array(blockSize),
  /** The number of the movement before by the same sender, or to the same receiver; -1: there is none. */
  sent: new Int32Array(blockSize),
  received: new Int32Array(blockSize),
})

/** Makes an empty book of movements. Adding costs constant time. */
export const createMovements = (kept = movementsKept): Movements => {
  const blocks = new Map<number, ReturnType<typeof makeBlock>>()
  const last = { sent: places(), received: places() }
  let newest = -1

  const blockFor = (number: number): ReturnType<typeof makeBlock> => {
    const at = Math.floor(number / blockSize)
    let block = blocks.get(at)
    if (block === undefined) {
      block = makeBlock()
      blocks.set(at, block)
      for (const old of blocks.keys()) if ((old + 1) * blockSize <= number - kept) blocks.delete(old)
    }
    return block
  }
  const walk = (way: 'sent' | 'received', node: number, limit: number): ValueMovement[] => {
    const found: ValueMovement[] = []
    const oldest = Math.max(0, newest - kept + 1)
    for (let number = last[way].get(node); number >= oldest && found.length < limit;) {
      const block = blocks.get(Math.floor(number / blockSize))
      if (block === undefined) break
      const at = number % blockSize
      found.push({
        from: block.from[at] ?? 0,
        to: block.to[at] ?? 0,
        amount: block.amount[at] ?? 0,
        currency: block.currency[at] ?? -1,
        atMs: block.atMs[at] ?? 0,
      })
      number = block[way][at] ?? -1
    }
    return found
  }
  return {
    add(number, movement) {
      const block = blockFor(number)
      const at = number % blockSize
      newest = number
      block.from[at] = movement.from
      block.to[at] = movement.to
      block.amount[at] = movement.amount
      block.currency[at] = movement.currency
      block.atMs[at] = movement.atMs
      block.sent[at] = last.sent.get(movement.from)
      block.received[at] = last.received.get(movement.to)
      last.sent.set(movement.from, number)
      last.received.set(movement.to, number)
    },
    sent: (node, limit) => walk('sent', node, limit),
    received: (node, limit) => walk('received', node, limit),
  }
}
