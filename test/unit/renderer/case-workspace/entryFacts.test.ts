import { describe, expect, it } from 'vitest'
import {
  factOf,
  isKnownBasis,
  redactionsByDigest,
} from '../../../../renderer/features/case-workspace/model/entryFacts.ts'
import { digest, entryOf } from './entries.ts'

describe('values of an entry', () => {
  it('gives open values before withheld ones, and null for what is not there', () => {
    const entry = entryOf({ values: { to: 'open' }, withheld: { text: { digest: digest('a'), state: 'unavailable' } } })
    expect(factOf(entry, 'to')).toEqual({ state: 'shown', value: 'open' })
    expect(factOf(entry, 'text')).toEqual({ state: 'unavailable', digest: digest('a') })
    expect(factOf(entry, 'from')).toBeNull()
  })

  it('finds the legal basis of an erased value in the entry of its redaction', () => {
    const found = redactionsByDigest([
      entryOf({}),
      entryOf({
        type: 'redaction.applied',
        at: '2026-11-21T08:00:00.000+00:00',
        actor: { id: 2, name: 'Sam Lee' },
        values: {
          entry: 'a'.repeat(64),
          digests: [digest('a'), digest('b')],
          legal_basis: 'court_order',
          reference: 'AZ 12/26',
        },
      }),
    ])
    expect(found.get(digest('b'))).toEqual({
      basis: 'court_order',
      reference: 'AZ 12/26',
      at: '2026-11-21T08:00:00.000+00:00',
      by: 'Sam Lee',
    })
    expect(found.size).toBe(2)
  })

  it('knows the legal bases that the interface names', () => {
    expect(isKnownBasis('gdpr_art_17')).toBe(true)
    expect(isKnownBasis('because')).toBe(false)
  })
})
