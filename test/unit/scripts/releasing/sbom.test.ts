import { expect, test } from 'vitest'
import type { Carried } from '../../../../scripts/lib/notices.ts'
import { sbomOf, type LockFile } from '../../../../scripts/lib/releasing/sbom.ts'

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`
const lock: LockFile = {
  packages: {
    '': { dependencies: { '@a/left': '1', never: '1' } },
    'node_modules/@a/left': { version: '1.0.0', integrity, dependencies: { right: '2' } },
    'node_modules/@a/left/node_modules/right': { version: '2.0.0', integrity },
    'node_modules/right': { version: '1.0.0', integrity },
    'node_modules/never': { version: '1.0.0', integrity },
  },
}
const left: Carried = {
  folder: 'node_modules/@a/left',
  name: '@a/left',
  version: '1.0.0',
  license: 'MIT',
  author: undefined,
  texts: [],
}
const right: Carried = {
  ...left,
  folder: 'node_modules/@a/left/node_modules/right',
  name: 'right',
  version: '2.0.0',
  license: '(MIT or MPL-2.0)',
}
const parts = {
  product: { name: 'fieldseal', version: '1.2.3', license: 'Apache-2.0' },
  system: 'linux',
  carried: [left, right],
  lock,
  electron: { version: '45.4.1', origin: 'electron-package' as const },
  at: new Date('2026-01-02T03:04:05Z'),
}

test('each package has its version, licence, purl and the hash that the lock file has', () => {
  const { components } = sbomOf(parts)
  expect(components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/%40a/left@1.0.0',
    'pkg:npm/right@2.0.0',
    'pkg:github/electron/electron@v45.4.1',
  ])
  expect(components[0]).toMatchObject({
    group: '@a',
    name: 'left',
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: '07'.repeat(64) }],
  })
  expect(components[1]?.licenses).toEqual([{ expression: '(MIT OR MPL-2.0)' }])
})

test('it says which asks for which, as Node finds them, and leaves out what is not carried', () => {
  expect(sbomOf(parts).dependencies).toEqual([
    {
      ref: 'pkg:generic/fieldseal@1.2.3?system=linux',
      dependsOn: ['pkg:npm/%40a/left@1.0.0', 'pkg:github/electron/electron@v45.4.1'],
    },
    { ref: 'pkg:npm/%40a/left@1.0.0', dependsOn: ['pkg:npm/right@2.0.0'] },
    { ref: 'pkg:npm/right@2.0.0', dependsOn: [] },
  ])
})

test('what the lock file does not hold in that version is not carried', () => {
  const sbom = (one: Carried) => () => sbomOf({ ...parts, carried: [one] })
  expect(sbom({ ...left, version: '1.0.1' })).toThrow('package-lock.json does not hold')
  expect(sbom({ ...left, folder: 'node_modules/elsewhere' })).toThrow('package-lock.json does not hold')
})

test('an Electron of somebody else is said to be one, and the same content has the same number', () => {
  const borrowed = sbomOf({ ...parts, electron: { version: '33.2.1', origin: 'npm-registry' } })
  expect(JSON.stringify(borrowed.components.at(-1))).toContain('for evaluation alone')
  expect(sbomOf(parts).serialNumber).toBe(sbomOf(parts).serialNumber)
  expect(sbomOf(parts).serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(borrowed.serialNumber).not.toBe(sbomOf(parts).serialNumber)
})

test('words that are no SPDX expression stand as words', () => {
  const licences = (license: string | undefined) =>
    sbomOf({ ...parts, carried: [{ ...left, license }] }).components[0]?.licenses
  expect(licences(undefined)).toEqual([{ license: { name: 'its text stands in THIRD-PARTY-NOTICES.txt' } }])
  expect(licences('SEE LICENSE IN x')).toEqual([{ license: { name: 'SEE LICENSE IN x' } }])
})
