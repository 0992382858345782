import { describe, expect, test } from 'vitest'
import { canonicalBytes } from '../../../main/seal/canonical.ts'
import { openReceipt, receiptPayloadType, signReceipt } from '../../../main/seal/receipt.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import { caseUid, flipBit, makeDevice } from './support.ts'

const hub = makeDevice(7)
const receipt = {
  v: 1,
  hub: 'hub/x',
  case: caseUid,
  first: 2,
  size: 5,
  root: 'a'.repeat(64),
  at: '2026-03-01T09:00:00.000Z',
} as const

const signedAs = (payload: Uint8Array, type = receiptPayloadType) => ({
  payload: Buffer.from(payload).toString('base64'),
  payloadType: receiptPayloadType,
  signatures: [
    {
      keyid: hub.kid,
      sig: Buffer.from(
        signMessage(
          Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]),
          hub.privateKey,
        ),
      ).toString('base64'),
    },
  ],
})

describe('S-120: receipts', () => {
  test('what a hub signed is read back', () => {
    expect(openReceipt(signReceipt(receipt, hub), hub)).toEqual({ ok: true, value: receipt })
  })

  test('any flipped bit of payload or signature, and another key, is refused', () => {
    const signed = signReceipt(receipt, hub)
    const bytes = Buffer.from(signed.payload, 'base64')
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      expect(
        openReceipt({ ...signed, payload: Buffer.from(flipBit(bytes, bit)).toString('base64') }, hub),
      ).toMatchObject({ ok: false, error: { reason: 'bad_signature' } })
    }
    const sig = Buffer.from(signed.signatures[0]?.sig ?? '', 'base64')
    for (let bit = 0; bit < sig.length * 8; bit += 5) {
      expect(
        openReceipt(
          { ...signed, signatures: [{ keyid: hub.kid, sig: Buffer.from(flipBit(sig, bit)).toString('base64') }] },
          hub,
        ).ok,
      ).toBe(false)
    }
    expect(openReceipt(signed, makeDevice(8))).toMatchObject({ ok: false, error: { reason: 'unknown_signer' } })
  })

  test('a signature of another payload type, another spelling, another form, or over nothing is refused', () => {
    expect(
      openReceipt(signedAs(canonicalBytes(receipt), 'application/vnd.fieldseal.entry.v1+json'), hub),
    ).toMatchObject({ error: { reason: 'bad_signature' } })
    expect(openReceipt(signedAs(Buffer.from(JSON.stringify(receipt))), hub)).toMatchObject({
      error: { reason: 'malformed' },
    })
    expect(openReceipt(signedAs(canonicalBytes({ ...receipt, first: 5 })), hub)).toMatchObject({
      error: { reason: 'malformed' },
    })
    expect(openReceipt(signedAs(canonicalBytes({ ...receipt, more: 1 })), hub)).toMatchObject({
      error: { reason: 'malformed' },
    })
    for (const other of [null, 'text', {}, { ...signReceipt(receipt, hub), signatures: [] }])
      expect(openReceipt(other, hub)).toMatchObject({ error: { reason: 'malformed' } })
    expect(() => signReceipt({ ...receipt, first: 5 }, hub)).toThrow(RangeError)
  })
})
