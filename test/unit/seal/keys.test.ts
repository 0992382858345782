import { describe, expect, test } from 'vitest'
import type { SealedEntry } from '../../../main/seal/entry.ts'
import { buildKeyDirectory } from '../../../main/seal/keys.ts'
import { keyId, spkiFromRaw } from '../../../main/seal/signature.ts'
import { verifyEntries } from '../../../main/seal/verify.ts'
import { faultCodes, flipBit, laptop, makeDevice, seal, stranger, tablet } from './support.ts'
import type { Device, Draft } from './support.ts'

const keyValues = (device: Device, deviceId = device.id): Record<string, string | number> => ({
  kid: device.kid,
  spki: Buffer.from(device.spki).toString('base64url'),
  device_id: deviceId,
  device_number: 0,
})

const sealed = (by: Device, seq: number, prev: SealedEntry | null, draft: Draft): SealedEntry =>
  seal(by, { case: 'workspace', seq, prev: prev?.id ?? null, ...draft })

const anchor = sealed(laptop, 1, null, { type: 'key.enrolled', pub: keyValues(laptop) })
const second = sealed(laptop, 2, anchor, { type: 'key.enrolled', pub: keyValues(tablet) })
const kids = (entries: SealedEntry[], trusted?: Set<string>): string[] => [...buildKeyDirectory(entries, { trusted }).keys.keys()]

describe('S-30 to S-33: the key directory', () => {
  test('S-31: the first self-signed enrolment is the anchor, and enrols others', () => {
    const { keys, refused } = buildKeyDirectory([anchor, sealed(laptop, 2, anchor, { type: 'rule.changed' }), second])
    expect(refused).toEqual([])
    expect([...keys.keys()]).toEqual([laptop.kid, tablet.kid])
    expect(keys.get(tablet.kid)).toMatchObject({ deviceId: tablet.id, deviceNumber: 0 })
  })

  test('S-31: the workspace chain verifies with the keys that it enrols itself', async () => {
    const { keys } = buildKeyDirectory([anchor, second])
    const report = await verifyEntries({
      caseUid: 'workspace', caseNumber: null, entries: [anchor, second], keys, checkpoints: [], checkpointKeys: [],
    })
    expect(faultCodes(report)).toEqual([])
  })

  test('S-15: a key of small order is not enrolled, whoever enrols it', () => {
    const identity = spkiFromRaw(Buffer.from(`01${'00'.repeat(31)}`, 'hex'))
    const weak = { ...tablet, spki: identity, kid: keyId(identity) }
    const enrolment = sealed(laptop, 2, anchor, { type: 'key.enrolled', pub: keyValues(weak) })
    const { keys, refused } = buildKeyDirectory([anchor, enrolment])
    expect([...keys.keys()]).toEqual([laptop.kid])
    expect(refused).toHaveLength(1)
  })

  test('S-31: a second self-signed enrolment is refused, but not where its key is trusted from outside', () => {
    const other = sealed(stranger, 1, null, { type: 'key.enrolled', pub: keyValues(stranger) })
    expect(kids([anchor, other])).toEqual([laptop.kid])
    expect(kids([anchor, other], new Set([laptop.kid, stranger.kid]))).toEqual([laptop.kid, stranger.kid])
    expect(kids([anchor, second], new Set([stranger.kid]))).toEqual([])
  })

  test('S-30: a key whose id, form or signature does not hold is refused', () => {
    const wrongId = sealed(laptop, 2, anchor, { type: 'key.enrolled', pub: { ...keyValues(tablet), kid: stranger.kid } })
    const noKey = sealed(laptop, 2, anchor, { type: 'key.enrolled', pub: { kid: tablet.kid } })
    const forged = { ...second, sig: flipBit(second.sig, 9) }
    for (const entry of [wrongId, noKey, forged]) {
      const directory = buildKeyDirectory([anchor, entry])
      expect([...directory.keys.keys()]).toEqual([laptop.kid])
      expect(directory.refused).toMatchObject([{ entryId: entry.id }])
    }
  })

  test('S-30: a device is enrolled once; another key for it brings nothing, whoever enrols it', () => {
    const swapped = sealed(laptop, 3, second, { type: 'key.enrolled', pub: keyValues(stranger, tablet.id) })
    const { keys, refused } = buildKeyDirectory([anchor, second, swapped])
    expect([...keys.keys()]).toEqual([laptop.kid, tablet.kid])
    expect(refused).toMatchObject([{ entryId: swapped.id }])
  })

  test('S-32: a device rotates its own key; the old one is refused from the next entry on', () => {
    const next = makeDevice(5)
    const rotated = sealed(laptop, 2, anchor, { type: 'key.rotated', pub: keyValues(next, laptop.id) })
    const { keys } = buildKeyDirectory([anchor, rotated])
    expect(keys.get(laptop.kid)?.revokedAt).toMatchObject({ dseq: 3 })
    expect(keys.get(next.kid)).toMatchObject({ deviceId: laptop.id })
    const foreign = sealed(laptop, 2, anchor, { type: 'key.rotated', pub: keyValues(next, tablet.id) })
    expect(kids([anchor, foreign])).toEqual([laptop.kid])
  })

  test('S-33: a revoked key enrols nobody, and a later revocation does not bring it back', () => {
    const revoked = sealed(laptop, 3, second, { type: 'key.revoked', pub: { kid: tablet.kid, from_dseq: 2 } })
    const late = sealed(laptop, 4, revoked, { type: 'key.revoked', pub: { kid: tablet.kid, from_dseq: 100 } })
    const byRevoked = sealed(tablet, 2, anchor, { type: 'key.enrolled', pub: keyValues(stranger) })
    const { keys, refused } = buildKeyDirectory([anchor, second, revoked, late, byRevoked])
    expect(keys.get(tablet.kid)?.revokedAt).toMatchObject({ dseq: 2 })
    expect(keys.has(stranger.kid)).toBe(false)
    expect(refused).toMatchObject([{ entryId: byRevoked.id }])
  })
})
