import { describe, expect, test } from 'vitest'
import type { SealedEntry } from '../../../main/seal/entry.ts'
import type { KeyRecord } from '../../../main/seal/verify-types.ts'
import { buildKeyDirectory } from '../../../main/seal/keys.ts'
import { keyId, spkiFromRaw } from '../../../main/seal/signature.ts'
import { verifyEntries } from '../../../main/seal/verify.ts'
import { hubKeysIn } from '../../../main/seal/key-authority.ts'
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
const kids = (entries: SealedEntry[], trusted?: Set<string>): string[] => [
  ...buildKeyDirectory(entries, { trusted }).keys.keys(),
]

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
      caseUid: 'workspace',
      caseNumber: null,
      entries: [anchor, second],
      keys,
      checkpoints: [],
      checkpointKeys: [],
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
    const wrongId = sealed(laptop, 2, anchor, {
      type: 'key.enrolled',
      pub: { ...keyValues(tablet), kid: stranger.kid },
    })
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

const uid = '01939b52-7b2a-7c1e-8f00-0000000000aa'
const createdBy = (device: Device, seq: number, prev: SealedEntry, workspaceId = uid): SealedEntry =>
  sealed(device, seq, prev, {
    type: 'workspace.created',
    pub: { workspace_id: workspaceId, institution: 'ACME', name: 'Acme Bank', sample: false },
  })

describe('S-35: who enrols and revokes keys', () => {
  const hub = { ...makeDevice(6), id: `hub:${uid}` }
  const founded = createdBy(laptop, 2, anchor)
  const brought = sealed(laptop, 3, founded, { type: 'key.enrolled', pub: keyValues(hub) })
  const byHub = sealed(hub, 1, null, { type: 'key.enrolled', pub: keyValues(tablet) })
  const beginning = [anchor, founded, brought, byHub]
  const refusals = (...entries: SealedEntry[]): { kids: string[]; refused: string[] } => {
    const { keys, refused } = buildKeyDirectory(entries)
    return { kids: [...keys.keys()], refused: refused.map(({ entryId }) => entryId) }
  }

  test('the first key enrols the hub of the workspace that it founded, and the hub the others', () => {
    const { keys, refused } = buildKeyDirectory(beginning)
    expect(refused).toEqual([])
    expect([...keys.keys()]).toEqual([laptop.kid, hub.kid, tablet.kid])
    expect(hubKeysIn(keys).map(({ kid }) => kid)).toEqual([hub.kid])
    expect(keys.get(laptop.kid)?.anchor?.founded).toEqual({ uid, institution: 'ACME', name: 'Acme Bank' })
  })

  test('read one by one, as a feed is, they come to the same', () => {
    let keys: ReadonlyMap<string, KeyRecord> = new Map()
    for (const entry of beginning)
      ({ keys } = buildKeyDirectory([entry], { before: keys, trusted: new Set([laptop.kid]) }))
    expect(keys).toEqual(buildKeyDirectory(beginning).keys)
  })

  test.for<readonly [what: string, forged: (by: Device) => SealedEntry]>([
    ['a hub of its own', (by) => sealed(by, 1, null, { type: 'key.enrolled', pub: keyValues(stranger, 'hub:FAKE') })],
    [
      'a run of the hub',
      (by) => sealed(by, 1, null, { type: 'key.enrolled', pub: keyValues(stranger, `${hub.id}/0011223344556677`) }),
    ],
    [
      'another device, in whosever name',
      (by) => sealed(by, 1, null, { type: 'key.enrolled', pub: keyValues(stranger) }),
    ],
    [
      'nobody: it revokes a colleague',
      (by) => sealed(by, 1, null, { type: 'key.revoked', pub: { kid: laptop.kid, from_dseq: 1 } }),
    ],
    [
      'nobody: it revokes the hub',
      (by) => sealed(by, 1, null, { type: 'key.revoked', pub: { kid: hub.kid, from_dseq: 1 } }),
    ],
  ])('where there is a hub, a device enrols %s: it has no effect, wherever it is put', ([, forged]) => {
    const entry = forged(tablet)
    for (const at of [4, 3, 1])
      expect(refusals(...beginning.slice(0, at), entry, ...beginning.slice(at))).toEqual({
        kids: [laptop.kid, hub.kid, tablet.kid],
        refused: [entry.id],
      })
    const { keys } = buildKeyDirectory([...beginning, entry])
    expect([laptop, hub].map(({ kid }) => keys.get(kid)?.revokedAt)).toEqual([undefined, undefined])
    const own = sealed(laptop, 4, brought, { type: 'key.enrolled', pub: keyValues(stranger) })
    expect(refusals(...beginning, own).refused, 'the first key has given it out of its hands').toEqual([own.id])
  })

  test('the hub is that of the workspace: one of another uid, or before the workspace was founded, is none', () => {
    const other = sealed(laptop, 3, founded, { type: 'key.enrolled', pub: keyValues(hub, 'hub:FAKE') })
    expect(refusals(anchor, founded, other)).toEqual({ kids: [laptop.kid], refused: [other.id] })
    const early = sealed(laptop, 2, anchor, { type: 'key.enrolled', pub: keyValues(hub) })
    expect(refusals(anchor, early).refused).toEqual([early.id])
    const again = createdBy(laptop, 3, founded, 'FAKE')
    expect(refusals(anchor, founded, again, other).refused, 'a workspace is founded once').toEqual([other.id])
  })

  test('without a hub, the first key alone enrols and revokes', () => {
    const byTablet = sealed(tablet, 1, null, { type: 'key.enrolled', pub: keyValues(stranger) })
    const revokes = sealed(tablet, 2, byTablet, { type: 'key.revoked', pub: { kid: laptop.kid, from_dseq: 1 } })
    expect(refusals(anchor, second, byTablet, revokes)).toEqual({
      kids: [laptop.kid, tablet.kid],
      refused: [byTablet.id, revokes.id],
    })
  })

  test('a folder that joined trusts its own key for what it sealed before, not for the enrolment of others', () => {
    const own = sealed(stranger, 1, null, { type: 'key.enrolled', pub: keyValues(stranger) })
    const created = createdBy(stranger, 2, own, 'FAKE')
    const fake = sealed(stranger, 3, created, { type: 'key.enrolled', pub: keyValues(tablet, 'hub:FAKE') })
    const options = { trusted: new Set([laptop.kid, stranger.kid]), root: laptop.kid }
    for (const entries of [
      [own, created, fake, anchor, founded, brought],
      [anchor, founded, brought, own, created, fake],
    ]) {
      const { keys, refused } = buildKeyDirectory(entries, options)
      expect(hubKeysIn(keys).map(({ kid }) => kid)).toEqual([hub.kid])
      expect(refused.map(({ entryId }) => entryId)).toEqual([fake.id])
    }
  })

  test('no workspace begins with the key of a hub', () => {
    expect(kids([sealed(hub, 1, null, { type: 'key.enrolled', pub: keyValues(hub) })])).toEqual([])
  })

  test('the hub changes its own key by rotation, and what the old one enrolled counts on', () => {
    const next = makeDevice(7)
    const rotated = sealed(hub, 2, byHub, { type: 'key.rotated', pub: keyValues(next, hub.id) })
    const later = sealed({ ...next, id: hub.id }, 3, rotated, { type: 'key.enrolled', pub: keyValues(stranger) })
    const { keys, refused } = buildKeyDirectory([...beginning, rotated, later])
    expect([refused, [...keys.keys()]]).toEqual([[], [laptop.kid, hub.kid, tablet.kid, next.kid, stranger.kid]])
  })
})
