import { describe, expect, it } from 'vitest'
import { createJsonObjects } from '../../../../main/domain/imports/json-objects.ts'

const cut = (text: string, piece: number, max = 1_000) => {
  const objects = createJsonObjects(max)
  const found = []
  for (let at = 0; at < text.length; at += piece) found.push(...objects.push(text.slice(at, at + piece)))
  return [...found, ...objects.end()]
}

describe.each([1, 3, 1_000])('objects of JSON in pieces of %i', (piece) => {
  it('are cut out of an array, with the line where each begins', () => {
    expect(cut('[\n {"a": "}]\\"{", "b": [1, {"c": 2}]},\n {"a":2}\n]\n', piece)).toEqual([
      { line: 2, text: '{"a": "}]\\"{", "b": [1, {"c": 2}]}' },
      { line: 3, text: '{"a":2}' },
    ])
  })

  it('are cut out of objects over several lines', () => {
    expect(cut('{\n "a": 1\n}\n{\n "a": 2\n}', piece)).toEqual([
      { line: 1, text: '{\n "a": 1\n}' },
      { line: 4, text: '{\n "a": 2\n}' },
    ])
  })

  it('cost themselves alone where they are none, too long, or cut off', () => {
    expect(cut('[1, {"a":1}, "x"]', piece)).toEqual([
      { line: 1, text: '1', fault: 'is no JSON object' },
      { line: 1, text: '{"a":1}' },
      { line: 1, text: '"x"', fault: 'is no JSON object' },
    ])
    const long = cut(`[{"a":"${'x'.repeat(200)}"},{"b":1}]`, piece, 100)
    expect(long).toMatchObject([{ fault: 'is longer than 1 MiB' }, { text: '{"b":1}' }])
    expect(cut('[{"a":1},{"b":', piece)).toMatchObject([
      { text: '{"a":1}' },
      { fault: expect.stringContaining('cut off') as string },
    ])
  })

  it('may be missing where their array does not end, though each of them does', () => {
    expect(cut('[{"a":1},{"b":2}', piece)).toMatchObject([
      { text: '{"a":1}' },
      { text: '{"b":2}' },
      { fault: expect.stringContaining('its array does not end') as string },
    ])
    expect(cut('{"a":1}\n{"b":2}', piece)).toMatchObject([{ text: '{"a":1}' }, { text: '{"b":2}' }])
  })
})
