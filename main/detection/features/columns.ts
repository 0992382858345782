/** Room that a column begins with. */
export const firstRoom = 64

/** Twice the room, until `needed` fits. */
export const roomFor = (room: number, needed: number): number => {
  let next = Math.max(room, firstRoom)
  while (next < needed) next *= 2
  return next
}

type Column = Float64Array | Int32Array | Uint8Array

const empty = <T extends Column>(like: T, room: number): T => new (like.constructor as new (size: number) => T)(room)

/** The same column with more room; what is new holds `fill`. */
export const widened = <T extends Column>(column: T, room: number, fill = 0): T => {
  const next = empty(column, room)
  next.set(column)
  if (fill !== 0) next.fill(fill, column.length)
  return next
}
