/** Bytes of each character that one or two bytes of an encoding stand for. */
const tableOf = (encoding: string): ReadonlyMap<string, readonly number[]> => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const table = new Map<string, readonly number[]>()
  const learn = (...bytes: readonly number[]): void => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes))
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes)
    } catch {
      // Not every sequence is one of the encoding.
    }
  }
  for (let byte = 0; byte < 256; byte += 1) learn(byte)
  for (let first = 0x81; first < 0xff; first += 1) for (let next = 0x40; next < 0xff; next += 1) learn(first, next)
  return table
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** A text in an encoding of the WHATWG standard, UTF-16 with its mark; a character that it does not hold throws. */
export const encoded = (text: string, encoding: string): Buffer => {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character)
      if (bytes === undefined) throw new Error(`${encoding} holds no ${JSON.stringify(character)}`)
      return bytes
    }),
  )
}
