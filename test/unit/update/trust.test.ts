import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { formatVerifierKey } from '../../../main/seal/verifier-key.ts'
import { parseUpdateTrust } from '../../../main/update/trust.ts'
import { first, log, second, witness } from './support.ts'

const text = {
  keys: [first, second].map((key) => formatVerifierKey(key, 'log')),
  threshold: 2,
  log: formatVerifierKey(log, 'log'),
  witnesses: [formatVerifierKey(witness, 'witness')],
  quorum: 1,
}

describe('U-10: whom a build believes is compiled in', () => {
  test('as verifier keys, with how many of them are asked for', () => {
    expect(parseUpdateTrust(text)).toMatchObject({
      ok: true,
      value: { keys: [{ name: first.name }, { name: second.name }], threshold: 2, log: { name: log.name }, quorum: 1 },
    })
  })

  test('what cannot be meant is an error, and never a weaker trust', () => {
    for (const [changes, words] of [
      [{ threshold: 0 }, 'threshold'],
      [{ threshold: 3 }, 'threshold'],
      [{ quorum: 2 }, 'quorum'],
      [{ keys: [...text.keys, 'x'] }, 'no verifier key'],
      [{ log: text.witnesses[0] }, 'no verifier key'],
      [{ log: '' }, 'no verifier key'],
      [{ keys: [] }, 'threshold'],
      [{ more: 1 }, 'members'],
    ] as const)
      expect(parseUpdateTrust({ ...text, ...changes })).toEqual({
        ok: false,
        error: expect.stringContaining(words) as unknown,
      })
  })

  test('one key under two names does not count for two', () => {
    const twice = formatVerifierKey({ ...first, name: 'release/other' }, 'log')
    expect(parseUpdateTrust({ ...text, keys: [...text.keys, twice] })).toEqual({
      ok: false,
      error: 'a key stands in it twice',
    })
    expect(parseUpdateTrust({ ...text, log: twice })).toEqual({ ok: false, error: 'a key stands in it twice' })
  })

  test('U-12: a build without keys believes nothing', () => {
    expect(parseUpdateTrust({ keys: [], threshold: 0, log: '', witnesses: [], quorum: 0 })).toEqual({
      ok: true,
      value: null,
    })
    expect(parseUpdateTrust(JSON.parse(readFileSync(inRoot('build/update-trust.json'), 'utf8')))).toMatchObject({
      ok: true,
    })
  })
})
