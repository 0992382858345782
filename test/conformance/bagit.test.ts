import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBag } from '../../main/bundle/check/bag.ts'
import type { BagReading } from '../../main/bundle/check/bag.ts'
import { openBagFolder } from '../../main/bundle/read/folder-source.ts'
import { nodeHasher } from '../../main/bundle/read/node-hasher.ts'
import { haveVectors, listVectors, vectorPath } from './vectors.ts'

const present = haveVectors('bagit')

/** The bags of one kind, such as `v0.97/valid`: the folders right below it. */
const bagsOf = (kind: string): string[] => {
  const names = listVectors('bagit').flatMap((file) =>
    file.startsWith(`${kind}/`) && file.split('/').length > 3 ? [file.split('/')[2] as string] : [],
  )
  return [...new Set(names)]
}

const read = async (kind: string, name: string): Promise<BagReading> =>
  readBag(await openBagFolder(vectorPath('bagit', join(kind, name))), { createHasher: nodeHasher })

const bags = (...kinds: string[]): [kind: string, name: string][] =>
  present ? kinds.flatMap((kind) => bagsOf(kind).map((name): [string, string] => [kind, name])) : []

describe.skipIf(!present)('BagIt: the conformance suite of the Library of Congress', () => {
  test('there are bags of every kind', () => {
    expect(bags('v0.97/valid').length).toBeGreaterThanOrEqual(12)
    expect(bags('v0.97/invalid', 'v1.0/invalid').length).toBeGreaterThanOrEqual(15)
    expect(bags('v0.97/warning').length).toBeGreaterThanOrEqual(6)
    expect(bags('v0.97/linux-only', 'v0.97/windows-only').length).toBeGreaterThanOrEqual(12)
  })

  test.each(bags('v0.97/valid', 'v1.0/valid'))('%s/%s is accepted', async (kind, name) => {
    const { faults } = await read(kind, name)
    expect(faults).toEqual([])
  })

  test.each(bags('v0.97/warning'))('%s/%s is accepted with a warning', async (kind, name) => {
    const { faults, warnings } = await read(kind, name)
    expect(faults).toEqual([])
    expect(warnings).not.toEqual([])
  })

  test.each(bags('v0.97/invalid', 'v1.0/invalid'))('%s/%s is refused', async (kind, name) => {
    const { faults } = await read(kind, name)
    expect(faults).not.toEqual([])
  })

  // What one system cannot hold is refused on every system: a bag is made to travel.
  test.each(bags('v0.97/linux-only', 'v0.97/windows-only'))('%s/%s is refused, for its name', async (kind, name) => {
    const { faults } = await read(kind, name)
    expect(faults.map(({ message }) => message).join('\n')).toMatch(
      /the name “.*” (is absolute|begins with a home folder|holds a backslash|has a drive letter)/,
    )
  })

  test('each fault of the suite is named for what it is', async () => {
    const kinds = async (kind: string, name: string): Promise<string[]> =>
      [...new Set((await read(kind, name)).faults.map((fault) => `${fault.kind} ${fault.file ?? ''}`))].sort()
    expect(await kinds('v0.97/invalid', 'corrupt-data-file')).toContain('altered data/bare-filename')
    expect(await kinds('v0.97/invalid', 'corrupt-tag-file')).toContain('altered bag-info.txt')
    expect(await kinds('v0.97/invalid', 'extra-file-in-bag')).toContain('added data/bar')
    expect(await kinds('v0.97/invalid', 'missing-baginfo')).toEqual(['missing bag-info.txt'])
    expect(await kinds('v0.97/invalid', 'missing-bagit.txt')).toContain('missing bagit.txt')
    expect(await kinds('v0.97/invalid', 'bom-in-bagit.txt')).toContain('malformed bagit.txt')
    expect(await kinds('v1.0/invalid', 'bagit-with-invalid-whitespace')).toContain('malformed bagit.txt')
    expect(await kinds('v1.0/invalid', 'notAllManifestsListAllFiles')).toContain('added data/missingFromManifest.txt')
  })
})
