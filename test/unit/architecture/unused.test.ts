import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolFile } from '../../../scripts/lib/run.ts'
import { plantTree, saidOf } from '../../support/planted-tree.ts'

const config = 'knip.json'

type Issue = {
  readonly file: string
  readonly files?: readonly unknown[]
  readonly exports?: readonly { readonly name: string }[]
  readonly dependencies?: readonly { readonly name: string }[]
}

describe('what nothing uses (docs/decisions/unused-code.md)', () => {
  let tree = ''
  let issues: readonly Issue[] = []

  beforeAll(async () => {
    tree = await plantTree(
      {
        'package.json': JSON.stringify({ name: 'planted', type: 'module', dependencies: { zod: '4.6.7' } }),
        'main/cli/main.ts': "import { used } from '../domain/used.ts'\nconsole.log(used)",
        'main/domain/used.ts': 'export const used = 1\nexport const left = 2',
        'main/domain/alone.ts': 'export const alone = 3',
      },
      config,
    )
    issues = (
      JSON.parse(
        await saidOf(tree, [
          toolFile('knip', 'bin/knip.js'),
          '--no-progress',
          '--no-config-hints',
          '--reporter',
          'json',
        ]),
      ) as { issues: readonly Issue[] }
    ).issues
  })
  afterAll(() => rm(tree, { recursive: true, force: true }))

  test('an export that no other file takes is told, and one that is taken is not', () => {
    expect(issues.flatMap(({ exports = [] }) => exports.map(({ name }) => name))).toEqual(['left'])
  })

  test('a file that nothing reaches is told', () => {
    expect(issues.filter(({ files = [] }) => files.length > 0).map(({ file }) => file)).toEqual([
      'main/domain/alone.ts',
    ])
  })

  test('a package that no source imports is told', () => {
    expect(issues.flatMap(({ dependencies = [] }) => dependencies.map(({ name }) => name))).toEqual(['zod'])
  })
})
