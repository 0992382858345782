import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkpointText, noteKeyId, openCheckpoint, signCheckpoint } from '../../../main/seal/checkpoint.ts'
import { publicKeyFromSpki, spkiFromRaw, verifyMessage } from '../../../main/seal/signature.ts'
import { flipBit, hub, laptop } from './support.ts'

const checkpoint = { origin: 'hub.example/case/1', size: 3, root: Buffer.alloc(32, 5) }
const hubSigner = { name: 'hub.example', publicKeyRaw: hub.publicKeyRaw, privateKey: hub.privateKey }
const laptopSigner = { name: 'laptop', publicKeyRaw: laptop.publicKeyRaw, privateKey: laptop.privateKey }
const note = signCheckpoint(checkpoint, hubSigner)
const signatureLine = (text: string): string => text.slice(text.lastIndexOf('— '))

describe('S-60: checkpoints are C2SP signed notes', () => {
  test('the text is origin, size and root, a line each; then a blank line and the signature', () => {
    expect(checkpointText(checkpoint)).toBe(`hub.example/case/1\n3\n${Buffer.alloc(32, 5).toString('base64')}\n`)
    expect(note).toMatch(/^hub\.example\/case\/1\n3\n[A-Za-z0-9+/]{43}=\n\n— hub\.example [A-Za-z0-9+/]+=*\n$/)
  })

  test('S-62: key id and signature are those of the published signed-note example', () => {
    const publicKeyRaw = Buffer.from('AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k', 'base64').subarray(1)
    const line = Buffer.from(
      'Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=',
      'base64',
    )
    const key = publicKeyFromSpki(spkiFromRaw(publicKeyRaw))
    if (key === null) throw new Error('the example key is unusable')
    expect(Buffer.from(noteKeyId('example.com/foo', publicKeyRaw)).toString('hex')).toBe('530d903a')
    expect(line.subarray(0, 4).toString('hex')).toBe('530d903a')
    expect(verifyMessage(Buffer.from('This is an example message.\n'), key, line.subarray(4))).toBe(true)
  })

  test('S-61: it opens with the signer’s key and says who signed', () => {
    expect(openCheckpoint(note, [laptopSigner, hubSigner])).toEqual({
      ok: true,
      value: { checkpoint, signedBy: ['hub.example'] },
    })
  })

  test('S-61: signatures of unknown keys are passed over, those of known keys must hold', () => {
    const both = note + signatureLine(signCheckpoint(checkpoint, laptopSigner))
    const forged = note + signatureLine(signCheckpoint({ ...checkpoint, size: 4 }, laptopSigner))
    expect(openCheckpoint(both, [hubSigner])).toMatchObject({ ok: true, value: { signedBy: ['hub.example'] } })
    expect(openCheckpoint(both, [hubSigner, laptopSigner])).toMatchObject({
      ok: true,
      value: { signedBy: ['hub.example', 'laptop'] },
    })
    expect(openCheckpoint(forged, [hubSigner, laptopSigner])).toMatchObject({
      ok: false,
      error: { reason: 'bad_signature' },
    })
  })

  test('S-61: a note that no known key signed is not believed, nor one by a key of the same name', () => {
    expect(openCheckpoint(note, [])).toMatchObject({ ok: false, error: { reason: 'unknown_signer' } })
    expect(openCheckpoint(note, [{ ...laptopSigner, name: 'hub.example' }])).toMatchObject({
      ok: false,
      error: { reason: 'unknown_signer' },
    })
  })

  test('S-61: any flipped bit of a note is noticed', () => {
    const bytes = Buffer.from(note, 'utf8')
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        expect(openCheckpoint(Buffer.from(flipBit(bytes, bit)).toString('utf8'), [hubSigner]).ok).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('S-60: sizes and roots of another form are refused', () => {
    for (const [from, to] of [
      ['\n3\n', '\n03\n'],
      ['\n3\n', '\n-3\n'],
      ['\n3\n', '\n\n'],
      ['BQU=', 'BQUF'],
    ] as const) {
      expect(openCheckpoint(note.replace(from, to), [hubSigner])).toMatchObject({
        ok: false,
        error: { reason: 'malformed' },
      })
    }
    expect(() => signCheckpoint({ ...checkpoint, origin: 'a\nb' }, hubSigner)).toThrow(RangeError)
    expect(() => signCheckpoint({ ...checkpoint, root: Buffer.alloc(31) }, hubSigner)).toThrow(RangeError)
    expect(() => signCheckpoint(checkpoint, { ...hubSigner, name: 'a b' })).toThrow(RangeError)
  })
})
