import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryDigests, entryPae, sealEntry } from '../../../main/seal/entry.ts'
import type { SealedEntry } from '../../../main/seal/entry.ts'
import { sha256, toHex } from '../../../main/seal/hash.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import type { StoredEntry, VerifyInput } from '../../../main/seal/verify.ts'
import { isWitnessedToTheEnd } from '../../../main/seal/verify-types.ts'
import {
  caseUid,
  checkpointKey,
  faultCodes,
  flipBit,
  hub,
  keyMap,
  keyRecord,
  laptop,
  makeChain,
  makeCheckpoint,
  payloadOf,
  replaced,
  seal,
  startMs,
  stranger,
  swapped,
  tablet,
  verify,
  without,
} from './support.ts'
import { runsOf } from '../../support/tries.ts'

const chain = makeChain(laptop, 6)
const checkpoints = [makeCheckpoint(hub, chain)]
const at = (index: number): SealedEntry => chain[index] as SealedEntry
const edit = (index: number, change: Partial<StoredEntry>): StoredEntry[] =>
  replaced<StoredEntry>(chain, index, { ...at(index), ...change })

/** Seals arbitrary bytes properly: what only the holder of a key can do. */
const sealBytes = (text: string): StoredEntry => {
  const payload = Buffer.from(text, 'utf8')
  const sig = signMessage(entryPae(payload), laptop.privateKey)
  const digests = entryDigests(payload, sig)
  return { id: toHex(digests.leaf), payload, kid: laptop.kid, sig, paeSha256: digests.paeSha256 }
}

const editedText = (index: number, from: string, to: string): Uint8Array => {
  const text = Buffer.from(at(index).payload).toString('utf8')
  expect(text).toContain(from)
  return Buffer.from(text.replace(from, to), 'utf8')
}

describe('S-81: what was not altered has no fault', () => {
  test('one device', async () => {
    const report = await verify(chain, { checkpoints })
    expect(report.findings).toEqual([])
    expect(report).toMatchObject({ entries: 6, size: 6, witnessedSize: 6, heads: [at(5).id] })
  })

  test('an empty case', async () => {
    expect((await verify([])).findings).toEqual([])
  })

  test('two devices that wrote apart, and the entry that names both heads', async () => {
    const [a1, a2] = makeChain(laptop, 2) as [SealedEntry, SealedEntry]
    const b1 = seal(tablet, { seen: [a1.id] })
    const b2 = seal(tablet, { seq: 2, prev: b1.id })
    const joined = seal(laptop, { seq: 3, prev: a2.id, seen: [b2.id] })
    const entries = [a1, a2, b1, b2, joined]
    const apart = await verify(entries.slice(0, 4))
    expect(faultCodes(apart)).toEqual([])
    expect(apart.heads).toEqual([a2.id, b2.id].sort())
    expect(
      faultCodes(
        await verify(entries, {
          checkpoints: [makeCheckpoint(hub, entries), makeCheckpoint(hub, entries.slice(0, 2))],
        }),
      ),
    ).toEqual([])
  })

  test('an asynchronous source, entries without kept digests, and progress to the end', async () => {
    const seen: number[] = []
    async function* source(): AsyncGenerator<StoredEntry> {
      for (const entry of chain) yield Promise.resolve({ ...entry, paeSha256: undefined })
    }
    const report = await verify([], { entries: source(), checkpoints, onProgress: (done) => seen.push(done) })
    expect(report.findings).toEqual([])
    expect(seen.at(-1)).toBe(6)
  })

  test('S-110: what no hub has seen is said, as information', async () => {
    const report = await verify(chain, { checkpoints: [makeCheckpoint(hub, chain.slice(0, 4))] })
    expect(report.findings).toMatchObject([{ code: 'unwitnessed', severity: 'information' }])
    expect(report.witnessedSize).toBe(4)
  })

  test('S-115: the end is witnessed by a hub that covers it, or by a checkpoint from elsewhere, and by no other', async () => {
    const own = makeCheckpoint(laptop, chain, 'laptop')
    const checkpointKeys = [checkpointKey(hub), checkpointKey(laptop, 'local', 'laptop')]
    const end = async (more: Partial<VerifyInput>): Promise<boolean> =>
      isWitnessedToTheEnd(await verify(chain, { checkpointKeys, ...more }))
    expect(await end({ checkpoints })).toBe(true)
    expect(await end({ checkpoints: [makeCheckpoint(hub, chain.slice(0, 5))] })).toBe(false)
    expect(await end({ checkpoints: [own] }), 'of the device itself').toBe(false)
    expect(await end({ checkpoints: [own], outside: [own] })).toBe(true)
    const before = makeCheckpoint(laptop, chain.slice(0, 5), 'laptop')
    expect(await end({ checkpoints: [own, before], outside: [before] })).toBe(false)
  })
})

