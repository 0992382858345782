import type { WireEntry } from '../../shared/protocol/sync.ts'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openArray = 0x5b
const openObject = 0x7b
const colon = 0x3a

/** A value with a name costs a reader several without: names are looked up, and kept in order. */
const nameCosts = 3

/**
 * What the values of a JSON text count, read off its bytes before it is parsed: a value costs whoever reads it a
 * hundred times what a byte does, and stands on two bytes (Y-28). A value with a name counts four times; an empty list
 * or object counts for one more.
 */
export const countValues = (json: Uint8Array): number => {
  let count = 1
  let inText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === comma || byte === openArray || byte === openObject) count += 1
    else if (byte === colon) count += nameCosts
  }
  return count
}

/**
 * Text is read, written and put in canonical form where plain JSON is read and written; honest devices send it for few
 * entries.
 */
const textCosts = 4

/**
 * The values that an entry holds besides those of its line: in a payload that travels as text, and in encoded
 * disclosures.
 */
export const countHidden = ({ p, d = [] }: WireEntry): number => {
  const payload = typeof p === 'string' ? textCosts * countValues(Buffer.from(p, 'utf8')) : 0
  return d.reduce<number>(
    (sum, one) => sum + (typeof one === 'string' ? countValues(Buffer.from(one, 'base64url')) : 0),
    payload,
  )
}
