import fc from 'fast-check'
import { preAuthEncoding } from '@sigstore/core/dist/dsse.js'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalBytes } from '../../../main/seal/canonical.ts'
import type { JsonValue } from '../../../main/seal/canonical.ts'
import { entryPae, entryPayloadType, fromEnvelope, openEntry, sealEntry, toEnvelope } from '../../../main/seal/entry.ts'
import { publicKeyFromSpki, verifyMessage } from '../../../main/seal/signature.ts'
import { laptop, payloadOf, seal, stranger } from './support.ts'
import type { Draft } from './support.ts'

const publicValues = fc.dictionary(
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<JsonValue>,
)
/** JSON has no minus zero: what is read back is zero. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('S-10 to S-12: sealing an entry', () => {
  test('S-10: the signed message is the DSSE pre-authentication encoding', () => {
    const payload = Buffer.from('{"ü":1}')
    expect(Buffer.from(entryPae(payload))).toEqual(preAuthEncoding(entryPayloadType, payload))
  })

  test('S-11, S-12: the signature is the device key’s, and the id is the leaf hash of message and signature', () => {
    const entry = seal(laptop)
    const pae = entryPae(entry.payload)
    const key = publicKeyFromSpki(laptop.spki)
    if (key === null) throw new Error('the test key is unusable')
    expect(verifyMessage(pae, key, entry.sig)).toBe(true)
    expect(entry.id).toBe(
      createHash('sha256')
        .update(Buffer.concat([Buffer.of(0), pae, entry.sig]))
        .digest('hex'),
    )
    expect(Buffer.from(entry.paeSha256)).toEqual(createHash('sha256').update(pae).digest())
  })

  test('S-2, S-20: what was sealed reads back, whatever its public values are', () => {
    fc.assert(
      fc.property(publicValues, (pub) => {
        const payload = payloadOf(laptop, { pub })
        const opened = openEntry(sealEntry(payload, laptop))
        expect(opened).toEqual({ ok: true, value: asJson(payload) })
      }),
    )
  })

  test('the same payload gives the same entry: Ed25519 takes no chance', () => {
    expect(seal(laptop)).toEqual(seal(laptop))
  })

  test('a payload that names another key than the signer’s is never sealed', () => {
    expect(() => sealEntry(payloadOf(laptop), stranger)).toThrow(TypeError)
  })

  test('S-3: a lone surrogate is never sealed', () => {
    expect(() => seal(laptop, { pub: { note: '\ud800' } })).toThrow(TypeError)
  })
})

const malformed: [string, Draft | Record<string, unknown>][] = [
  ['another version', { v: 2 }],
  ['a field too many', { extra: 1 }],
  ['seq 0', { seq: 0 }],
  ['a fractional dseq', { dseq: 1.5 }],
  ['prev on the first entry', { prev: 'ab'.repeat(32) }],
  ['no prev on a later entry', { seq: 2, prev: null }],
  ['an upper-case id', { seq: 2, prev: 'AB'.repeat(32) }],
  ['seen out of order', { seen: ['bb'.repeat(32), 'aa'.repeat(32)] }],
  ['seen twice', { seen: ['aa'.repeat(32), 'aa'.repeat(32)] }],
  ['a time without milliseconds', { at: '2026-03-01T09:00:00Z' }],
  ['a time that is none', { at: '2026-13-01T09:00:00.000Z' }],
  ['an hlc of another form', { hlc: '1' }],
  ['a negative mono', { mono: -1 }],
  ['an anchor without a root', { anchor: { origin: 'x', size: 1 } }],
  ['an empty type', { type: '' }],
  ['pub as a list', { pub: [] }],
  ['a short digest', { _sd: ['abc'] }],
  ['a digest twice', { _sd: ['a'.repeat(43), 'a'.repeat(43)] }],
  ['another digest algorithm', { _sd_alg: 'sha-512' }],
]

describe('S-20: the form of a payload', () => {
  test.each(malformed)('%s is refused when sealing and when reading', (_, draft) => {
    const payload = payloadOf(laptop, draft)
    expect(() => sealEntry(payload, laptop)).toThrow(TypeError)
    expect(openEntry({ payload: canonicalBytes(payload) })).toMatchObject({
      ok: false,
      error: { code: 'malformed_entry' },
    })
  })

  test('S-2: another form of the same values is refused as not canonical', () => {
    const payload = Buffer.from(JSON.stringify(payloadOf(laptop), null, 1))
    expect(openEntry({ payload })).toMatchObject({ ok: false, error: { code: 'non_canonical_payload' } })
  })
})

describe('S-14: the envelope', () => {
  test('an entry survives the way through its DSSE envelope', () => {
    const entry = seal(laptop)
    const back = fromEnvelope(JSON.parse(JSON.stringify(toEnvelope(entry))))
    if (!back.ok) throw new Error(back.error.message)
    expect({ ...back.value, payload: Buffer.from(back.value.payload) }).toEqual({
      ...entry,
      payload: Buffer.from(entry.payload),
    })
  })

  test.each([
    ['nothing', null],
    ['another payload type', { ...toEnvelope(seal(laptop)), payloadType: 'text/plain' }],
    ['no signature', { ...toEnvelope(seal(laptop)), signatures: [] }],
    [
      'two signatures',
      { ...toEnvelope(seal(laptop)), signatures: [...toEnvelope(seal(laptop)).signatures, { keyid: 'x', sig: '' }] },
    ],
    ['loose base64', { ...toEnvelope(seal(laptop)), payload: 'e30' }],
  ])('refuses %s', (_, json) => {
    expect(fromEnvelope(json)).toMatchObject({ ok: false, error: { code: 'malformed_entry' } })
  })
})
