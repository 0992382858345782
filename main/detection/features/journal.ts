import type { EntityKind } from '../../../shared/schema/activity.ts'
import { entityKinds } from '../../../shared/schema/activity.ts'

/** What was counted of activities or labels, a row each, to be counted again after a restart. */
export interface JournalRows {
  /** When the activity happened; when the label is known. */
  readonly at: number[]
  /** The amount in ten-thousandths, NaN without one; when the labelled activity happened. */
  readonly value: number[]
  readonly marks: number[]
  /** By the place of the kind. */
  readonly ids: readonly (string | null)[][]
}

export const emptyRows = (): JournalRows => ({ at: [], value: [], marks: [], ids: entityKinds.map(() => []) })

/** Adds a row. */
export const writeRow = (
  rows: JournalRows,
  at: number,
  value: number,
  marks: number,
  idOf: (kindAt: number) => string | null,
): void => {
  rows.at.push(at)
  rows.value.push(value)
  rows.marks.push(marks)
  for (let kindAt = 0; kindAt < rows.ids.length; kindAt += 1) (rows.ids[kindAt] as (string | null)[]).push(idOf(kindAt))
}

/** The rows between two places, of which none is kept any more when the clock has passed `until`. */
export interface JournalChunk {
  readonly rows: number
  readonly until: number
  readonly bytes: Uint8Array
}

interface Header {
  readonly rows: number
  readonly ids: Readonly<Partial<Record<EntityKind, readonly string[]>>>
}

const absent = -1

/**
 * Rows as bytes: length of the header (u32), the header (JSON: how many rows, the distinct identifiers of each kind
 * that occurs), padding to 8 bytes, then the columns in the machine's byte order: times (f64), values (f64), for each
 * kind of the header the places of the identifiers (i32, -1: none), marks (u8).
 */
export const encodeRows = (rows: JournalRows): JournalChunk => {
  const count = rows.at.length
  const ids: Partial<Record<EntityKind, readonly string[]>> = {}
  const columns: Int32Array[] = []
  for (const [kindAt, kind] of entityKinds.entries()) {
    const named = rows.ids[kindAt] as (string | null)[]
    const places = new Map<string, number>()
    const column = new Int32Array(count)
    for (let row = 0; row < count; row += 1) {
      const id = named[row] as string | null
      if (id === null) {
        column[row] = absent
        continue
      }
      let place = places.get(id)
      if (place === undefined) places.set(id, (place = places.size))
      column[row] = place
    }
    if (places.size === 0) continue
    ids[kind] = [...places.keys()]
    columns.push(column)
  }
  const header = Buffer.from(JSON.stringify({ rows: count, ids } satisfies Header))
  const start = Math.ceil((4 + header.length) / 8) * 8
  const bytes = new Uint8Array(start + count * (8 + 8 + 4 * columns.length + 1))
  new DataView(bytes.buffer).setUint32(0, header.length, true)
  bytes.set(header, 4)
  new Float64Array(bytes.buffer, start, count).set(rows.at)
  new Float64Array(bytes.buffer, start + count * 8, count).set(rows.value)
  for (const [place, column] of columns.entries())
    new Int32Array(bytes.buffer, start + count * (16 + 4 * place), count).set(column)
  bytes.set(rows.marks, start + count * (16 + 4 * columns.length))
  return { rows: count, until: rows.at.reduce((latest, at) => Math.max(latest, at), 0), bytes }
}

/** Calls `take` with every row, in order. `ids` is the same array each time. */
export const decodeRows = (
  chunk: Uint8Array,
  take: (at: number, value: number, marks: number, ids: readonly (string | null)[]) => void,
): void => {
  const bytes = chunk.byteOffset % 8 === 0 ? chunk : chunk.slice()
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const headerLength = view.getUint32(0, true)
  const { rows, ids: named } = JSON.parse(
    Buffer.from(bytes.buffer, bytes.byteOffset + 4, headerLength).toString(),
  ) as Header
  const start = bytes.byteOffset + Math.ceil((4 + headerLength) / 8) * 8
  const times = new Float64Array(bytes.buffer, start, rows)
  const values = new Float64Array(bytes.buffer, start + rows * 8, rows)
  const kinds = entityKinds.flatMap((kind, kindAt) => (named[kind] === undefined ? [] : [{ kindAt, ids: named[kind] }]))
  const columns = kinds.map((_, place) => new Int32Array(bytes.buffer, start + rows * (16 + 4 * place), rows))
  const marks = new Uint8Array(bytes.buffer, start + rows * (16 + 4 * kinds.length), rows)
  const ids = entityKinds.map((): string | null => null)
  for (let row = 0; row < rows; row += 1) {
    for (const [place, { kindAt, ids: known }] of kinds.entries())
      ids[kindAt] = known[(columns[place] as Int32Array)[row] as number] ?? null
    take(times[row] as number, values[row] as number, marks[row] as number, ids)
  }
}
