import { expect, test } from 'vitest'
import type { FoundElectron } from '../../../scripts/lib/electron.ts'
import { packageConfig, whyNoRelease } from '../../../scripts/lib/package-config.ts'

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

test('the code that seals lies inside the archive where Electron can run it there', () => {
  const driver = 'node_modules/better-sqlite3-multiple-ciphers'
  expect(packageConfig({ ...parts, isRelease: true })).toMatchObject({ asarUnpack: [`${driver}/prebuilds/**`] })
  const { asarUnpack } = packageConfig({ ...parts, electron: borrowed, isRelease: false }) as { asarUnpack: string[] }
  expect(asarUnpack).toContain('dist/service/**')
})
