import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { linkScheme } from '../../../main/app/invitation.ts'
import { carriedExtension } from '../../../main/app/opened.ts'
import type { FoundElectron } from '../../../scripts/lib/electron.ts'
import { packageConfig, targetArguments, whyNoRelease } from '../../../scripts/lib/package-config.ts'
import { inRoot } from '../../../scripts/lib/paths.ts'

const own: FoundElectron = { executable: '/e/electron', dist: '/e', version: '45.4.1', origin: 'electron-package' }
const borrowed: FoundElectron = { ...own, version: '33.2.1', origin: 'npm-registry' }
const parts = { version: '1.2.3', electron: own, dist: undefined, notices: '/n/THIRD-PARTY-NOTICES.txt' }

test('a release has the very Electron that package.json names, from its own package', () => {
  expect(whyNoRelease(own, '45.4.1')).toBeNull()
  expect(whyNoRelease(own, '45.4.2')).toContain('Electron 45.4.1 is installed, and package.json names 45.4.2')
  expect(whyNoRelease(borrowed, '45.4.1')).toContain('Electron 33.2.1 was taken from another project')
  expect(whyNoRelease({ ...borrowed, version: '45.4.1' }, '45.4.1')).not.toBeNull()
})

test('what is no release says so in its version, and with it in the name of every file', () => {
  expect(packageConfig({ ...parts, isRelease: true })).toMatchObject({ extraMetadata: { version: '1.2.3' } })
  expect(packageConfig({ ...parts, isRelease: false })).toMatchObject({
    extraMetadata: { version: '1.2.3-evaluation' },
  })
})

test('a release that cannot be signed is none', () => {
  const signed = { forceCodeSigning: true, mac: { notarize: true } }
  expect(packageConfig({ ...parts, isRelease: true })).toMatchObject(signed)
  expect(packageConfig({ ...parts, isRelease: false })).not.toHaveProperty('forceCodeSigning')
})

test('packages register what the application opens: its links, and the files that are carried', () => {
  const yaml = readFileSync(inRoot('electron-builder.yml'), 'utf8')
  expect(yaml).toContain(`schemes: [${linkScheme}]`)
  expect([...yaml.matchAll(/^ +- ext: (.+)$/gmu)].map(([, extension]) => extension)).toEqual([carriedExtension])
})

test('the code that seals lies inside the archive where Electron can run it there', () => {
  const driver = 'node_modules/better-sqlite3-multiple-ciphers'
  expect(packageConfig({ ...parts, isRelease: true })).toMatchObject({ asarUnpack: [`${driver}/prebuilds/**`] })
  const { asarUnpack } = packageConfig({ ...parts, electron: borrowed, isRelease: false }) as { asarUnpack: string[] }
  expect(asarUnpack).toContain('dist/service/**')
})

test('an evaluation is a folder and an archive unless installers are asked for; a release is all of them', () => {
  expect(targetArguments([], 'linux')).toEqual(['--linux', 'dir', 'tar.gz'])
  expect(targetArguments(['--dir'], 'win32')).toEqual(['--dir'])
  expect(targetArguments(['--installers', 'deb', 'rpm'], 'linux')).toEqual(['--linux', 'deb', 'rpm'])
  expect(targetArguments(['--installers'], 'darwin')).toEqual(['--mac'])
  expect(targetArguments(['--release'], 'win32')).toEqual(['--win'])
  expect(() => targetArguments([], 'aix')).toThrow('no package is made on aix')
})
