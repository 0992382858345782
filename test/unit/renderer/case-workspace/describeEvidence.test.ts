import { describe, expect, it } from 'vitest'
import { describeEntry } from '../../../../renderer/features/case-workspace/model/describeEntry.ts'
import { digest, entryOf } from './entries.ts'

const shown = (value: unknown) => ({ state: 'shown', value })

describe('an entry about evidence in words', () => {
  it('says what was acquired, from where, and how', () => {
    const view = describeEntry(
      entryOf({
        type: 'evidence.acquired',
        values: {
          evidence_id: 4,
          sha256: 'ab'.repeat(32),
          size: 12,
          method: 'logical_copy',
          kind: 'pdf',
          media_type: 'application/pdf',
        },
        withheld: {
          name: { digest: digest('n'), state: 'disclosed', value: 'ledger.pdf' },
          source: { digest: digest('s'), state: 'redacted' },
          description: { digest: digest('d'), state: 'disclosed', value: 'Found in the safe.' },
        },
      }),
    )
    expect(view.changes.map(({ field, to }) => [field, to])).toEqual([
      ['file', shown('ledger.pdf')],
      ['size', shown(12)],
      ['sha256', shown('ab'.repeat(32))],
      ['method', shown('logical_copy')],
      ['evidenceSource', { state: 'redacted', digest: digest('s') }],
    ])
    expect(view.texts).toMatchObject([{ role: 'description', fact: shown('Found in the safe.') }])
  })

  it.each(['evidence.viewed', 'evidence.downloaded'] as const)('names the piece of %s', (type) => {
    expect(describeEntry(entryOf({ type, values: { evidence_id: 4, sha256: 'ab' } })).changes).toEqual([
      { field: 'piece', kind: 'piece', from: null, to: shown(4) },
    ])
  })

  it('tells a mark that was given from one that was taken away', () => {
    const given = entryOf({
      type: 'evidence.edited',
      values: { evidence_id: 4, fields: ['label'] },
      withheld: { label: { digest: digest('l'), state: 'disclosed', value: 'A-1' } },
    })
    const removed = entryOf({
      type: 'evidence.edited',
      values: { evidence_id: 4, fields: ['label'], label_removed: true },
    })
    expect(describeEntry(given).changes.at(-1)).toMatchObject({ field: 'label', to: shown('A-1') })
    expect(describeEntry(removed).changes.at(-1)).toMatchObject({ field: 'label', to: shown(null) })
  })

  it('reads a relation from one piece to the other', () => {
    const view = describeEntry(
      entryOf({ type: 'evidence.related', values: { evidence_id: 4, to_id: 7, to: 'uid', relation: 'copy_of' } }),
    )
    expect(view.changes.map(({ field, to }) => [field, to])).toEqual([
      ['piece', shown(4)],
      ['relation', shown('copy_of')],
      ['otherPiece', shown(7)],
    ])
  })

  it('says for whom a case was exported, and names a recipient only where the bundle is encrypted', () => {
    const exported = (encrypted: boolean) =>
      describeEntry(
        entryOf({
          type: 'case.exported',
          values: { evidence: [1, 2], disclosures: 'some', encrypted },
          withheld: {
            reason: { digest: digest('r'), state: 'disclosed', value: 'For the court' },
            recipient: { digest: digest('k'), state: 'disclosed', value: 'age1x' },
          },
        }),
      )
    expect(exported(true).changes.map(({ field }) => field)).toEqual(['pieces', 'disclosed', 'recipient'])
    expect(exported(false).changes.map(({ field }) => field)).toEqual(['pieces', 'disclosed'])
    expect(exported(true).texts).toMatchObject([{ role: 'reason', fact: shown('For the court') }])
  })
})
