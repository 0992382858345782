import { describe, expect, it } from 'vitest'
import { isErasable, matchesKinds } from '../../../../renderer/features/case-workspace/model/timelineKinds.ts'
import { digest, entryOf } from './entries.ts'

describe('kinds of entries', () => {
  it('lets everything through without a filter', () => {
    expect(matchesKinds(entryOf({ type: 'whatever.new' }), [])).toBe(true)
  })

  it('filters by type, with all unknown types as one kind', () => {
    expect(matchesKinds(entryOf({ type: 'status.changed' }), ['status.changed'])).toBe(true)
    expect(matchesKinds(entryOf({ type: 'note.added' }), ['status.changed'])).toBe(false)
    expect(matchesKinds(entryOf({ type: 'evidence.weighed' }), ['unknown'])).toBe(true)
  })
})

describe('what can still be erased', () => {
  it('is an entry with a value that is disclosed', () => {
    expect(isErasable(entryOf({ withheld: { text: { digest: digest('a'), state: 'disclosed', value: 'x' } } }))).toBe(
      true,
    )
    expect(isErasable(entryOf({ withheld: { text: { digest: digest('a'), state: 'redacted' } } }))).toBe(false)
    expect(isErasable(entryOf({}))).toBe(false)
  })
})
