import { roomFor } from './columns.ts'

/**
 * Numbered records of a fixed length in one piece of memory, so that what is read of one lies in one line of the
 * processor's cache. A record begins at `number * words` in `ints`, and at half
 * of that in `floats`; the maker says which of its words are which. Ask for both anew after `reach`: what grows moves.
 */
export interface Records {
  /** Length of a record in words of 32 bits; even. */
  readonly words: number
  ints: Int32Array
  floats: Float64Array
  /** How many records there is room for. */
  room: number
  /** Makes room for records up to a number; those that are new hold zeros. */
  reach(record: number): void
}

/** Room for records of at least so many words of 32 bits. */
export const createRecords = (least: number, first: number): Records => {
  const words = least + (least % 2)
  const bytes = new ArrayBuffer(first * words * 4)
  const records: Records = {
    words,
    ints: new Int32Array(bytes),
    floats: new Float64Array(bytes),
    room: first,
    reach: (record) => {
      if (record < records.room) return
      records.room = roomFor(records.room, record + 1)
      const wider = new ArrayBuffer(records.room * words * 4)
      new Int32Array(wider).set(records.ints)
      records.ints = new Int32Array(wider)
      records.floats = new Float64Array(wider)
    },
  }
  return records
}
