import { places } from './columns.ts'

/** A movement of value between two nodes. `amount` is in ten-thousandths of the currency, `atMs` in Unix milliseconds. */
export interface Movement {
  readonly from: number
  readonly to: number
  readonly amount: number
  /** Amounts of different currencies are never the same. */
  readonly currency: number
  readonly atMs: number
}

/** The newest movements, in the order in which they came; what is older than the room for them is forgotten. */
export interface Movements {
  /** Notes a movement under its number: that of its activity, higher than any before. What lies `movementsKept` numbers back is forgotten, so that a book filled again knows the same. */
  add(number: number, movement: Movement): void
  /** Movements that a node made, newest first, at most `limit`. */
  sent(node: number, limit: number): readonly Movement[]
  received(node: number, limit: number): readonly Movement[]
}

/** How many numbers back movements are kept: 40 MB. */
export const movementsKept = 1_000_000

/** Makes an empty book of movements. Adding costs constant time. */
export const createMovements = (kept = movementsKept): Movements => {
  const room = kept
  const from = new Int32Array(room)
  const to = new Int32Array(room)
  const currency = new Int32Array(room)
  const amount = new Float64Array(room)
  const atMs = new Float64Array(room)
  const before = { sent: new Int32Array(room), received: new Int32Array(room) }
  const last = { sent: places(), received: places() }
  let newest = -1

  const walk = (way: 'sent' | 'received', node: number, limit: number): Movement[] => {
    const found: Movement[] = []
    const oldest = newest - room + 1
    for (let number = last[way].get(node); number >= Math.max(0, oldest) && found.length < limit; number = before[way][number % room] ?? -1) {
      const place = number % room
      found.push({ from: from[place] ?? 0, to: to[place] ?? 0, amount: amount[place] ?? 0, currency: currency[place] ?? -1, atMs: atMs[place] ?? 0 })
    }
    return found
  }
  return {
    add(number, movement) {
      const place = number % room
      newest = number
      from[place] = movement.from
      to[place] = movement.to
      amount[place] = movement.amount
      currency[place] = movement.currency
      atMs[place] = movement.atMs
      before.sent[place] = last.sent.get(movement.from)
      before.received[place] = last.received.get(movement.to)
      last.sent.set(movement.from, number)
      last.received.set(movement.to, number)
      return number
    },
    sent: (node, limit) => walk('sent', node, limit),
    received: (node, limit) => walk('received', node, limit),
  }
}
