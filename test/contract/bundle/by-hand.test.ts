import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sshFingerprint } from '../../../main/bundle/format/sshsig.ts'
import { reportFile } from '../../support/bundle-papers.ts'
import { type BundleFile, type MadeContents, bundleFile, madeContents } from '../../support/case-bundle.ts'
import { faultCodes, linuxSteps, shell, UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { examplePieces } from './pieces.ts'

const marks = [
  'files beside the payload: OK',
  'payload: OK',
  'no file added: OK',
  'key id: OK',
  'one key: OK',
  'keys: OK',
  'enrolment and steps of each device: OK',
  'entries and disclosed values: OK',
  'evidence: OK',
  'number of entries: OK',
  'tree: OK',
  'names of people: OK',
]
const signatureMark = 'Good "fieldseal-bundle@fieldseal.example" signature for fieldseal-device with ED25519 key'

describe('VERIFY.txt: a bundle of a real case, checked with none of our code', () => {
  let made: MadeContents
  let bundle: BundleFile
  let unpacked: UnpackedBundle
  let verifyText: string

  beforeAll(async () => {
    made = await madeContents(examplePieces)
    bundle = await bundleFile(made, {
      extraFiles: [reportFile(made.contents)],
    })
    unpacked = UnpackedBundle.unpack(bundle.file)
    verifyText = unpacked.text('VERIFY.txt')
  })

  test('unzip -t finds no fault in the archive', () => {
    const { code, output } = shell(`unzip -tq ${bundle.file}`, bundle.folder)
    expect(output).toContain('No errors detected')
    expect(code).toBe(0)
  })

  test('the SHA-256 that is told of the bundle is that of the file', () => {
    const { output } = shell(`sha256sum ${bundle.file}`, bundle.folder)
    expect(output.slice(0, 64)).toBe(bundle.sha256)
    expect(readFileSync(bundle.file).length).toBe(bundle.size)
  })

  test('the commands of the Linux section, exactly as they stand, all pass', { timeout: 180_000 }, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'by-hand-'))
    writeFileSync(path.join(folder, bundle.fileName), readFileSync(bundle.file))
    shell(`unzip -q ${bundle.fileName}`, folder)
    const { code, output } = shell(linuxSteps(verifyText).join('\n'), folder)
    for (const mark of marks) expect(output).toContain(mark)
    expect(output).toContain(`${signatureMark} ${sshFingerprint(made.key.spki)}`)
    expect(output).toContain('Signature Verified Successfully')
    expect(output).not.toMatch(/NOT|FAILED|No such file/)
    expect(code).toBe(0)
  })

  test('the sections of every system have the same steps, and name the same files', () => {
    const macOs = /^=== macOS ===$([\s\S]*?)^=== Windows/m.exec(verifyText)?.[1] ?? ''
    const linux = /^=== Linux ===$([\s\S]*?)^=== macOS ===$/m.exec(verifyText)?.[1] ?? ''
    const commandsOf = (section: string): string[] => section.split('\n').filter((line) => line.startsWith('    '))
    expect(commandsOf(macOs).map((line) => line.replaceAll('shasum -a 256', 'sha256sum'))).toEqual(commandsOf(linux))
    const windows = verifyText.slice(verifyText.indexOf('=== Windows'))
    for (const name of [
      'Get-FileHash',
      'certutil -hashfile',
      'ssh-keygen -Y verify -f allowed_signers -I fieldseal-device',
      'openssl.exe',
      'Fieldseal-Signing-Key: ',
    ])
      expect(windows).toContain(name)
    // No PowerShell runs here. What its steps have to say is what the steps for a shell say, and names are compared by
    // case.
    for (const said of [
      'ANOTHER KEY',
      'NOT VERIFIED',
      'ITS KEY WAS NEVER ENROLLED',
      'BY THE KEY OF ANOTHER DEVICE',
      'ITS KEY WAS REVOKED BEFORE',
      'OF ANOTHER CASE',
      'NOT THE NEXT STEP OF ITS DEVICE',
      'IT HAS SEEN A STEP THAT IS NOT HERE',
      'THE KEY OF THE SIGNATURE DID NOT SEAL THE EXPORT',
      'itself: it is the first key',
    ]) {
      expect(
        [windows, linux].map((section) => section.includes(said)),
        said,
      ).toEqual([true, true])
    }
    expect(windows).not.toMatch(/kid -(?:eq|ne|like|match) /)
  })

  test('it says whose key it is by both fingerprints, that they must be compared, and that evidence can be harmful', () => {
    expect(verifyText).toContain(made.key.kid)
    expect(verifyText).toContain(sshFingerprint(made.key.spki))
    expect(verifyText).toMatch(/by\s+another way/)
    expect(verifyText).toContain('THE EVIDENCE CAN BE HARMFUL')
  })

  test('B-2: the untouched bundle is intact, packed and unpacked', async () => {
    const report = await unpacked.verify()
    expect(faultCodes(report)).toEqual([])
    expect(report).toMatchObject({
      verdict: 'intact',
      keyConfirmed: null,
      signingKey: { kid: made.key.kid, sshFingerprint: sshFingerprint(made.key.spki) },
    })
  })

  test('evidence is there byte for byte, under names that every system takes', () => {
    const listed = JSON.parse(unpacked.text('data/case.json')) as { evidence: { name: string; file: string | null }[] }
    expect(listed.evidence.map(({ name }) => name)).toEqual(examplePieces.map(({ name }) => name))
    for (const [index, { file }] of listed.evidence.entries()) {
      const piece = examplePieces[index]
      if (piece?.hashOnly === true) expect(file).toBeNull()
      else expect(unpacked.bytes(file ?? '').equals(Buffer.from(piece?.content as Uint8Array))).toBe(true)
    }
  })

  test('members have sane permissions and the time of the export', () => {
    const { output } = shell(`TZ=UTC unzip -Z ${bundle.file}`, bundle.folder)
    const members = output.split('\n').filter((line) => line.includes(bundle.fileName.replace('.zip', '/')))
    expect(members.length).toBe(unpacked.files().length)
    for (const line of members) expect(line).toMatch(/^-rw-r--r--/)
    expect(output).not.toMatch(/^[dl]/m)
  })
})
