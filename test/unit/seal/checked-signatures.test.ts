import { describe, expect, test } from 'vitest'
import { createCheckedSignatures } from '../../../main/seal/checked-signatures.ts'

const key = Buffer.from('a key')
const id = (n: number): string => n.toString(16).padStart(64, '0')

describe('signatures that held in this process', () => {
  test('are known by the entry and the key, and by nothing less', () => {
    const checked = createCheckedSignatures()
    checked.add(key, id(1))
    expect(checked.has(key, id(1))).toBe(true)
    expect(checked.has(key, id(2))).toBe(false)
    expect(checked.has(Buffer.from('another'), id(1))).toBe(false)
  })

  test('are forgotten in the end, the newest last', () => {
    const checked = createCheckedSignatures(10)
    for (let n = 0; n < 1_000; n++) {
      checked.add(key, id(n))
      for (let recent = Math.max(0, n - 9); recent <= n; recent++) expect(checked.has(key, id(recent))).toBe(true)
      if (n >= 20) expect(checked.has(key, id(n - 20))).toBe(false)
    }
  })
})
