import { describe, expect, test } from 'vitest'
import { verifyDeviceSequence } from '../../../main/seal/sequences.ts'
import type { DevicePoint } from '../../../main/seal/sequences.ts'

const point = (caseUid: string, dseq: number): DevicePoint => ({
  caseUid,
  caseNumber: null,
  dseq,
  id: `${caseUid}-${dseq}`,
})

describe('S-22, S-100: a device’s count over all cases', () => {
  test('whole, in any order, it has no fault', () => {
    expect(verifyDeviceSequence([point('b', 2), point('a', 1), point('a', 3)])).toEqual([])
    expect(verifyDeviceSequence([])).toEqual([])
  })

  test('a tail or a whole case taken away leaves numbers that no case has', () => {
    expect(verifyDeviceSequence([point('a', 1), point('c', 4)])).toMatchObject([
      { code: 'missing_entry', case_uid: 'c', entry_id: 'c-4' },
    ])
    expect(verifyDeviceSequence([point('c', 2)])).toMatchObject([{ code: 'missing_entry' }])
  })

  test('a number used twice is a fork', () => {
    expect(verifyDeviceSequence([point('a', 1), point('b', 1)])).toMatchObject([{ code: 'device_fork' }])
  })

  test('what has a finding in its own case is not named again, and what has none is', () => {
    expect(verifyDeviceSequence([point('a', 1), point('a', 3)], 1)).toEqual([])
    expect(verifyDeviceSequence([point('a', 1), point('a', 3), point('a', 6)], 1)).toMatchObject([
      { code: 'missing_entry', entry_id: 'a-6' },
    ])
  })
})
