import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPublicKey, readSecretKey, signFile } from '../../../../scripts/lib/releasing/minisign.ts'
import { secretKeyFrom } from '../../../../scripts/lib/releasing/secret-key.ts'
import { signRelease } from '../../../../scripts/lib/releasing/sign.ts'
import { parseSums } from '../../../../scripts/lib/releasing/sums.ts'
import { verifyRelease } from '../../../../scripts/lib/releasing/verify.ts'
import { plainPublic, plainSecret, sealedPublic } from '../../../support/minisign-keys.ts'

const key = readPublicKey(plainPublic)!
const read = readSecretKey(plainSecret, undefined)
if (!read.ok) throw new Error(read.error)
const secret = read.value
const deb = 'fieldseal_1.2.3_amd64.deb'
const sbom = 'fieldseal-1.2.3-linux.cdx.json'

/** Nobody gave the keys of updates. */
const unfed = { trust: null, nowMs: 0 }

let folder: string
const at = (name: string) => path.join(folder, name)

const sbomText = (version: string): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'fieldseal', version } },
    components: [{ name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' }],
  })

/** The words of what was refused. */
const refusals = async (given: readonly string[], by = key): Promise<readonly string[]> =>
  (await verifyRelease(given, by, unfed)).filter(({ outcome }) => outcome === 'refused').map(({ words }) => words)

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-release-'))
  writeFileSync(at(deb), 'the package')
  writeFileSync(at('builder-debug.yml'), 'of the build alone')
  writeFileSync(at(sbom), sbomText('1.2.3'))
  expect(await signRelease(folder, secret)).toEqual({
    ok: true,
    value: expect.stringContaining('of 2 files, signed') as unknown,
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a release holds, as a folder and by single files, and says what was not checked', async () => {
  expect(await refusals([folder])).toEqual([])
  expect(await refusals([at(deb)])).toEqual([])
  const words = (await verifyRelease([at(deb)], key, unfed))
    .map(({ outcome, words: said }) => `${outcome}: ${said}`)
    .join('\n')
  expect(words).toContain('SHA256SUMS was signed for Fieldseal 1.2.3 by key 9B612150F8D56B7A.')
  expect(words).toContain(`${deb} is the very file of the release`)
  expect(words).toContain(`${sbom} names 1 packages`)
  expect(words).toContain('not checked: Whether the key is that of Fieldseal')
})

test('a flipped byte is refused', async () => {
  writeFileSync(at(deb), 'the Package')
  expect(await refusals([at(deb)])).toEqual([expect.stringContaining(`${deb} is not what the release holds`)])
})

test('a missing file is refused, and one that was only not downloaded is said to be', async () => {
  rmSync(at(deb))
  expect(await refusals([at(deb)])).toEqual([`${deb} belongs to this release and is missing.`])
  expect(await refusals([folder])).toEqual([`${deb} belongs to this release and is missing.`])
  writeFileSync(at(deb), 'the package')
  rmSync(at(sbom))
  expect(await refusals([at(deb)])).toEqual([])
  expect(await verifyRelease([at(deb)], key, unfed)).toContainEqual({
    outcome: 'not checked',
    words: `The bill of materials ${sbom}: it was not downloaded.`,
  })
  expect(await refusals([folder])).toEqual([`${sbom} belongs to this release and is missing.`])
})

test('another key is refused, and so are sums that were changed after the signature', async () => {
  expect(await refusals([at(deb)], readPublicKey(sealedPublic)!)).toEqual([
    expect.stringContaining('made by key 9B612150F8D56B7A, and not by key 1177DD6A15C7FDD'),
  ])
  writeFileSync(at('SHA256SUMS'), readFileSync(at('SHA256SUMS'), 'utf8').replace(/^./u, 'z'))
  expect(await refusals([at(deb)])).toEqual([expect.stringContaining('the signature does not hold')])
  rmSync(at('SHA256SUMS.minisig'))
  expect(await refusals([at(deb)])).toEqual([expect.stringContaining('SHA256SUMS.minisig is missing')])
})

