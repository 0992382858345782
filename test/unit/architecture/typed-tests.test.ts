import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'

/** In a test without types, a field that was renamed is `undefined`, of which every `not.toContain` is true. */
const switchedOff = /^\s*\/[/*] *(?:ox|es)lint-disable(?:-next-line)? [^\n]*\b(?:no-unsafe-[a-z-]+|no-explicit-any)/mu

/** Files of tests that switch the rules of types off. The number is lowered with them, and never raised. */
const most = 0

test('no more tests than before switch the rules of types off', () => {
  const files = globSync('test/**/*.{ts,tsx}', { cwd: inRoot('.') }).filter((file) =>
    switchedOff.test(readFileSync(inRoot(file), 'utf8')),
  )
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(most)
})

test('a rule that is switched off is seen, for a file or a line', () => {
  for (const text of [
    '/* oxlint-disable typescript/no-unsafe-member-access */',
    '  // oxlint-disable-next-line typescript/no-explicit-any',
    '/* eslint-disable typescript/no-unsafe-return, typescript/no-unsafe-call */',
  ])
    expect(text).toMatch(switchedOff)
  expect('// oxlint-disable-next-line react/exhaustive-deps').not.toMatch(switchedOff)
})
