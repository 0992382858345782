import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkSignature, readPublicKey, readSecretKey, signFile } from '../../scripts/lib/releasing/minisign.ts'
import { hasProgram } from '../../scripts/lib/run.ts'
import { plainPublic, plainSecret, sealedPublic, sealedSecret } from '../support/minisign-keys.ts'

/** The program minisign (Debian has it) is held against what signs and checks releases. */

const content = Buffer.from('A file.\n')

test('what minisign 0.11 signed holds', () => {
  const signature = `untrusted comment: signature from minisign secret key
RUR6a9X4UCFhm/49Fb39EnuMSxXnunGl0O7a5iK6eIcizyIW+f4DNceLW5Eopn2W5OCvXGV+WolmCdR5XR3JlYRAr5D8EMZRtAQ=
trusted comment: Fieldseal 1.2.3
3aMhgjTCDIbzKJYofhtXiYJPV0A2KnNgEDJlxHa4X3sFPbE8Vv7SGHlqkqefP0NTwkhBzBQU8sJRw0ysuL0/DQ==
`
  expect(checkSignature(content, signature, readPublicKey(plainPublic)!)).toEqual({
    ok: true,
    value: 'Fieldseal 1.2.3',
  })
})

test('a key that minisign closed with a password opens with it', { timeout: 60_000 }, () => {
  const opened = readSecretKey(sealedSecret, 'correct horse')
  if (!opened.ok) throw new Error(opened.error)
  const signature = signFile(content, opened.value, 'Fieldseal 1.2.3')
  expect(checkSignature(content, signature, readPublicKey(sealedPublic)!).ok).toBe(true)
})

test.skipIf(!hasProgram('minisign'))('minisign takes what is signed here, and refuses it changed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-minisign-'))
  try {
    const key = readSecretKey(plainSecret, undefined)
    if (!key.ok) throw new Error(key.error)
    const file = path.join(folder, 'SHA256SUMS')
    writeFileSync(file, content)
    writeFileSync(`${file}.minisig`, signFile(content, key.value, 'Fieldseal 1.2.3'))
    const verify = () =>
      spawnSync('minisign', ['-V', '-m', file, '-P', plainPublic.split('\n')[1]!], { encoding: 'utf8' })
    expect(verify()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Trusted comment: Fieldseal 1.2.3') as string,
    })
    writeFileSync(file, 'A fild.\n')
    expect(verify().status).not.toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
