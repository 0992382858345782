import { recordMax } from '../../../shared/text/csv.ts'

/** An element of an array as text, or why there is none. */
export type ElementText = { readonly at: number } & ({ readonly text: string } | { readonly fault: string })

/** An array that is not one, or that ends before its end. */
export class ArrayFault extends Error {
  override readonly name = 'ArrayFault'
}

/**
 * Cuts one JSON array (RFC 8259) into the texts of its elements while it is read, so that an array of any length takes
 * the memory of one element. Elements are told apart by nesting and strings alone; whether each is JSON is for the
 * reader of its text. An element that is longer than 1 MiB costs itself alone.
 *
 * @throws ArrayFault where the text is no array, goes on behind it, or ends within it
 */
export async function* arrayElements(texts: AsyncIterable<string>): AsyncGenerator<readonly ElementText[]> {
  let state: 'before' | 'inside' | 'behind' = 'before'
  let depth = 0
  let inString = false
  let escaped = false
  let parts: string[] = []
  let length = 0
  let at = 0

  const begun = (): boolean => length > 0
  const finish = (): ElementText | null => {
    const text = parts.join('').trim()
    const isLong = length > recordMax
    parts = []
    length = 0
    if (text === '' && !isLong) return null
    at += 1
    return isLong ? { at, fault: 'is longer than 1 MiB' } : { at, text }
  }
  const keep = (piece: string): void => {
    length += piece.length
    if (length <= recordMax) parts.push(piece)
    else parts = []
  }

  for await (const text of texts) {
    const found: ElementText[] = []
    let from = 0
    for (let index = 0; index < text.length; index += 1) {
      const character = text[index] as string
      if (inString) {
        if (escaped) escaped = false
        else if (character === '\\') escaped = true
        else if (character === '"') inString = false
        continue
      }
      if (state !== 'inside') {
        if (/\s/u.test(character)) continue
        if (state === 'behind' || character !== '[')
          throw new ArrayFault(state === 'behind' ? 'has something behind the end of its array' : 'is no JSON array')
        state = 'inside'
        from = index + 1
        continue
      }
      if (character === '"') inString = true
      else if (character === '{' || character === '[') depth += 1
      else if (depth > 0) {
        if (character === '}' || character === ']') depth -= 1
      } else if (character === ',' || character === ']' || character === '}') {
        if (character === '}') throw new ArrayFault('closes an object that it does not open')
        keep(text.slice(from, index))
        from = index + 1
        const element = finish()
        if (element !== null) found.push(element)
        if (character === ']') state = 'behind'
      }
    }
    if (state === 'inside') keep(text.slice(from))
    yield found
  }
  if ((state as string) !== 'behind')
    throw new ArrayFault(state === 'before' && !begun() ? 'is empty' : 'ends within its array: it is cut off')
}