test('a file under another name, or beside the release, is none of it', async () => {
  writeFileSync(at('setup.exe'), 'the package')
  expect(await refusals([folder])).toEqual(['setup.exe is no file of this release: SHA256SUMS does not name it.'])
  expect(await refusals([at('setup.exe'), path.join(tmpdir(), 'x')])).toEqual([
    expect.stringContaining('several folders'),
  ])
})

test('a release without a bill of materials, or with that of another version, is refused', async () => {
  const signed = (text: string, comment: string) => {
    writeFileSync(at('SHA256SUMS'), text)
    writeFileSync(at('SHA256SUMS.minisig'), signFile(Buffer.from(text), secret, comment))
  }
  const text = readFileSync(at('SHA256SUMS'), 'utf8')
  signed(text, 'Fieldseal 1.2.4')
  expect(await refusals([at(deb)])).toEqual([`${sbom} is the bill of materials of 1.2.3, and not of 1.2.4.`])
  signed(text, 'Something else 1.2.3')
  expect(await refusals([at(deb)])).toEqual([expect.stringContaining('for no release of Fieldseal')])
  signed(
    text
      .split('\n')
      .filter((line) => !line.endsWith(sbom))
      .join('\n'),
    'Fieldseal 1.2.3',
  )
  expect(await refusals([at(deb)])).toEqual(['The release has no bill of materials.'])
})

test('only files of one release are signed together', async () => {
  const before = readFileSync(at('SHA256SUMS'), 'utf8')
  writeFileSync(at('fieldseal-1.2.4-linux.cdx.json'), sbomText('1.2.4'))
  expect(await signRelease(folder, secret)).toEqual({
    ok: false,
    error: expect.stringContaining('several releases') as unknown,
  })
  rmSync(at('fieldseal-1.2.4-linux.cdx.json'))
  rmSync(at(sbom))
  expect(await signRelease(folder, secret)).toEqual({
    ok: false,
    error: expect.stringContaining('no bill of materials') as unknown,
  })
  expect(readFileSync(at('SHA256SUMS'), 'utf8')).toBe(before)
})

test('sums without a signature are those of sha256sum, and no signature over others stays beside them', async () => {
  expect(await signRelease(folder, null)).toEqual({
    ok: true,
    value: expect.stringContaining('It is not signed') as unknown,
  })
  expect(existsSync(at('SHA256SUMS.minisig'))).toBe(false)
  expect(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder }).status).toBe(0)
})

test('a key is given in one way, and never made', () => {
  for (const [environment, words] of [
    [{}, 'give the secret key'],
    [{ FIELDSEAL_RELEASE_KEY: plainSecret, FIELDSEAL_RELEASE_KEY_FILE: at(deb) }, 'give the secret key'],
    [{ FIELDSEAL_RELEASE_KEY_FILE: at('nowhere') }, 'which is not there'],
    [{ FIELDSEAL_RELEASE_KEY_FILE: at(deb) }, 'this is no secret key'],
  ] as const)
    expect(secretKeyFrom(environment)).toEqual({ ok: false, error: expect.stringContaining(words) as unknown })
  expect(secretKeyFrom({ FIELDSEAL_RELEASE_KEY: plainSecret })).toEqual({
    ok: true,
    value: expect.anything() as unknown,
  })
})

test.each([
  ['', 'names no file'],
  [`${'0'.repeat(64)}  ../x\n`, 'line 1'],
  [`${'0'.repeat(64)}  a\nwhat\n`, 'line 2'],
  [`${'0'.repeat(64)}  a\n${'1'.repeat(64)}  a\n`, 'names a twice'],
  [`${'0'.repeat(64)}  a`, 'names no file'],
])('sums %j are refused', (text, words) => {
  expect(parseSums(text)).toEqual({ ok: false, error: expect.stringContaining(words) as unknown })
})
