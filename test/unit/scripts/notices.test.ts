import { expect, test } from 'vitest'
import { noticesText, packageFolderOf, type Carried } from '../../../scripts/lib/notices.ts'

const one: Carried = {
  folder: 'node_modules/left',
  name: 'left',
  version: '1.0.0',
  license: 'MIT',
  author: 'Ada Morgan',
  texts: [],
}

test.each([
  ['/r/node_modules/zod/v4/core.js', 'node_modules/zod'],
  ['../../node_modules/@mantine/core/esm/a.mjs', 'node_modules/@mantine/core'],
  ['node_modules/left/index.js', 'node_modules/left'],
  ['/r/node_modules/pg/node_modules/pg-types/index.js', 'node_modules/pg/node_modules/pg-types'],
  ['/r/node_modules/@a/b/node_modules/@c/d/index.js', 'node_modules/@a/b/node_modules/@c/d'],
  ['/r/main/seal/verify.ts', null],
])('%s belongs to %s', (source, folder) => expect(packageFolderOf(source)).toBe(folder))

test('a package is named with its version, its licence and the text that came with it', () => {
  const text = noticesText([{ ...one, texts: ['All that is permitted.'] }])
  expect(text).toContain('left 1.0.0\nMIT\n')
  expect(text).toContain('All that is permitted.')
})

test('where no text came along the usual one of its licence stands, under the name of its author', () => {
  expect(noticesText([one])).toMatch(/Copyright \(c\) Ada Morgan\nPermission is hereby granted/)
  const both = noticesText([{ ...one, license: '(Apache-2.0 AND BSD-3-Clause)' }])
  expect(both).toContain('Apache License')
  expect(both).toContain('Redistribution and use')
})

test.each([undefined, 'SEE LICENSE IN x', 'GPL-3.0-only'])(
  'a package under %s without a text is not carried',
  (license) => {
    expect(() => noticesText([{ ...one, license }])).toThrow(/left names the licence/)
  },
)
