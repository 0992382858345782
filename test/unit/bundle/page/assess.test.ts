import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BundleFinding } from '../../../../main/bundle/check/findings.ts'
import type { BundleReport } from '../../../../main/bundle/check/verify-bundle.ts'
import { allowedSigners } from '../../../../main/bundle/format/sshsig.ts'
import { assess, checkOfFinding, isNoBundle, pieceState, verdictOf } from '../../../../main/bundle/page/assess.ts'
import { matchFingerprints, readFingerprint } from '../../../../main/bundle/page/fingerprint.ts'
import { verdictWords } from '../../../../main/bundle/page/verdict-words.ts'
import { meaningOf } from '../../../../main/bundle/page/words.ts'
import { keyId } from '../../../../main/seal/signature.ts'
import { findingCodes } from '../../../../shared/schema/findings.ts'
import type { FindingCode } from '../../../../shared/schema/findings.ts'

const finding = (
  code: FindingCode,
  file: string | null = null,
  severity: BundleFinding['severity'] = 'fault',
): BundleFinding => ({
  code,
  severity,
  file,
  case_uid: 'x',
  case_number: null,
  entry_id: null,
  position: null,
  message: 'said',
})

const key = { kid: 'A'.repeat(43), spki: new Uint8Array(44), sshFingerprint: `SHA256:${'B'.repeat(43)}` }
const firstKey = { kid: 'C'.repeat(43), spki: new Uint8Array(44), sshFingerprint: `SHA256:${'D'.repeat(43)}` }

const report = (findings: readonly BundleFinding[], parts: Partial<BundleReport> = {}): BundleReport => ({
  verdict: findings.some(({ severity }) => severity === 'fault') ? 'faults_found' : 'intact',
  conclusion: findings.some(({ severity }) => severity === 'fault') ? 'faults_found' : 'intact_as_far_as_it_goes',
  findings,
  caseNumber: null,
  signingKey: key,
  keyConfirmed: null,
  opening: null,
  coverage: { covers: [], doesNotCover: [] },
  papers: [{ paper: 'VERIFY.txt', state: 'as_sealed', writer: 1 }],
  firstKey,
  facts: {} as BundleReport['facts'],
  witnessed: null,
  counts: {
    files: 9,
    bytes: 99,
    entries: 3,
    disclosures: 2,
    evidence: 1,
    checkpoints: 1,
    valuesLeftOut: 0,
    piecesLeftOut: 0,
  },
  ...parts,
})

const empty = report([finding('bundle_malformed')], {
  papers: [],
  signingKey: null,
  firstKey: null,
  facts: null,
  counts: {
    files: 0,
    bytes: 0,
    entries: 0,
    disclosures: 0,
    evidence: 0,
    checkpoints: 0,
    valuesLeftOut: 0,
    piecesLeftOut: 0,
  },
})

const states = (of: BundleReport): Record<string, string> =>
  Object.fromEntries(assess(of).map(({ check, state }) => [check, state]))

describe('what the page says of a report', () => {
  test('without a fault every check holds, but for the key, which is open until a person compares it', () => {
    const { key: ofKey, ...rest } = states(report([finding('key_unconfirmed', null, 'information')]))
    expect(ofKey).toBe('open')
    expect(new Set(Object.values(rest))).toEqual(new Set(['ok']))
    expect(rest['other']).toBeUndefined()
  })

  test('where there was nothing to check, nothing is said to hold', () => {
    expect(Object.entries(states(empty)).filter(([, state]) => state === 'ok' || state === 'open')).toEqual([])
    expect(isNoBundle(empty)).toBe(true)
    expect(verdictOf(empty, 'signing')).toBe('no_bundle')
  })

  test('a fault marks its check, and the check that rests on the file', () => {
    expect(states(report([finding('bundle_file_altered', 'data/evidence/a.bin')]))).toMatchObject({
      files: 'fault',
      evidence: 'fault',
      entries: 'ok',
    })
    expect(states(report([finding('bundle_file_altered', 'VERIFY.txt')]))).toMatchObject({
      files: 'fault',
      evidence: 'ok',
      entries: 'ok',
    })
    expect(states(report([finding('bundle_facts_differ', 'data/proofs/000001.json')]))).toMatchObject({
      proofs: 'fault',
      facts: 'ok',
    })
    expect(states(report([finding('bundle_facts_differ', 'bag-info.txt')]))).toMatchObject({ facts: 'fault' })
  })

  test('every code has a check of its own and words; one that is not known is shown as it is', () => {
    for (const code of findingCodes) {
      expect(checkOfFinding(finding(code)), code).not.toBe('other')
      expect(meaningOf(code).title, code).not.toBe(code)
    }
    expect(checkOfFinding(finding('from_the_future' as FindingCode))).toBe('other')
    expect(states(report([finding('from_the_future' as FindingCode)]))['other']).toBe('fault')
    expect(meaningOf('from_the_future').title).toBe('from_the_future')
    expect(meaningOf('constructor').title).toBe('constructor')
  })

  test('faults come before any word about the key', () => {
    const faulty = report([finding('edited_payload', 'data/entries/000001.dsse.json')])
    expect(['signing', 'first', 'none', null].map((match) => verdictOf(faulty, match as 'signing'))).toEqual([
      'faults',
      'faults',
      'faults',
      'faults',
    ])
    const sound = report([])
    expect(verdictOf(sound, null)).toBe('unconfirmed')
    expect(verdictOf(sound, 'none')).toBe('other_key')
    expect([verdictOf(sound, 'signing'), verdictOf(sound, 'first')]).toEqual(['confirmed', 'confirmed'])
  })

  test('a piece is as acquired only if nothing concerns its file or its entry, and a signature holds', () => {
    expect(pieceState(report([]), 'data/evidence/a', 'e1')).toBe('intact')
    expect(pieceState(report([]), null, 'e1')).toBe('hash_only')
    expect(
      pieceState(report([{ ...finding('evidence_erased'), severity: 'information', entry_id: 'e1' }]), null, 'e1'),
    ).toBe('erased')
    expect(
      pieceState(report([{ ...finding('evidence_erased'), severity: 'information', entry_id: 'e2' }]), null, 'e1'),
    ).toBe('hash_only')
    expect(pieceState(report([finding('blob_differs', 'data/evidence/a')]), 'data/evidence/a', 'e1')).toBe('fault')
    expect(pieceState(report([{ ...finding('edited_payload'), entry_id: 'e1' }]), null, 'e1')).toBe('fault')
    expect(pieceState(report([], { signingKey: null }), 'data/evidence/a', 'e1')).toBe('unproven')
  })
})

