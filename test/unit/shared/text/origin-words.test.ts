import { expect, test } from 'vitest'
import type { ReadOrigin } from '../../../../shared/schema/origin.ts'
import { originBy, originText, originWords } from '../../../../shared/text/origin-words.ts'

const sha256 = `0123456789abcdef${'0'.repeat(48)}`
const file = { by: 'import', kind: 'transactions', sha256 } as const
const policy = { by: 'policy', policy: 'detection', version: 4, entry: 'e'.repeat(64), cause: file } as const

const said = (origin: ReadOrigin): string => {
  const { doer, after } = originWords(origin)
  return `${originText(doer, 'Ana Ruiz')} opened the case${originText(after, 'Ana Ruiz')}.`
}

test.each<[string, ReadOrigin]>([
  ['Ana Ruiz opened the case.', { by: 'person' }],
  ['Ana Ruiz opened the case (origin not recorded).', 'not_recorded'],
  ['Ana Ruiz opened the case (with an origin that this release does not know).', 'unknown'],
  [
    'Detection policy 4 opened the case, in an import started by Ana Ruiz (transactions, file with the SHA-256 0123456789ab…).',
    policy,
  ],
  ['Detection policy 4 opened the case, set off by what Ana Ruiz sent.', { ...policy, cause: { by: 'person' } }],
  [
    'The detection policy as it ships opened the case, set off by what a program sent with the key Ana Ruiz.',
    { ...policy, version: 0, entry: null, cause: { by: 'program' } },
  ],
  [
    'An import of cases started by Ana Ruiz opened the case (file with the SHA-256 0123456789ab…).',
    { ...file, kind: 'cases' },
  ],
  ['A sync opened the case, in the name of Ana Ruiz.', { by: 'sync' }],
  ['Ana Ruiz opened the case (in the made-up story of the sample).', { by: 'sample' }],
])('S-27: %s', (sentence, origin) => expect(said(origin)).toBe(sentence))

test('S-27: after what was done it reads as a passive, and a hub’s own act is in nobody’s name', () => {
  expect(originBy(policy, 'Ana Ruiz')).toBe(
    'by detection policy 4, in an import started by Ana Ruiz (transactions, file with the SHA-256 0123456789ab…)',
  )
  expect(originBy('not_recorded', 'Ana Ruiz')).toBe('by Ana Ruiz (origin not recorded)')
  expect(originBy({ by: 'person' }, 'de Vries')).toBe('by de Vries')
  expect(originWords({ by: 'hub' }, true)).toEqual({ doer: ['The hub'], after: [] })
})
