import { describe, expect, it } from 'vitest'
import { plainText } from '../../../../renderer/features/case-workspace/model/changes.ts'
import { describeEntry } from '../../../../renderer/features/case-workspace/model/describeEntry.ts'
import { digest, entryOf } from './entries.ts'

describe('an entry of the timeline in words', () => {
  it('shows a status change as from and to, with its rationale', () => {
    const view = describeEntry(
      entryOf({
        type: 'status.changed',
        values: { from: 'open', to: 'escalated' },
        withheld: { notes: { digest: digest('n'), state: 'disclosed', value: 'Three mule accounts.' } },
      }),
    )
    expect(view.headline).toBe('status.changed')
    expect(view.changes).toEqual([
      {
        field: 'status',
        kind: 'status',
        from: { state: 'shown', value: 'open' },
        to: { state: 'shown', value: 'escalated' },
      },
    ])
    expect(view.texts).toEqual([
      { role: 'note', name: 'notes', fact: { state: 'shown', value: 'Three mule accounts.' } },
    ])
  })

  it('shows the title of its time on an edit, both before and after, though both are withheld', () => {
    const view = describeEntry(
      entryOf({
        type: 'case.edited',
        withheld: {
          from_title: { digest: digest('f'), state: 'disclosed', value: 'Old' },
          title: { digest: digest('t'), state: 'redacted' },
        },
      }),
    )
    expect(view.changes).toEqual([
      {
        field: 'title',
        kind: 'text',
        from: { state: 'shown', value: 'Old' },
        to: { state: 'redacted', digest: digest('t') },
      },
    ])
  })

  it('keeps every value of an entry of an unknown type, and says that it is unknown', () => {
    const view = describeEntry(
      entryOf({
        type: 'evidence.weighed',
        values: { sha256: 'ff', size: 12 },
        withheld: { file_name: { digest: digest('d'), state: 'disclosed', value: 'image.dd' } },
      }),
    )
    expect(view.headline).toBe('unknown')
    expect(view.changes.map((change) => change.field)).toEqual(['sha256', 'size'])
    expect(view.texts.map((text) => text.name)).toEqual(['file_name'])
  })

  it('shows an erased value whose name is gone with its digest', () => {
    const view = describeEntry(entryOf({ withheld: { [digest('x')]: { digest: digest('x'), state: 'redacted' } } }))
    expect(view.texts).toEqual([{ role: 'other', name: digest('x'), fact: { state: 'redacted', digest: digest('x') } }])
  })

  it('never takes an inherited property for a value', () => {
    expect(describeEntry(entryOf({ type: 'constructor', values: {} })).changes).toEqual([])
    expect(describeEntry(entryOf({ type: 'toString' })).headline).toBe('unknown')
  })

  it.each([
    ['text', 'text'],
    [7, '7'],
    [[1, 2], '1, 2'],
    [null, ''],
    [{ a: 1 }, '{"a":1}'],
  ])('writes %j as %j', (value, text) => {
    expect(plainText(value)).toBe(text)
  })
})