describe('a fingerprint from elsewhere', () => {
  test('is read with whatever a person pasted around it', () => {
    const value = key.sshFingerprint
    for (const text of [
      value,
      ` ${value}\n`,
      `256 ${value} no comment (ED25519)`,
      `Good signature with ED25519 key ${value}`,
      `${value.slice(0, 20)}\n${value.slice(20)}`,
      `${value}=`,
    ]) {
      expect(readFingerprint(text), text).toEqual({ kind: 'fingerprints', values: [value] })
    }
    expect(readFingerprint(` ${key.kid} `)).toEqual({ kind: 'fingerprints', values: [key.kid] })
    expect(readFingerprint(`signing key: ${key.kid}  ${value}`)).toEqual({
      kind: 'fingerprints',
      values: [value, key.kid],
    })
  })

  test('B-62: a key itself, in PEM pasted into one line or as OpenSSH writes it, is read as its fingerprint', () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const spki = publicKey.export({ format: 'der', type: 'spki' })
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
    for (const text of [pem, pem.replaceAll('\n', ''), allowedSigners(spki)])
      expect(readFingerprint(text), text).toEqual({ kind: 'fingerprints', values: [keyId(spki)] })
  })

  test('what is none is said to be none', () => {
    expect(readFingerprint(' \n')).toEqual({ kind: 'empty' })
    for (const text of [
      'SHA256:short',
      'MD5:aa:bb',
      key.kid.slice(1),
      `${key.kid}A`,
      `SHA256:${'B'.repeat(44)}`,
      `${key.sshFingerprint} and SHA256:short`,
    ])
      expect(readFingerprint(text), text).toEqual({ kind: 'unreadable' })
  })

  test('is that of the key that signed, of the first key, or of none; where nothing is signed the first key confirms nothing', () => {
    expect(matchFingerprints([key.kid], key, firstKey)).toBe('signing')
    expect(matchFingerprints([key.sshFingerprint], key, firstKey)).toBe('signing')
    expect(matchFingerprints([firstKey.sshFingerprint], key, firstKey)).toBe('first')
    expect(matchFingerprints(['E'.repeat(43)], key, firstKey)).toBe('none')
    expect(matchFingerprints([firstKey.kid], null, firstKey)).toBe('none')
  })

  test('B-62: of several, one that is of no such key is not passed over for another that is', () => {
    const other = 'E'.repeat(43)
    expect(matchFingerprints([key.kid, key.sshFingerprint], key, firstKey)).toBe('signing')
    expect(matchFingerprints([key.kid, firstKey.kid], key, firstKey)).toBe('signing')
    for (const values of [
      [key.kid, other],
      [other, firstKey.kid],
    ])
      expect(matchFingerprints(values, key, firstKey)).toBe('some')
    expect(matchFingerprints([other, 'F'.repeat(43)], key, firstKey)).toBe('none')
    expect(verdictOf(report([]), 'some')).toBe('unconfirmed')
  })
})

describe('S-115: the banner tells three verdicts', () => {
  const open = report([])
  const whole = report([], { conclusion: 'intact_to_the_end' })

  test.each([
    ['confirmed', whole, 'good', /^Complete, unaltered/, /witnessed them to the end/],
    ['confirmed', open, 'wait', /as far as it goes/, /nothing outside vouches for the end/],
    ['unconfirmed', whole, 'wait', /^Complete and unaltered/, /compare the key/],
    ['unconfirmed', open, 'wait', /as far as it goes/, /nothing outside vouches for the end.*compare the key/],
    ['faults', report([finding('edited_payload')]), 'bad', /1 fault/, /ask for the bundle again/],
  ] as const)('%s', (verdict, of, tone, title, text) => {
    const words = verdictWords(verdict, of)
    expect(words.tone).toBe(tone)
    expect(words.title).toMatch(title)
    expect(words.text).toMatch(text)
  })
})
