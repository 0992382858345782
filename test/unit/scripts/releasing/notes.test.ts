import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../../scripts/lib/paths.ts'
import { notesFor } from '../../../../scripts/lib/releasing/notes.ts'

const changelog =
  '# Changes\n\n## [Unreleased]\n\n## [1.2.0] - 2026-03-01\n\n### Added\n\n- A.\n\n## [1.1.0] - soon\n\n- B.\n'

test('the notes of a release are its section of the changelog', () => {
  expect(notesFor('v1.2.0', '1.2.0', changelog)).toEqual({ ok: true, value: '### Added\n\n- A.\n' })
})

test.each([
  ['v1.2.0', '1.2.1', 'the tag is v1.2.0, and package.json has version 1.2.1'],
  ['1.2.0', '1.2.0', 'the tag is 1.2.0'],
  ['v1.3.0', '1.3.0', 'has no section'],
  ['v1.1.0', '1.1.0', 'has no date'],
])('%s with version %s is no release', (tag, version, words) => {
  expect(notesFor(tag, version, changelog)).toEqual({ ok: false, error: expect.stringContaining(words) as unknown })
})

test('the changelog begins with what was not released', () => {
  expect(readFileSync(inRoot('CHANGELOG.md'), 'utf8').split(/^## /mu)[1]).toMatch(/^\[Unreleased\]\n/)
})
