import { describe, expect, test } from 'vitest'
import { sealsFor } from '../../../main/seal/hub-epochs.ts'

describe('S-34: a key seals under the device id that it was enrolled for', () => {
  test('a hub’s key seals for every epoch of that hub, and for no other hub', () => {
    const hub = { deviceId: 'hub:w' }
    expect(sealsFor(hub, 'hub:w')).toBe(true)
    expect(sealsFor(hub, 'hub:w/0123456789abcdef')).toBe(true)
    for (const other of ['hub:wx', 'hub:wx/1', 'hub:', 'w/1', 'hub', '']) expect(sealsFor(hub, other)).toBe(false)
  })

  test('a device’s key seals for that device alone', () => {
    const device = { deviceId: '01939b52' }
    expect(sealsFor(device, '01939b52')).toBe(true)
    for (const other of ['01939b52/1', 'hub:01939b52', '01939b5', '']) expect(sealsFor(device, other)).toBe(false)
  })
})
