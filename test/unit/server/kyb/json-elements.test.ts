import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArrayFault, arrayElements } from '../../../../main/server/kyb/json-elements.ts'

async function* piecesOf(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield await Promise.resolve(text.slice(at, at + length))
}

const read = async (text: string, length = 7): Promise<(string | undefined)[]> => {
  const found: (string | undefined)[] = []
  for await (const batch of arrayElements(piecesOf(text, length)))
    for (const element of batch) found.push('text' in element ? element.text : undefined)
  return found
}

describe('an array of JSON that is read while it comes', () => {
  it('is cut into the texts of its elements, wherever the pieces end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(0, 2),
        async (values, length, indent) => {
          const texts = await read(JSON.stringify(values, null, indent), length)
          expect(texts.map((text) => JSON.parse(text ?? '') as unknown)).toEqual(JSON.parse(JSON.stringify(values)))
        },
      ),
    )
  })

  it('keeps one element in memory, and passes over one that is too long', async () => {
    expect(await read(`[{"a":"${'x'.repeat(1_100_000)}"},{"b":"]"}]`, 65_536)).toEqual([undefined, '{"b":"]"}'])
  })

  it.each(['[{"a":1},', '[{"a":1}', '[', '', '  ', '{"a":1}', '[] []', '[}]', '["\\"]'])('refuses %j', async (text) => {
    await expect(read(text)).rejects.toThrow(ArrayFault)
  })
})
