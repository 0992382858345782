import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  certificatesOfPem,
  completedToken,
  listAddressesOf,
  openTimestamp,
  timestampMax,
  timestampRequest,
  tokenOfAnswer,
} from '../../../main/seal/timestamp.ts'
import { tokenWith } from '../../../main/seal/timestamp-token.ts'
import { makeAuthority } from '../../support/timestamp-authority.ts'
import type { TestAuthority } from '../../support/timestamp-authority.ts'

const nonce = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8])
const message = Buffer.from('hub/x/log\n3\nroot\n\n— hub/x/log signature\n')

let authority: TestAuthority
let other: TestAuthority

beforeAll(() => {
  authority = makeAuthority()
  other = makeAuthority({ algorithm: 'ec' })
}, 60_000)

afterAll(() => {
  authority.remove()
  other.remove()
})

const stampOf = (by: TestAuthority, over: Uint8Array = message): Uint8Array => {
  const token = tokenOfAnswer(by.reply(timestampRequest(over, nonce)))
  if (!token.ok) throw new Error(token.error.message)
  return token.value
}

const authoritiesOf = (by: TestAuthority) => certificatesOfPem(readFileSync(by.rootFile, 'utf8')) ?? []

describe('Y-54: a time stamp of an authority that openssl runs', () => {
  test('holds: over the message, for the request, under a certificate of the trusted root, with RSA and with ECDSA', () => {
    for (const by of [authority, other]) {
      const opened = openTimestamp(stampOf(by), message, { nonce, authorities: authoritiesOf(by) })
      expect(opened).toMatchObject({ ok: true, value: { signer: 'CN=Test Stamps', anchored: true } })
      expect(opened.ok && Math.abs(opened.value.atMs - Date.now())).toBeLessThan(120_000)
      expect(openTimestamp(stampOf(by), message)).toMatchObject({ ok: true, value: { anchored: null } })
    }
  })

  test('openssl reads the request as it was meant, and verifies the same token over the same bytes', () => {
    const file = (name: string, data: Uint8Array): string => {
      writeFileSync(path.join(authority.dir, name), data)
      return path.join(authority.dir, name)
    }
    const shown = authority.openssl('ts', '-query', '-in', file('q.tsq', timestampRequest(message, nonce)), '-text')
    expect(shown).toContain('Hash Algorithm: sha256')
    expect(shown).toContain('Nonce: 0x0102030405060708')
    expect(shown).toContain('Certificate required: yes')
    expect(
      authority.openssl(
        'ts',
        '-verify',
        '-token_in',
        '-in',
        file('t.tst', stampOf(authority)),
        '-data',
        file('m', message),
        '-CAfile',
        authority.rootFile,
      ),
    ).toContain('Verification: OK')
  })

  test('what is over something else, for another request, or under another root is named so', () => {
    const token = stampOf(authority)
    const code = (...given: Parameters<typeof openTimestamp>): string => {
      const opened = openTimestamp(...given)
      return opened.ok ? 'ok' : opened.error.code
    }
    expect(code(token, Buffer.from('another'))).toBe('timestamp_other_message')
    expect(code(token, message, { nonce: Uint8Array.from([9, 9, 9, 9, 9, 9, 9, 9]) })).toBe('timestamp_other_nonce')
    expect(code(token, message, { authorities: authoritiesOf(other) })).toBe('timestamp_untrusted')
    expect(code(token, message, { authorities: [] })).toBe('timestamp_untrusted')
    expect(code(new Uint8Array(timestampMax + 1), message)).toBe('timestamp_malformed')
    expect(code(new Uint8Array(0), message)).toBe('timestamp_malformed')
  })

  test('a certificate that is not one for time stamps alone is not believed', () => {
    // openssl itself refuses to sign with such a certificate unless it is told that it is one: so the key signs under
    // the right one, and another of the same key is put in its place.
    const token = Buffer.from(stampOf(authority))
    const usage = Buffer.from('0603551d250101ff', 'hex')
    const at = token.indexOf(usage)
    expect(at).toBeGreaterThan(0)
    token[at + usage.length - 1] = 0x00
    expect(openTimestamp(token, message)).toMatchObject({ ok: false })
  })

  test('no bit of what is stamped, of the time, or of the signature can be changed', () => {
    const token = stampOf(other)
    const imprint = Buffer.from(token).indexOf(createHash('sha256').update(message).digest())
    expect(imprint).toBeGreaterThan(0)
    // The imprint, then serial number, time, ordering and nonce; and the end of the signature.
    const places = [
      ...Array.from({ length: 75 }, (_, place) => imprint + place),
      ...Array.from({ length: 60 }, (_, place) => token.length - 1 - place),
    ]
    for (const [round, at] of places.entries()) {
      const changed = Buffer.from(token)
      changed[at] = (changed[at] as number) ^ (1 << (round % 8))
      expect(openTimestamp(changed, message), `byte ${at}`).toMatchObject({ ok: false })
    }
  })

  test('an answer that refuses, or is none, is told by its code', () => {
    // An algorithm that the authority does not know, in the place of SHA-256.
    const asked = Buffer.from(timestampRequest(message, nonce))
    asked[asked.indexOf(Buffer.from('608648016503040201', 'hex')) + 8] = 0x7f
    const refused = authority.reply(asked)
    const read = tokenOfAnswer(refused)
    expect(read.ok ? 'ok' : read.error.code).toBe('timestamp_refused')
    for (const garbage of [new Uint8Array(0), Buffer.from('<html>'), message, Buffer.from('30820000', 'hex')])
      expect(tokenOfAnswer(garbage)).toMatchObject({ ok: false, error: { code: 'timestamp_malformed' } })
  })
})