describe('S-80: any single flipped bit of any stored entry is caught', () => {
  const fields = ['payload', 'sig', 'kid', 'id', 'paeSha256'] as const
  const flipped = (entry: SealedEntry, field: (typeof fields)[number], bit: number): StoredEntry => {
    const value = entry[field]
    const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : value
    const changed = flipBit(bytes, bit % (bytes.length * 8))
    return { ...entry, [field]: typeof value === 'string' ? Buffer.from(changed).toString('latin1') : changed }
  }

  test('wherever it is, it has one code, and that at the entry', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(5), fc.constantFrom(...fields), fc.nat(), async (index, field, bit) => {
        const altered = flipped(at(index), field, bit)
        const report = await verify(replaced<StoredEntry>(chain, index, altered), { checkpoints })
        const faults = report.findings.filter((finding) => finding.severity === 'fault')
        expect(faults).toHaveLength(1)
        expect(faults[0]).toMatchObject({ entry_id: altered.id, position: index })
        expect(report.perEntry.get(altered.id)).toEqual([faults[0]?.code])
      }),
      { numRuns: runsOf(600) },
    )
  })

  test('with no kept digest, no checkpoint and nothing after it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('payload', 'sig', 'kid', 'id'), fc.nat(), async (field, bit) => {
        const altered = { ...flipped(at(0), field, bit), paeSha256: undefined }
        expect(faultCodes(await verify([altered]))).toHaveLength(1)
      }),
      { numRuns: runsOf(400) },
    )
  })

  test('every bit of one signature and one id', async () => {
    for (let bit = 0; bit < 512; bit += 1) {
      expect(faultCodes(await verify(replaced<StoredEntry>(chain, 2, flipped(at(2), 'sig', bit))))).toEqual([
        'edited_signature',
      ])
    }
    for (let bit = 0; bit < 256; bit += 1) {
      const id = toHex(flipBit(Buffer.from(at(2).id, 'hex'), bit))
      expect(faultCodes(await verify(edit(2, { id })))).toEqual(['edited_signature'])
    }
  })
})

