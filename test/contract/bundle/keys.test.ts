import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BundleTrust } from '../../../main/bundle/check/key-rules.ts'
import { allowedSigners, bundleNamespace, sshFingerprint, verifySsh } from '../../../main/bundle/format/sshsig.ts'
import { deviceKeyOf } from '../../../main/platform/key-files.ts'
import { type BundleFile, type MadeContents, bundleFile, madeContents } from '../../support/case-bundle.ts'
import { runCli } from '../../support/live-service.ts'
import { resealed } from '../../support/resealed.ts'
import { faultCodes, shell, UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { examplePieces } from './pieces.ts'

const nothing: BundleTrust = { keys: [], fingerprints: [], checkpoints: [] }

const trustFile = (text: string): string => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'trust-')), 'trust.txt')
  writeFileSync(file, text)
  return file
}

describe('B-20: OpenSSH’s own signatures', () => {
  test('what ssh-keygen signs, our reader takes, with the same fingerprint', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ssh-'))
    writeFileSync(path.join(folder, 'message'), 'what is signed\n')
    const { output } = shell(
      `ssh-keygen -q -t ed25519 -N '' -C '' -f key && ssh-keygen -q -Y sign -f key -n ${bundleNamespace} message && ssh-keygen -lf key.pub`,
      folder,
    )
    const verified = verifySsh(
      readFileSync(path.join(folder, 'message.sig'), 'utf8'),
      Buffer.from('what is signed\n'),
      bundleNamespace,
    )
    expect(verified.ok && output.includes(sshFingerprint(verified.value.spki))).toBe(true)
    expect(
      verifySsh(
        readFileSync(path.join(folder, 'message.sig'), 'utf8'),
        Buffer.from('what is sealed\n'),
        bundleNamespace,
      ).ok,
    ).toBe(false)
  })
})

