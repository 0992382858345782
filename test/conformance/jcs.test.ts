import { describe, expect, test } from 'vitest'
import { canonicalBytes, isCanonical } from '../../main/seal/canonical.ts'
import { haveVectors, listVectors, readVector } from './vectors.ts'

const present = haveVectors('jcs')

describe.skipIf(!present)('S-1: canonical JSON is RFC 8785', () => {
  const names = present ? listVectors('jcs/input') : []

  test('there are vectors', () => {
    expect(names.length).toBeGreaterThanOrEqual(6)
  })

  test.each(names)('%s', (name) => {
    const input: unknown = JSON.parse(readVector('jcs/input', name).toString('utf8'))
    const expected = readVector('jcs/output', name)
    const hex = readVector('jcs/outhex', name.replace('.json', '.txt')).toString('ascii').replaceAll(/\s/g, '')
    const bytes = Buffer.from(canonicalBytes(input))
    expect(bytes.toString('utf8')).toBe(expected.toString('utf8'))
    expect(bytes.toString('hex')).toBe(hex)
    expect(isCanonical(bytes)).toBe(true)
    expect(isCanonical(readVector('jcs/input', name))).toBe(
      Buffer.compare(readVector('jcs/input', name), expected) === 0,
    )
  })
})
