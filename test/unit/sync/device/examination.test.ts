import { describe, expect, test } from 'vitest'
import { createCheckedSignatures } from '../../../../main/seal/checked-signatures.ts'
import { inspectEntry } from '../../../../main/seal/judge.ts'
import { publicKeyFromSpki } from '../../../../main/seal/signature.ts'
import type { UsableKey } from '../../../../main/seal/judge.ts'
import { createExamination } from '../../../../main/sync/device/examination.ts'
import type { CarriedEntry } from '../../../../main/sync/entry.ts'
import { flipBit, keyRecord, laptop, tablet } from '../../seal/support.ts'
import { chainOf } from './told.ts'

const [first, second] = chainOf(laptop, 2) as [CarriedEntry, CarriedEntry]
const keyOf = (kid: string): UsableKey | undefined =>
  [laptop, tablet]
    .map((device) => ({ record: keyRecord(device), publicKey: publicKeyFromSpki(device.spki) }))
    .find(({ record }) => record.kid === kid)

describe('the seals of a page', () => {
  test('hold or do not, whether they were begun ahead or not', async () => {
    const forged = { ...second, sig: flipBit(second.sig, 0) }
    const seals = createExamination({ keyOf })
    seals.begin([first, forged])
    expect([
      await seals.examine(first).signature,
      await seals.examine(forged).signature,
      await seals.examine(second).signature,
    ]).toEqual([true, false, true])
    await seals.ended()
  })

  test('Y-2: what this process has checked under the same key is not checked again; the id is that of the bytes, whatever is said beside them', async () => {
    const checked = createCheckedSignatures()
    const unsigned = { ...first, sig: Buffer.alloc(64) }
    const idOf = (entry: CarriedEntry): string => Buffer.from(inspectEntry(entry).digests.leaf).toString('hex')
    checked.add(laptop.spki, idOf(unsigned))
    checked.add(tablet.spki, idOf({ ...second, sig: Buffer.alloc(64) }))
    const seals = createExamination({ keyOf, checked })
    expect(await seals.examine(unsigned).signature, 'it was said to have been checked').toBe(true)
    expect(await seals.examine({ ...second, sig: Buffer.alloc(64) }).signature, 'another key’s').toBe(false)
    expect(
      await seals.examine({ ...second, id: idOf(unsigned), sig: Buffer.alloc(64) }).signature,
      'another entry under that id',
    ).toBe(false)
  })
})
