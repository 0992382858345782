import { expect, test } from 'vitest'
import { checkSignature, readPublicKey, readSecretKey, signFile } from '../../../../scripts/lib/releasing/minisign.ts'
import { plainPublic, plainSecret, sealedPublic, sealedSecret } from '../../../support/minisign-keys.ts'

const content = Buffer.from('A file.\n')
const publicKey = readPublicKey(plainPublic)!
const other = readPublicKey(sealedPublic)!
const read = readSecretKey(plainSecret, undefined)
if (!read.ok) throw new Error(read.error)
const signature = signFile(content, read.value, 'Fieldseal 1.2.3')

test('what is signed holds, and the comment comes with it', () => {
  expect(checkSignature(content, signature, publicKey)).toEqual({ ok: true, value: 'Fieldseal 1.2.3' })
  expect(checkSignature(content, signature.replaceAll('\n', '\r\n'), publicKey).ok).toBe(true)
})

test('a changed byte, comment or signature is refused, and so is another key', () => {
  const changed = (text: string, key = publicKey, of = content) => {
    const checked = checkSignature(of, text, key)
    return checked.ok ? 'holds' : checked.error
  }
  expect(changed(signature, publicKey, Buffer.from('A fild.\n'))).toBe('the signature does not hold')
  expect(changed(signature.replace('1.2.3', '1.2.4'))).toBe('the comment of the signature was changed')
  expect(changed(signature, other)).toBe(
    'the signature was made by key 9B612150F8D56B7A, and not by key 1177DD6A15C7FDD',
  )
  expect(changed(signature, { ...other, id: publicKey.id })).toBe('the signature does not hold')
  for (const text of ['', signature.slice(0, -60), `${signature}more\n`, signature.replace('trusted', 'unseen')])
    expect(changed(text)).toBe('the signature is no signature of minisign')
})

test('a signature over the whole file instead of its hash is not taken', () => {
  const old = `untrusted comment: signature from minisign secret key
RWR6a9X4UCFhm1FG+3b6UsppIeW0kVELuQ8fy697zoc2kKXya97WHnwtG4NUHbOembWACC2qJVhZxujvsrTk4rgOoXNSh1SmhQY=
trusted comment: Fieldseal 1.2.3
fRpsmkmz6sLlXPemO/en+Wf5um1TIu509ic5K/Q98ktYzN58Wbb+gyxFgGzYQRY52UG9e5qF9ov2kp2gmVsqCw==
`
  expect(checkSignature(content, old, publicKey)).toMatchObject({ ok: false })
})

test('the comment that is signed is one line', () => {
  expect(() => signFile(content, read.value, 'one\ntwo')).toThrow(RangeError)
})

test('a public key is read with and without its comment, and nothing else is one', () => {
  expect(readPublicKey(plainPublic.split('\n')[1]!)?.id).toEqual(publicKey.id)
  const zero = Buffer.concat([Buffer.from('Ed'), Buffer.alloc(40)]).toString('base64')
  for (const text of ['', 'RWQ', plainSecret, zero, `${plainPublic}${plainPublic}`])
    expect(readPublicKey(text), text).toBeNull()
})

test('a secret key that is none, damaged or without its password is an error in words', () => {
  const error = (text: string, password?: string) => {
    const found = readSecretKey(text, password)
    return found.ok ? 'read' : found.error
  }
  expect(error(plainPublic)).toBe('this is no secret key of minisign')
  expect(error(sealedSecret)).toBe('the secret key has a password, and none was given')
  expect(error(plainSecret.replace('VEnezo97', 'VEnezo98'))).toContain('the key is damaged')
  const greedy = Buffer.from(sealedSecret.split('\n')[1]!, 'base64')
  greedy.writeBigUInt64LE(2n ** 62n, 38)
  greedy.writeBigUInt64LE(2n ** 62n, 46)
  expect(error(greedy.toString('base64'), 'x')).toContain('too much memory')
  const cheap = Buffer.from(sealedSecret.split('\n')[1]!, 'base64')
  cheap.writeBigUInt64LE(32_768n, 38)
  cheap.writeBigUInt64LE(2n ** 24n, 46)
  expect(error(cheap.toString('base64'), 'correct house')).toContain('the password is not that of the secret key')
})