describe('Y-54: what a time stamp keeps of its certificates, so that it can be checked when they have expired', () => {
  const completed = (by: TestAuthority, crls: readonly Uint8Array[], token = stampOf(by)): Uint8Array => {
    const made = completedToken(token, { authorities: authoritiesOf(by), crls })
    if (made === null) throw new Error('it could not be completed')
    return made
  }

  test('openssl finds the chain and the list in it, checks it by them alone, and what was signed is as it was', () => {
    for (const by of [authority, other]) {
      const plain = stampOf(by)
      const token = completed(by, [by.list()], plain)
      const file = (name: string, data: Uint8Array | string): string => {
        writeFileSync(path.join(by.dir, name), data)
        return path.join(by.dir, name)
      }
      const kept = file('kept.tst', token)
      const told = by.openssl('pkcs7', '-inform', 'DER', '-in', kept, '-print_certs')
      expect(told.match(/BEGIN X509 CRL/gu)).toHaveLength(1)
      expect(told.match(/BEGIN CERTIFICATE/gu)).toHaveLength(2)
      const own = file('own.pem', (told.match(/-----BEGIN [\s\S]+?-----END [A-Z0-9 ]+-----\n/gu) ?? []).join(''))
      const verify = (...more: readonly string[]): string =>
        by.openssl('ts', '-verify', '-crl_check', ...more, '-token_in', '-in', kept, '-data', file('m', message))
      expect(verify('-CAfile', own)).toContain('Verification: OK')
      const before = openTimestamp(plain, message, { nonce, authorities: authoritiesOf(by) })
      expect(before).toMatchObject({ ok: true, value: { unrevokedAsOfMs: null } })
      const after = openTimestamp(token, message, { nonce, authorities: authoritiesOf(by) })
      expect(after.ok && { ...after.value, unrevokedAsOfMs: null }).toEqual(before.ok && before.value)
      expect(after.ok && Math.abs((after.value.unrevokedAsOfMs ?? 0) - Date.now())).toBeLessThan(120_000)
      // Completed again with the same it stays byte for byte.
      expect(Buffer.from(completed(by, [by.list()], token)).includes(Buffer.from(plain.subarray(-200)))).toBe(true)
      expect(listAddressesOf(plain)).toEqual([by.listAddress])
    }
  })

  test('a key that may have been in other hands stamped nothing; one that was given up did, before that', () => {
    const judged = (crls: readonly Uint8Array[]): string => {
      const opened = openTimestamp(completed(authority, crls), message)
      return opened.ok ? (opened.value.unrevokedAsOfMs === null ? 'unknown' : 'good') : opened.error.code
    }
    const [before, after] = [2020, 2049]
    expect(judged([authority.list()])).toBe('good')
    for (const year of [before, after])
      for (const reason of ['keyCompromise', 'CACompromise', undefined])
        expect(
          judged([authority.list({ year, ...(reason === undefined ? {} : { reason }) })]),
          `${reason} ${year}`,
        ).toBe('timestamp_certificate_revoked')
    for (const reason of ['superseded', 'affiliationChanged', 'cessationOfOperation']) {
      expect(judged([authority.list({ year: after, reason })]), reason).toBe('good')
      expect(judged([authority.list({ year: before, reason })]), reason).toBe('timestamp_certificate_revoked')
    }
    expect(judged([authority.list(), authority.list({ year: before, reason: 'keyCompromise' })])).toBe(
      'timestamp_certificate_revoked',
    )
  })

  test('a list of somebody else, an altered one, and what is none say nothing', () => {
    const altered = Buffer.from(authority.list())
    altered[altered.length - 1] = (altered.at(-1) as number) ^ 1
    const strange = [other.list({ year: 2020, reason: 'keyCompromise' }), altered, Buffer.from('3003020101', 'hex')]
    const token = stampOf(authority)
    expect(completed(authority, strange, token)).toEqual(completed(authority, [], token))
    for (const crl of strange)
      expect(openTimestamp(tokenWith(token, { certificates: [], crls: [crl] }) ?? message, message)).toMatchObject({
        ok: true,
        value: { unrevokedAsOfMs: null },
      })
  })

  test('what is no token, or would become longer than one may be, is not completed', () => {
    expect(completedToken(message, { authorities: [], crls: [] })).toBeNull()
    expect(
      completedToken(stampOf(authority), { authorities: [], crls: [authority.list(undefined, 200)] }),
    ).not.toBeNull()
    expect(completedToken(stampOf(authority), { authorities: [], crls: [authority.list(undefined, 2_200)] })).toBeNull()
  })
})
