import { describe, expect, it } from 'vitest'
import { openedBy } from '../../../../renderer/features/case-workspace/model/openedBy.ts'
import { entryOf } from './entries.ts'

const sha256 = `4d192b592184${'0'.repeat(52)}`

describe('S-27: who or what opened a case, beside its timeline', () => {
  it('is the detection policy where it did, not whoever started the import', () => {
    const origin = {
      by: 'policy',
      policy: 'detection',
      version: 4,
      entry: sha256,
      cause: { by: 'import', kind: 'transactions', sha256 },
    }
    const name = entryOf({}).actor.name
    expect(openedBy([entryOf({}), entryOf({ type: 'case.opened', values: { origin } })])).toBe(
      `by detection policy 4, in an import started by ${name} (transactions, file with the SHA-256 4d192b592184…)`,
    )
  })

  it('is the person who opened it, and not recorded where nobody said', () => {
    const { name } = entryOf({}).actor
    expect(openedBy([entryOf({ type: 'case.opened', values: { origin: { by: 'person' } } })])).toBe(`by ${name}`)
    expect(openedBy([entryOf({ type: 'case.opened' })])).toBe(`by ${name} (origin not recorded)`)
  })

  it('is nobody while the entry is not here', () => expect(openedBy([entryOf({})])).toBeNull())
})
