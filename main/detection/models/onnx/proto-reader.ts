import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

/** Thrown where bytes are no message of protocol buffers, or not one of the kind that is looked for. */
export class NotProtobuf extends Error {
  override readonly name = 'NotProtobuf'
}

/** Thrown where a message holds more than is taken. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** The fields of one message, one after another. What is not read is skipped; nothing is read beyond its end. */
export interface ProtoReader {
  /** Goes to the next field: its number; null at the end of the message. */
  next(): number | null
  /** The field as a message within this one. */
  message(): ProtoReader
  bytes(): Uint8Array
  /** Text of at most `most` bytes of UTF-8. */
  text(most: number): string
  /** An int64; beyond 2^53 it is rounded, which no index survives. */
  integer(): number
  float(): number
  /** The field's integers, one or packed, behind those that came before. */
  integers(into: number[], most: number): void
  floats(into: number[], most: number): void
}

/**
 * The package's reader tells malformed input by plain errors; here they get a name of their own, so that a fault of
 * ours is never taken for one.
 */
const guarded = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw new NotProtobuf(error instanceof Error ? error.message : 'it cannot be read')
  }
}

/** Reads messages of protocol buffers (wire format, proto2 and proto3) without knowing their fields. */
export const createProtoReader = (held: Uint8Array): ProtoReader => {
  const reader = new BinaryReader(held)
  let wire: WireType | null = null
  let field = 0

  /** What the field holds: it is read once. */
  const taken = (...allowed: readonly WireType[]): WireType => {
    const found = wire
    wire = null
    if (found === null || !allowed.includes(found)) throw new NotProtobuf(`field ${field} is of another type`)
    return found
  }

  const integer = (): number => {
    const first = held[reader.pos]
    if (first !== undefined && first < 0x80) {
      reader.pos += 1
      return first
    }
    return Number(guarded(() => reader.int64()))
  }
  const float = (): number => guarded(() => reader.float())

  const many = (into: number[], most: number, single: WireType, read: () => number): void => {
    const packed = taken(single, WireType.LengthDelimited) === WireType.LengthDelimited
    const length = packed ? guarded(() => reader.uint32()) : 0
    const end = reader.pos + length
    if (end > reader.len) throw new NotProtobuf(`field ${field} goes beyond the end`)
    do {
      if (packed && reader.pos === end) break
      if (into.length >= most) throw new TooMuch(`a list has more than ${most} values`)
      into.push(read())
    } while (packed && reader.pos < end)
    if (packed && reader.pos !== end) throw new NotProtobuf(`field ${field} goes beyond its end`)
  }

  const bytes = (): Uint8Array => {
    taken(WireType.LengthDelimited)
    return guarded(() => reader.bytes())
  }

  return {
    next() {
      if (wire !== null) {
        const unread = wire
        guarded(() => reader.skip(unread, field))
        wire = null
      }
      if (reader.pos >= reader.len) return null
      const [number, type] = guarded(() => reader.tag())
      field = number
      wire = type
      return number
    },
    message: () => createProtoReader(bytes()),
    bytes,
    text(most) {
      const found = bytes()
      if (found.length > most) throw new TooMuch(`a text is longer than ${most} bytes`)
      return new TextDecoder().decode(found)
    },
    integer() {
      taken(WireType.Varint)
      return integer()
    },
    float() {
      taken(WireType.Bit32)
      return float()
    },
    integers: (into, most) => many(into, most, WireType.Varint, integer),
    floats: (into, most) => many(into, most, WireType.Bit32, float),
  }
}