describe('S-82 to S-89: faults of one entry', () => {
  test('S-82: edited_payload', async () => {
    expect(
      faultCodes(await verify(edit(2, { payload: editedText(2, 'investigating', 'resolved') }), { checkpoints })),
    ).toEqual(['edited_payload'])
  })

  test('S-82: edited_payload, of an entry whose edit makes it unreadable, and of one that edits its number', async () => {
    expect(
      faultCodes(await verify(edit(2, { payload: editedText(2, '"seq":3', '"seq":"') }), { checkpoints })),
    ).toEqual(['edited_payload'])
    expect(
      faultCodes(await verify(edit(2, { payload: editedText(2, '"seq":3', '"seq":9') }), { checkpoints })),
    ).toEqual(['edited_payload'])
  })

  test('S-82: edited_payload, although its id was made to fit', async () => {
    const payload = editedText(2, 'investigating', 'resolved')
    const id = toHex(entryDigests(payload, at(2).sig).leaf)
    expect(faultCodes(await verify(edit(2, { payload, id })))).toEqual(['edited_payload'])
    expect(faultCodes(await verify(edit(2, { payload, id }), { checkpoints })).sort()).toEqual([
      'checkpoint_not_extending',
      'edited_payload',
    ])
  })

  test('S-83: non_canonical_payload, the same values in another form', async () => {
    const payload = Buffer.from(JSON.stringify(JSON.parse(Buffer.from(at(2).payload).toString('utf8')), null, 1))
    expect(faultCodes(await verify(edit(2, { payload }), { checkpoints }))).toEqual(['non_canonical_payload'])
    expect(faultCodes(await verify(edit(2, { payload, paeSha256: undefined }), { checkpoints }))).toEqual([
      'non_canonical_payload',
    ])
  })

  test('S-83: non_canonical_payload, properly signed', async () => {
    const text = `${Buffer.from(seal(laptop).payload).toString('utf8')} `
    expect(faultCodes(await verify([sealBytes(text)]))).toEqual(['non_canonical_payload'])
  })

  test('S-84: malformed_entry, properly signed', async () => {
    expect(faultCodes(await verify([sealBytes('{"v":1}')]))).toEqual(['malformed_entry'])
  })

  test('S-85: edited_signature', async () => {
    expect(faultCodes(await verify(edit(3, { sig: flipBit(at(3).sig, 77) }), { checkpoints }))).toEqual([
      'edited_signature',
    ])
    expect(faultCodes(await verify(edit(3, { sig: at(3).sig.subarray(0, 63) }), { checkpoints }))).toEqual([
      'edited_signature',
    ])
    expect(faultCodes(await verify(edit(3, { sig: new Uint8Array(0) }), { checkpoints }))).toEqual(['edited_signature'])
  })

  test('S-85: edited_signature, where the envelope names another enrolled key', async () => {
    expect(faultCodes(await verify(edit(3, { kid: tablet.kid }), { checkpoints }))).toEqual(['edited_signature'])
  })

  test('S-85: edited_signature, where the digest was made to fit an edited payload, since what was sealed is then unknown', async () => {
    const payload = editedText(2, 'investigating', 'resolved')
    const { paeSha256 } = entryDigests(payload, at(2).sig)
    expect(faultCodes(await verify(edit(2, { payload, paeSha256 }), { checkpoints }))).toEqual(['edited_signature'])
    const [told] = (await verify(edit(2, { payload, paeSha256 }), { checkpoints })).findings
    expect(told?.message).toMatch(/what was sealed is no longer known/)
  })

  test('S-86: unknown_key, an entry by a stranger', async () => {
    const foreign = seal(stranger)
    const report = await verify([...chain, foreign], { checkpoints })
    expect(faultCodes(report)).toEqual(['unknown_key'])
    expect(report.findings[0]).toMatchObject({ entry_id: foreign.id, position: 6 })
  })

  test('S-86: unknown_key, where the envelope names a key that nobody enrolled', async () => {
    expect(faultCodes(await verify(edit(3, { kid: stranger.kid }), { checkpoints }))).toEqual(['unknown_key'])
  })

  test('S-86: unknown_key, an enrolled key that speaks for another device', async () => {
    const payload = payloadOf(laptop, { dev: tablet.id })
    expect(faultCodes(await verify([...chain, sealEntry(payload, laptop)], { checkpoints }))).toEqual(['unknown_key'])
  })

  test('S-87: revoked_key, from the number of the revocation on, or after its time', async () => {
    const byNumber = keyMap(keyRecord(laptop, { revokedAt: { at: '2026-01-01T00:00:00.000Z', dseq: 5 } }))
    const byTime = keyMap(keyRecord(laptop, { revokedAt: { at: new Date(startMs + 5 * 60_000).toISOString() } }))
    expect((await verify(chain, { checkpoints, keys: byNumber })).perEntry).toEqual(
      new Map([
        [at(4).id, ['revoked_key']],
        [at(5).id, ['revoked_key']],
      ]),
    )
    expect((await verify(chain, { checkpoints, keys: byTime })).perEntry).toEqual(
      new Map([[at(5).id, ['revoked_key']]]),
    )
  })

  test('S-88: row_differs, an entry that was filed under another case', async () => {
    const elsewhere = seal(laptop, { case: '01939b52-7b2a-7c1e-8f00-000000000002' })
    expect(faultCodes(await verify([...chain, elsewhere], { checkpoints }))).toEqual(['row_differs'])
  })

  test('S-88: row_differs, the digest kept beside an entry', async () => {
    expect(faultCodes(await verify(edit(1, { paeSha256: sha256(at(1).sig) }), { checkpoints }))).toEqual([
      'row_differs',
    ])
  })
})

