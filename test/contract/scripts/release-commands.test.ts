import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { plainPublic, plainSecret, sealedPublic } from '../../support/minisign-keys.ts'

let folder: string
const at = (name: string) => path.join(folder, name)
const command = (script: string, args: readonly string[], environment: Record<string, string> = {}) =>
  spawnSync(process.execPath, [inRoot(`scripts/${script}.ts`), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...environment },
  })

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-release-'))
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'fieldseal', version: '1.2.3' } },
    components: [{ name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' }],
  }
  writeFileSync(at('fieldseal-1.2.3-linux.cdx.json'), JSON.stringify(sbom))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('release:sign signs with the key that is given and with no other; release:verify says what holds', () => {
  expect(command('release-sign', [folder])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('give the secret key') as string,
  })
  expect(command('release-sign', [folder, '--unsigned'])).toMatchObject({ status: 0 })
  const sign = command('release-sign', [folder], { FIELDSEAL_RELEASE_KEY: plainSecret })
  expect(sign).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('of 1 files, signed for Fieldseal 1.2.3') as string,
  })
  const verify = (...args: string[]) => command('release-verify', args)
  expect(verify('--key', plainPublic.split('\n')[1]!, folder)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('All that was checked holds.') as string,
  })
  const other = path.join(tmpdir(), `fieldseal-other-${process.pid}.pub`)
  writeFileSync(other, sealedPublic)
  expect(verify('--key', other, folder)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('\nREFUSED.') as string,
  })
  rmSync(other)
  expect(verify(folder).status).toBe(2)
  expect(verify('--key', 'no key', folder)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('no public key') as string,
  })
})
