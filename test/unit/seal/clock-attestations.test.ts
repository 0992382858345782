import { describe, expect, test } from 'vitest'
import type { SealedEntry } from '../../../main/seal/entry.ts'
import { encodeHlc } from '../../../main/seal/hlc.ts'
import { buildKeyDirectory } from '../../../main/seal/keys.ts'
import type { KeyRecord, StoredEntry, VerifyInput } from '../../../main/seal/verify-types.ts'
import { isFault } from '../../../main/seal/findings.ts'
import { faultCodes, laptop, makeDevice, seal, startMs, stranger, tablet, verify } from './support.ts'
import type { Device, Draft } from './support.ts'

const minuteMs = 60_000
const yearMs = 365 * 24 * 60 * minuteMs
const iso = (minute: number, aheadMs = 0): string => new Date(startMs + minute * minuteMs + aheadMs).toISOString()

const keyValues = (device: Device) => ({
  kid: device.kid,
  spki: Buffer.from(device.spki).toString('base64url'),
  device_id: device.id,
  device_number: 0,
})

/** Three years ahead, from its third minute to its fourth. */
const attested = {
  device_id: tablet.id,
  from: iso(0, 3 * yearMs),
  to: iso(10, 3 * yearMs),
  ahead_ms: 3 * yearMs,
  how: 'another_clock',
}

/** The chain of a workspace: its founder enrols the tablet, names users, and what a draft says besides. */
const workspace = (...drafts: readonly Draft[]): StoredEntry[] => {
  const all: Draft[] = [
    { type: 'key.enrolled', pub: keyValues(laptop) },
    { type: 'key.enrolled', pub: keyValues(tablet) },
    { type: 'user.added', subject: 'sam', pub: { id: 1, role: 'supervisor' } },
    { type: 'user.added', subject: 'ines', pub: { id: 2, role: 'investigator' } },
    ...drafts,
  ]
  const made: SealedEntry[] = []
  for (const [index, draft] of all.entries())
    made.push(seal(laptop, { case: 'workspace', seq: index + 1, prev: made.at(-1)?.id ?? null, ...draft }))
  return made
}
const attestation = (pub: object = {}, actor = 'sam'): Draft => ({
  type: 'clock.attested',
  actor,
  subject: tablet.id,
  pub: { ...attested, ...pub },
})

/** A case of the tablet, whose clock is three years ahead in the second and third entry. */
const opened = seal(tablet, { type: 'case.opened', pub: {} })
const wrong = (seq: number, prev: string): SealedEntry =>
  seal(tablet, {
    seq,
    prev,
    at: iso(seq, 3 * yearMs),
    hlc: encodeHlc({ ms: startMs + seq * minuteMs + 3 * yearMs, counter: 0 }),
  })
const second = wrong(2, opened.id)
const third = wrong(3, second.id)
const right = seal(tablet, {
  seq: 4,
  prev: third.id,
  hlc: encodeHlc({ ms: startMs + 4 * minuteMs + 3 * yearMs, counter: 1 }),
})
const entries = [opened, second, third, right]
const receipts = new Map(entries.map(({ id }, index) => [id, iso(index + 1)]))

const found = async (chain: readonly StoredEntry[], more: Partial<VerifyInput> = {}) =>
  (await verify(entries, { receipts, keys: buildKeyDirectory(chain).keys, ...more })).findings
    .filter(({ code }) => code !== 'unwitnessed')
    .map(({ code, position }) => `${code} ${position}`)

const faults = ['time_after_receipt 1', 'time_after_receipt 2', 'clock_regression 3']

describe('S-116: what a supervisor seals of a clock', () => {
  test('without it, times that cannot be are faults for ever', async () => {
    expect(await found(workspace())).toEqual(expect.arrayContaining(faults))
  })

  test('explains findings, which become information and name it', async () => {
    const chain = workspace(attestation())
    const report = await verify(entries, { receipts, keys: buildKeyDirectory(chain).keys })
    expect(faultCodes(report)).toEqual([])
    const told = report.findings.filter(({ code }) => code === 'clock_attested')
    expect(told.map(({ position }) => position)).toEqual([1, 2, 3])
    for (const finding of told) {
      expect(isFault(finding)).toBe(false)
      expect(finding.message).toContain((chain.at(-1)?.id ?? '').slice(0, 12))
    }
    expect(told[0]?.message).toMatch(/^time_after_receipt, explained by/)
    expect(told[2]?.message).toMatch(/^clock_regression, explained by/)
  })

  test.each<[string, Draft]>([
    ['another offset', attestation({ ahead_ms: yearMs })],
    ['the other way round', attestation({ ahead_ms: -3 * yearMs })],
    ['another device', attestation({ device_id: laptop.id })],
    ['another time', attestation({ from: iso(0), to: iso(60) })],
    ['a span that ends before it begins', attestation({ from: attested.to, to: attested.from })],
    ['an offset that is no number', attestation({ ahead_ms: 'much' })],
    ['somebody who is no supervisor', attestation({}, 'ines')],
    ['somebody whom nobody added', attestation({}, 'eve')],
    ['a supervisor of before', { ...attestation(), actor: 'tom' }],
  ])('of %s explains nothing', async (_what, draft) => {
    const chain = workspace(
      { type: 'user.added', subject: 'tom', pub: { id: 3, role: 'supervisor' } },
      { type: 'user.changed', subject: 'tom', pub: { role: 'auditor' } },
      draft,
    )
    expect(await found(chain)).toEqual(expect.arrayContaining(faults))
  })

  test('sealed by a key that nobody enrolled explains nothing', async () => {
    const forged = seal(stranger, { case: 'workspace', ...attestation() })
    expect(await found([...workspace(), forged])).toEqual(expect.arrayContaining(faults))
  })

  test('explains one of two spoiled entries, and the other stays a fault', async () => {
    const chain = workspace(attestation({ to: iso(2.5, 3 * yearMs) }))
    expect(await found(chain)).toEqual(
      expect.arrayContaining(['clock_attested 1', 'time_after_receipt 2', 'clock_regression 3']),
    )
  })

  test('does not hide an edited entry', async () => {
    const keys = buildKeyDirectory(workspace(attestation())).keys
    const edited = { ...second, payload: Buffer.from(second.payload).fill(0x61, 20, 21) }
    expect(faultCodes(await verify([opened, edited, third, right], { receipts, keys }))).toContain('edited_payload')
  })

  test('the later of two that cover an entry counts, and a key that is rotated to keeps what was said', async () => {
    expect(await found(workspace(attestation({ ahead_ms: yearMs }), attestation()))).not.toEqual(
      expect.arrayContaining(faults),
    )
    const next = { ...makeDevice(5), id: tablet.id }
    const rotated = seal(tablet, { case: 'workspace', type: 'key.rotated', pub: keyValues(next) })
    const { keys } = buildKeyDirectory([...workspace(attestation()), rotated])
    const clocks = ({ kid }: Device): KeyRecord['clocks'] => keys.get(kid)?.clocks
    expect(clocks(next)).toHaveLength(1)
    expect(clocks(next)).toEqual(clocks(tablet))
  })
})