describe('S-90 to S-94: faults between entries', () => {
  test('S-91: missing_entry, from the middle, once, and no second finding by the checkpoint', async () => {
    const report = await verify(without(chain, 2), { checkpoints })
    expect(faultCodes(report)).toEqual(['missing_entry'])
    expect(report.findings[0]).toMatchObject({ entry_id: at(3).id, position: 2 })
  })

  test('S-91: missing_entry, the first, and several in a row, once', async () => {
    expect(faultCodes(await verify(chain.slice(1), { checkpoints }))).toEqual(['missing_entry'])
    expect(faultCodes(await verify([at(0), at(4), at(5)], { checkpoints }))).toEqual(['missing_entry'])
  })

  test('S-91: missing_entry, another device’s head that an entry had seen', async () => {
    const b1 = seal(tablet)
    const joined = seal(laptop, { seq: 7, prev: at(5).id, seen: [b1.id] })
    expect(faultCodes(await verify([...chain, b1, joined]))).toEqual([])
    expect(
      faultCodes(await verify([...chain, joined], { checkpoints: [makeCheckpoint(hub, [...chain, b1, joined])] })),
    ).toEqual(['missing_entry'])
  })

  test('S-91: missing_entry, an entry that its own device replaced by another', async () => {
    const other = seal(laptop, { seq: 3, prev: at(1).id, pub: { from: 'open', to: 'closed' } })
    expect(faultCodes(await verify(replaced(chain, 2, other)))).toEqual(['missing_entry'])
    expect(faultCodes(await verify(replaced(chain, 2, other), { checkpoints })).sort()).toEqual([
      'checkpoint_not_extending',
      'missing_entry',
    ])
  })

  test('S-91: an edited entry is not missing too, nor does a missing one hide behind it', async () => {
    const edited = edit(2, { payload: Buffer.from('unreadable') })
    expect(faultCodes(await verify(edited, { checkpoints }))).toEqual(['edited_payload'])
    expect(faultCodes(await verify(without(edited, 4), { checkpoints })).sort()).toEqual([
      'edited_payload',
      'missing_entry',
    ])
  })

  test('S-90: reordered_entries, of one device', async () => {
    const report = await verify(swapped(chain, 2, 3), { checkpoints })
    expect(faultCodes(report)).toEqual(['reordered_entries'])
    expect(faultCodes(await verify([at(5), ...chain.slice(0, 5)], { checkpoints }))).toEqual(['reordered_entries'])
  })

  test('S-90: reordered_entries, an entry before what it had seen', async () => {
    const b1 = seal(tablet)
    const joined = seal(laptop, { seq: 7, prev: at(5).id, seen: [b1.id] })
    expect(faultCodes(await verify([...chain, joined, b1]))).toEqual(['reordered_entries'])
  })

  test('S-90: reordered_entries, the same entry twice', async () => {
    expect(faultCodes(await verify([...chain.slice(0, 3), at(2), ...chain.slice(3)], { checkpoints }))).toEqual([
      'reordered_entries',
    ])
  })

  test('S-93: reordered_entries, of two devices that had not seen each other, against a checkpoint', async () => {
    const entries = [...chain, ...makeChain(tablet, 2)]
    const moved = swapped(entries, 5, 6)
    expect(faultCodes(await verify(moved))).toEqual([])
    const report = await verify(moved, { checkpoints: [makeCheckpoint(hub, entries)] })
    expect(faultCodes(report)).toEqual(['reordered_entries'])
    expect(report.findings[0]).toMatchObject({ position: 5 })
  })

  test('S-92: device_fork, once where the branches part', async () => {
    const other = seal(laptop, { seq: 5, prev: at(3).id, pub: { branch: true } })
    const further = seal(laptop, { seq: 6, prev: other.id })
    const report = await verify([...chain, other, further], { checkpoints })
    expect(faultCodes(report)).toEqual(['device_fork'])
    expect(report.findings[0]).toMatchObject({ entry_id: other.id })
    expect(report.heads).toEqual([at(5).id, further.id].sort())
  })

  test('S-93: truncated_tail', async () => {
    expect(faultCodes(await verify(chain.slice(0, 5), { checkpoints }))).toEqual(['truncated_tail'])
    expect(faultCodes(await verify([], { checkpoints }))).toEqual(['truncated_tail'])
    expect(
      faultCodes(
        await verify(chain.slice(0, 2), { checkpoints: [makeCheckpoint(hub, chain.slice(0, 4)), ...checkpoints] }),
      ),
    ).toEqual(['truncated_tail'])
  })

  test('S-93: truncated_tail, against a checkpoint that only an entry names', async () => {
    const anchor = { origin: `hub.example/case/${caseUid}`, size: 9, root: 'ab'.repeat(32) }
    expect(faultCodes(await verify([...chain, seal(tablet, { anchor })], { checkpoints }))).toEqual(['truncated_tail'])
  })

  test('S-93: checkpoint_not_extending, entries sealed anew after the hub had seen them', async () => {
    const rewritten = makeChain(laptop, 6, { 3: { pub: { from: 'open', to: 'closed' } } })
    expect(faultCodes(await verify(rewritten))).toEqual([])
    expect(faultCodes(await verify(rewritten, { checkpoints }))).toEqual(['checkpoint_not_extending'])
  })

  test('S-93: checkpoint_not_extending, two checkpoints of which one does not extend the other', async () => {
    const split = makeCheckpoint(hub, [...makeChain(tablet, 2), ...chain].slice(0, 5))
    expect(faultCodes(await verify(chain, { checkpoints: [...checkpoints, split] }))).toEqual([
      'checkpoint_not_extending',
    ])
    const beyond = [makeCheckpoint(hub, makeChain(laptop, 8)), makeCheckpoint(hub, makeChain(tablet, 8))]
    expect(faultCodes(await verify(chain, { checkpoints: beyond }))).toEqual([
      'truncated_tail',
      'checkpoint_not_extending',
    ])
  })

  test('S-54, S-93: an edited entry under a checkpoint has its own code and no other', async () => {
    const report = await verify(edit(0, { sig: flipBit(at(0).sig, 3) }), { checkpoints })
    expect(faultCodes(report)).toEqual(['edited_signature'])
  })

  test('S-94: checkpoint_invalid', async () => {
    const [note] = checkpoints as [string]
    expect(faultCodes(await verify(chain, { checkpoints: [note.replace('\n6\n', '\n5\n')] }))).toEqual([
      'checkpoint_invalid',
    ])
    expect(faultCodes(await verify(chain, { checkpoints: ['nonsense'] }))).toEqual(['checkpoint_invalid'])
    expect(faultCodes(await verify(chain, { checkpoints, checkpointKeys: [] }))).toEqual(['checkpoint_invalid'])
    expect(faultCodes(await verify(chain, { caseUid, checkpoints: [makeCheckpoint(stranger, chain)] }))).toEqual([
      'checkpoint_invalid',
    ])
  })

  test('S-55: a hub’s checkpoint speaks about the hub’s order, not this store’s', async () => {
    const b1 = seal(tablet)
    const arrival: StoredEntry[] = [
      ...chain.map((entry, index) => ({ ...entry, hubPosition: index === 0 ? 0 : index + 1 })),
      { ...b1, hubPosition: 1 },
    ]
    const report = await verify(arrival, { checkpoints: [makeCheckpoint(hub, [at(0), b1, ...chain.slice(1)])] })
    expect(report.findings).toEqual([])
    expect(report.witnessedSize).toBe(7)
  })
})

