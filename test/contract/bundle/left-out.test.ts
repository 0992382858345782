import { createHash } from 'node:crypto'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBundle } from '../../../main/bundle/read/open-bundle.ts'
import { type MadeContents, bundleFile, madeContents } from '../../support/case-bundle.ts'
import { runCli } from '../../support/live-service.ts'
import { faultCodes, UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { examplePieces } from './pieces.ts'

let made: MadeContents

beforeAll(async () => {
  made = await madeContents(examplePieces)
})

describe('B-52: what a recipient may not see', () => {
  test('B-89: is not in the bundle, is told as left out, and is no fault', async () => {
    const { contents, key } = made
    const narrow = {
      ...contents,
      case: { ...contents.case, title: null, description: null, ownerName: null, customerIds: null, accountIds: null },
      disclosures: contents.disclosures.filter(({ name }) => name === 'name'),
      people: new Map(),
      nameDisclosures: [],
      evidence: contents.evidence.map(({ item, facts, bytes }) => ({
        item: { ...item, path: null, label: null, tags: [], acquired_by: { id: null, name: '' } },
        facts: { ...facts, source: null, serial: null, acquired_by: '' },
        bytes,
      })),
      export: { ...contents.export, byName: '', reason: '' },
    }
    const bundle = await bundleFile({ contents: narrow, key })
    const unpacked = UnpackedBundle.unpack(bundle.file)
    const report = await unpacked.verify()
    expect(faultCodes(report)).toEqual([])
    const leftOut = contents.disclosures.length - narrow.disclosures.length
    expect(leftOut).toBeGreaterThan(10)
    expect(report.counts).toMatchObject({
      valuesLeftOut: leftOut,
      piecesLeftOut: 1,
      disclosures: narrow.disclosures.length,
    })
    expect(report.findings.filter(({ code }) => code === 'left_out').map(({ severity }) => severity)).toEqual([
      'information',
      'information',
    ])
    for (const file of unpacked.files()) expect(unpacked.bytes(file).includes('Mule account'), file).toBe(false)
  })

  test('stays provable: a value that is shown later has the digest that its entry lists', () => {
    const { disclosures, chain } = made.contents
    for (const { encoded, entry, digest } of disclosures) {
      const payload = JSON.parse(
        Buffer.from(chain.entries.find(({ id }) => id === entry)?.payload ?? []).toString(),
      ) as { _sd: string[] }
      expect(createHash('sha256').update(encoded).digest('base64url')).toBe(digest)
      expect(payload._sd).toContain(digest)
    }
  })

  test('an erased value is told as erased, not as left out', async () => {
    const report = await UnpackedBundle.unpack((await bundleFile(made)).file).verify()
    expect(report.findings.filter(({ code }) => code === 'redacted')).toHaveLength(1)
    expect(report.counts.valuesLeftOut).toBe(0)
  })
})

describe('B-3: a bundle for one recipient', () => {
  test('opens with the identity alone, packed as it is', async () => {
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
    const bundle = await bundleFile(made, { recipients: [await identityToRecipient(identity)] })
    expect(bundle.fileName).toMatch(/\.zip\.age$/)
    expect(createHash('sha256').update(readFileSync(bundle.file)).digest('hex')).toBe(bundle.sha256)
    expect(readFileSync(bundle.file).includes('bagit.txt')).toBe(false)
    const identityFile = (name: string, text: string): string => {
      const file = path.join(bundle.folder, name)
      writeFileSync(file, text)
      return file
    }
    const right = identityFile('right.txt', `# created: today\n${identity}\n`)
    expect(runCli('verify', bundle.file, '--identity', right).lines.at(-1)).toMatchObject({ verdict: 'intact' })
    const wrong = runCli('verify', bundle.file, '--identity', identityFile('wrong.txt', `${other}\n`))
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('none of the identities opens the file')])
    const none = runCli('verify', bundle.file)
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--identity FILE')])
    const noIdentity = runCli('verify', bundle.file, '--identity', identityFile('no.txt', 'secret\n'))
    expect([noIdentity.code, noIdentity.stderr]).toEqual([2, expect.stringContaining('no identity of age')])
  })

  test.skipIf(process.platform !== 'linux')('that cannot be opened with what was given is left closed', async () => {
    const bundle = await bundleFile(made, { recipients: [await identityToRecipient(await generateX25519Identity())] })
    const wrong = path.join(bundle.folder, 'wrong.txt')
    writeFileSync(wrong, `${await generateX25519Identity()}\n`)
    expect(await openBundle(bundle.file)).toMatchObject({ ok: false })
    expect(await openBundle(bundle.file, wrong)).toMatchObject({ ok: false })
    await expect(openBundle(bundle.file, path.join(bundle.folder, 'not there.txt'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
    const open = readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return [readlinkSync(path.join('/proc/self/fd', fd))]
      } catch {
        // Closed meanwhile, as what listed them is.
        return []
      }
    })
    expect(open).not.toContain(bundle.file)
  })

  test('altered or cut off anywhere, it is found: nothing of it is taken for whole', async () => {
    const identity = await generateX25519Identity()
    const bundle = await bundleFile(made, { recipients: [await identityToRecipient(identity)] })
    const right = path.join(bundle.folder, 'identity.txt')
    writeFileSync(right, `${identity}\n`)
    const whole = readFileSync(bundle.file)
    const verify = (name: string, bytes: Uint8Array): { code: number | null; verdict: unknown } => {
      const file = path.join(bundle.folder, name)
      writeFileSync(file, bytes)
      const { code, lines } = runCli('verify', file, '--identity', right)
      return { code, verdict: lines.at(-1)?.['verdict'] }
    }
    const flipped = Buffer.from(whole)
    flipped[100_000] = (flipped[100_000] ?? 0) ^ 1
    expect(verify('flipped.zip.age', flipped)).toEqual({ code: 1, verdict: 'faults_found' })
    expect(verify('cut.zip.age', whole.subarray(0, whole.length - 10))).toEqual({ code: 1, verdict: 'faults_found' })
    expect(verify('cut-at-a-chunk.zip.age', whole.subarray(0, whole.length - (whole.length % 65_552)))).toMatchObject({
      verdict: 'faults_found',
    })
  })
})
