import { describe, expect, test } from 'vitest'
import { Buffer as PageBuffer } from '../../../main/bundle/page/platform/buffer.ts'
import { openCheckpoint, signCheckpoint } from '../../../main/seal/checkpoint.ts'
import { cosign, cosignatureKeyId, isSignatureLine, openCosignatures } from '../../../main/seal/cosignature.ts'
import { sha256 } from '../../../main/seal/hash.ts'
import { publicKeyFromSpki, verifyMessage } from '../../../main/seal/signature.ts'
import { makeDevice } from './support.ts'

const log = { ...makeDevice(1), name: 'hub/x/log' }
const first = { ...makeDevice(2), name: 'witness.example/a' }
const second = { ...makeDevice(3), name: 'witness.example/b' }
const note = signCheckpoint({ origin: 'hub/x/log', size: 5, root: Buffer.alloc(32, 1) }, log)
const at = 1_679_315_147

describe('S-121: cosignatures of witnesses', () => {
  test('the message and the key id are those of C2SP tlog-cosignature', () => {
    const bytes = Buffer.from(cosign(note, first, at).trim().split(' ')[2] ?? '', 'base64')
    expect(bytes.subarray(0, 4)).toEqual(
      sha256(Buffer.concat([Buffer.from('witness.example/a\n'), Buffer.from([4]), first.publicKeyRaw])).subarray(0, 4),
    )
    expect(bytes.readBigUInt64BE(4)).toBe(BigInt(at))
    const body = note.slice(0, note.lastIndexOf('\n\n') + 1)
    const message = Buffer.from(`cosignature/v1\ntime ${at}\n${body}`)
    const key = publicKeyFromSpki(first.spki)
    expect(key !== null && verifyMessage(message, key, bytes.subarray(12))).toBe(true)
    expect(cosignatureKeyId(first.name, first.publicKeyRaw)).not.toEqual(
      cosignatureKeyId(first.name, second.publicKeyRaw),
    )
  })

  test('a note bears several beside the log’s own signature, which still holds', () => {
    const cosigned = note + cosign(note, first, at) + cosign(note, second, at + 1)
    expect(openCosignatures(cosigned, [first, second])).toEqual({
      ok: true,
      value: [
        { name: first.name, atSeconds: at },
        { name: second.name, atSeconds: at + 1 },
      ],
    })
    expect(openCosignatures(cosigned, [second])).toEqual({
      ok: true,
      value: [{ name: second.name, atSeconds: at + 1 }],
    })
    expect(openCheckpoint(cosigned, [log])).toMatchObject({ ok: true })
  })

  test('they are opened with what stands in for Buffer in the page that verifies', () => {
    const cosigned = note + cosign(note, first, at)
    const nodes = globalThis.Buffer
    try {
      Object.assign(globalThis, { Buffer: PageBuffer })
      expect(openCosignatures(cosigned, [first])).toEqual({ ok: true, value: [{ name: first.name, atSeconds: at }] })
    } finally {
      Object.assign(globalThis, { Buffer: nodes })
    }
  })

  test('a line under another checkpoint, with another time, or of another length does not hold', () => {
    const other = signCheckpoint({ origin: 'hub/x/log', size: 6, root: Buffer.alloc(32, 1) }, log)
    expect(openCosignatures(other + cosign(note, first, at), [first])).toMatchObject({
      ok: false,
      error: { reason: 'bad_signature' },
    })
    const bytes = Buffer.from(cosign(note, first, at).trim().split(' ')[2] ?? '', 'base64')
    bytes[11] = (bytes[11] ?? 0) ^ 1
    for (const altered of [bytes, bytes.subarray(0, 70)]) {
      expect(openCosignatures(`${note}— ${first.name} ${altered.toString('base64')}\n`, [first])).toMatchObject({
        ok: false,
        error: { reason: 'bad_signature' },
      })
    }
    expect(openCosignatures('no note', [first])).toMatchObject({ ok: false, error: { reason: 'malformed' } })
  })

  test('a log’s own signature is no cosignature, and a witness’s no signature of the log', () => {
    expect(openCosignatures(note, [log])).toEqual({ ok: true, value: [] })
    const body = note.slice(0, note.lastIndexOf('\n\n') + 2)
    expect(openCheckpoint(body + cosign(note, { ...log }, at), [log])).toMatchObject({
      ok: false,
      error: { reason: 'unknown_signer' },
    })
  })

  test('what is no note, name or time is not cosigned; a signature line is told from other text', () => {
    expect(() => cosign('text', first, at)).toThrow(RangeError)
    expect(() => cosign(note, { ...first, name: 'two words' }, at)).toThrow(RangeError)
    expect(() => cosign(note, first, 0)).toThrow(RangeError)
    expect(isSignatureLine(cosign(note, first, at))).toBe(true)
    for (const text of [
      '',
      'x\n',
      `${cosign(note, first, at)}more\n`,
      cosign(note, first, at) + cosign(note, second, at),
    ])
      expect(isSignatureLine(text)).toBe(false)
  })
})