describe('S-95 to S-97: times', () => {
  const iso = (minute: number): string => new Date(startMs + minute * 60_000).toISOString()

  test('S-95: clock_regression, the wall clock set back within one boot', async () => {
    const report = await verify(makeChain(laptop, 4, { 2: { at: iso(-60) } }))
    expect(faultCodes(report)).toEqual(['clock_regression'])
    expect(report.findings[0]).toMatchObject({ position: 2 })
  })

  test('S-95: clock_regression, the hybrid clock or the monotonic clock', async () => {
    expect(faultCodes(await verify(makeChain(laptop, 3, { 2: { hlc: payloadOf(laptop, { seq: 2 }).hlc } })))).toEqual([
      'clock_regression',
    ])
    expect(faultCodes(await verify(makeChain(laptop, 3, { 2: { mono: 1 } })))).toEqual(['clock_regression'])
  })

  test('S-95: a step of a second, or another boot, is none', async () => {
    expect(
      faultCodes(await verify(makeChain(laptop, 3, { 2: { at: new Date(Date.parse(iso(2)) - 900).toISOString() } }))),
    ).toEqual([])
    expect(faultCodes(await verify(makeChain(laptop, 3, { 2: { boot: 'boot-2', mono: 1, at: iso(-60) } })))).toEqual([])
  })

  test('S-96: time_before_anchor', async () => {
    const anchored = seal(laptop, {
      seq: 7,
      prev: at(5).id,
      anchor: { origin: `hub.example/case/${caseUid}`, size: 6, root: toHex(rootOf()) },
    })
    const entries = [...chain, anchored]
    expect(faultCodes(await verify(entries, { checkpoints, receipts: new Map([[at(5).id, iso(7)]]) }))).toEqual([])
    expect(faultCodes(await verify(entries, { checkpoints, receipts: new Map([[at(5).id, iso(60)]]) }))).toEqual([
      'time_before_anchor',
    ])
    expect(
      faultCodes(await verify(entries, { checkpoints, anchorTimes: new Map([[toHex(rootOf()), iso(60)]]) })),
    ).toEqual(['time_before_anchor'])
  })

  test('S-97: time_after_receipt', async () => {
    expect(faultCodes(await verify(chain, { checkpoints, receipts: new Map([[at(5).id, iso(6)]]) }))).toEqual([])
    expect(faultCodes(await verify(chain, { checkpoints, receipts: new Map([[at(5).id, iso(-60)]]) }))).toEqual([
      'time_after_receipt',
    ])
  })

  const rootOf = (): Uint8Array => Buffer.from((checkpoints[0] as string).split('\n')[2] as string, 'base64')
})

