import { describe, expect, it } from 'vitest'
import { withIdBeside } from '../../../../main/domain/transactions/id-with.ts'
import { ok } from '../../../../shared/schema/result.ts'

const read = withIdBeside(
  ([id]) =>
    ok({
      event: {
        transaction_id: typeof id === 'string' ? id : '',
        event_type: 'transaction',
        at: '2026-03-02T00:00:00.000Z',
      },
      atMs: 0,
    }),
  1,
  'account',
)
const idOf = (...values: readonly string[]) => {
  const row = read(values)
  return row.ok ? row.value.event.transaction_id : row.error
}

describe('identifiers that are unique beside another column', () => {
  it('are told apart by it', () => {
    expect(idOf('20260302', 'A-1')).toBe('A-1/20260302')
    expect(idOf('20260302', 'A-2')).toBe('A-2/20260302')
  })

  it('cost their row where nothing stands there, and stay where they were made', () => {
    expect(idOf('20260302', ' ')).toMatchObject([
      { column: 'account', reason: expect.stringContaining('empty') as string },
    ])
    expect(idOf('made-1', '')).toBe('made-1')
    expect(idOf('x'.repeat(120), 'y'.repeat(20))).toMatchObject([{ column: 'account' }])
  })
})