describe('B-60: whose key it is', () => {
  const forger = deviceKeyOf(generateKeyPairSync('ed25519').privateKey)
  let made: MadeContents
  let bundle: BundleFile
  let forged: BundleFile
  let genuine: UnpackedBundle
  let forgery: UnpackedBundle

  beforeAll(async () => {
    made = await madeContents(examplePieces)
    bundle = await bundleFile(made)
    genuine = UnpackedBundle.unpack(bundle.file)
    const altered = resealed(made.contents, forger, (payload) =>
      payload.type === 'priority.changed' ? { ...payload, pub: { ...payload.pub, from: 'low' } } : payload,
    )
    forged = await bundleFile({ contents: altered, key: forger })
    forgery = UnpackedBundle.unpack(forged.file)
  })

  test('B-88: a bundle that was forged as a whole agrees with itself: the verifier says that the key is unconfirmed, and which it is', async () => {
    const report = await forgery.verify()
    expect(faultCodes(report)).toEqual([])
    expect(report.keyConfirmed).toBeNull()
    const [unconfirmed] = report.findings.filter(({ code }) => code === 'key_unconfirmed')
    expect(unconfirmed?.message).toContain(forger.kid)
    expect(unconfirmed?.message).toContain(sshFingerprint(forger.spki))
  })

  test('by hand it passes too, and prints the forger’s fingerprint', () => {
    const { output } = forgery.byHand(forgery.text('VERIFY.txt'), [2, 3, 4, 5])
    expect(output).toContain('payload: OK')
    expect(output).toContain(`signature for fieldseal-device with ED25519 key ${sshFingerprint(forger.spki)}`)
    expect(output).not.toContain(sshFingerprint(made.key.spki))
  })

  test('with the key of the institution in the place of allowed_signers, ssh-keygen refuses it', () => {
    const copy = forgery.copy()
    copy.write('allowed_signers', allowedSigners(made.key.spki))
    expect(copy.byHand(forgery.text('VERIFY.txt'), [4]).output).not.toContain('Good')
    expect(genuine.byHand(genuine.text('VERIFY.txt'), [4]).output).toContain('Good')
  })

  test.each([
    ['the key', () => ({ ...nothing, keys: [made.key.spki] })],
    ['its key id', () => ({ ...nothing, fingerprints: [made.key.kid] })],
    ['its fingerprint of ssh-keygen', () => ({ ...nothing, fingerprints: [sshFingerprint(made.key.spki)] })],
  ])('given %s from outside, the genuine bundle is confirmed and the forged one is not', async (_, trust) => {
    const confirmed = await genuine.verify(trust())
    expect([
      faultCodes(confirmed),
      confirmed.keyConfirmed,
      confirmed.findings.some(({ code }) => code === 'key_unconfirmed'),
    ]).toEqual([[], true, false])
    const refused = await forgery.verify(trust())
    expect(faultCodes(refused)).toEqual(['unknown_key'])
    expect(refused.keyConfirmed).toBe(false)
  })

  test('B-61: a checkpoint that was got at an earlier time shows that the past was rewritten', async () => {
    const trust = { ...nothing, keys: [made.key.spki], checkpoints: [made.contents.chain.checkpoint] }
    const held = await genuine.verify(trust)
    expect(faultCodes(held)).toEqual([])
    expect(held.conclusion, 'S-115, B-107: it covers the export, too').toBe('intact_to_the_end')
    const codes = faultCodes(await forgery.verify(trust))
    expect(codes).toContain('checkpoint_not_extending')
    expect(codes).toContain('unknown_key')
  })

  test('fieldseal verify takes what is known from a file, and names the key', () => {
    const pem = made.key.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    const intact = runCli('verify', bundle.file, '--trust', trustFile(pem))
    expect(intact.code, 'S-115: nothing outside vouches for the end').toBe(3)
    const checkpoint = trustFile(`${pem}---\n${made.contents.chain.checkpoint}`)
    expect(runCli('verify', bundle.file, '--trust', checkpoint)).toMatchObject({ code: 0 })
    expect(intact.lines.at(-1)).toMatchObject({
      verdict: 'intact',
      key_confirmed: true,
      signing_key: made.key.kid,
      ssh_fingerprint: sshFingerprint(made.key.spki),
    })
    const refused = runCli('verify', forged.file, '--trust', trustFile(`${sshFingerprint(made.key.spki)}\n`))
    expect(refused.code).toBe(1)
    expect(refused.lines.map((line) => line['code'])).toContain('unknown_key')
    expect(refused.lines.at(-1)).toMatchObject({
      verdict: 'faults_found',
      key_confirmed: false,
      signing_key: forger.kid,
    })
    const ofStranger = runCli(
      'verify',
      bundle.file,
      '--trust',
      trustFile(`256 ${sshFingerprint(forger.spki)} root@vm (ED25519)\n`),
    )
    expect([
      ofStranger.code,
      ofStranger.lines.at(-1)?.['key_confirmed'],
      ofStranger.lines.map((line) => line['code']),
    ]).toEqual([1, false, expect.arrayContaining(['unknown_key', 'trust_unused'])])
    const both = runCli(
      'verify',
      bundle.file,
      '--trust',
      trustFile(`    as ssh-keygen     ${sshFingerprint(made.key.spki)} \n${forger.kid}\n`),
    )
    expect(both.lines.at(-1)).toMatchObject({ verdict: 'intact', key_confirmed: true })
    expect(
      both.lines.filter((line) => line['code'] === 'trust_unused').map((line) => String(line['message'])),
      'B-106',
    ).toEqual([expect.stringContaining(forger.kid)])
    expect(runCli('verify', bundle.file, '--trust', trustFile('hello world\n'))).toMatchObject({
      code: 2,
      lines: [],
      stderr: expect.stringContaining('line 1 of the trust file') as string,
    })
    const unconfirmed = runCli('verify', forged.file)
    expect(unconfirmed.code).toBe(3)
    expect(unconfirmed.stderr).toContain(
      `Compare the fingerprint of the key with one that you got by another way: ${forger.kid}`,
    )
  })
})