describe('S-98, S-99: what is kept apart', () => {
  const digest = 'd'.repeat(43)
  const blob = 'ab'.repeat(32)
  const noted = [seal(laptop, { type: 'note.added', _sd: [digest] })]
  const redacted = [
    ...noted,
    seal(laptop, {
      seq: 2,
      prev: noted[0]?.id ?? null,
      type: 'redaction.applied',
      pub: { digests: [digest], legal_basis: 'x' },
    }),
  ]
  const evidence = [seal(laptop, { type: 'evidence.acquired', pub: { sha256: blob, size: 3 } })]

  test('S-98: disclosure_differs and disclosure_missing', async () => {
    expect(faultCodes(await verify(noted, { disclosures: () => 'present' }))).toEqual([])
    expect(faultCodes(await verify(noted, { disclosures: () => 'altered' }))).toEqual(['disclosure_differs'])
    expect(faultCodes(await verify(noted, { disclosures: () => 'missing' }))).toEqual(['disclosure_missing'])
  })

  test('S-45: an erasure that a sealed entry names is information; one that none names is a fault', async () => {
    const report = await verify(redacted, { disclosures: () => 'erased' })
    expect(faultCodes(report)).toEqual([])
    expect(report.perEntry.get(noted[0]?.id ?? '')).toEqual(['redacted'])
    expect(faultCodes(await verify(noted, { disclosures: () => 'erased' }))).toEqual(['disclosure_missing'])
  })

  test('S-99: blob_differs and blob_missing; a blob that never came here is no fault', async () => {
    for (const [state, codes] of [
      ['ok', []],
      ['not_here', []],
      ['differs', ['blob_differs']],
      ['missing', ['blob_missing']],
    ] as const) {
      expect(faultCodes(await verify(evidence, { blobs: () => Promise.resolve(state) }))).toEqual(codes)
    }
  })

  test('S-99: a blob that several entries name is asked for once', async () => {
    const asked: string[] = []
    const again = seal(laptop, {
      seq: 2,
      prev: evidence[0]?.id ?? null,
      type: 'evidence.viewed',
      pub: { sha256: blob },
    })
    await verify([...evidence, again], { blobs: (sha) => Promise.resolve(asked.push(sha)).then(() => 'ok' as const) })
    expect(asked).toEqual([blob])
  })
})
