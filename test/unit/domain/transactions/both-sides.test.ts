import { describe, expect, it } from 'vitest'
import { createSidesTally } from '../../../../main/domain/transactions/both-sides.ts'
import type { Activity } from '../../../../shared/schema/activity.ts'

const told = (rows: readonly Partial<Activity>[], most?: number) => {
  const tally = createSidesTally(most)
  for (const row of rows)
    tally.observe({ transaction_id: 't', event_type: 'transfer', at: '2026-01-01T00:00:00Z', ...row })
  return tally.told()
}

describe('identifiers on both sides of payments', () => {
  it('are counted once each, whichever side they come first on', () => {
    expect(
      told([
        { customer_id: '1', counterparty_id: '2' },
        { customer_id: '2', counterparty_id: '1' },
        { customer_id: '2', counterparty_id: '3' },
        { customer_id: '4', counterparty_id: '3' },
      ]),
    ).toEqual({ field: 'customer_id', payers: 3, payees: 3, both: 2 })
  })

  it('are none where two sorts of identifiers meet, or one side is missing', () => {
    expect(told([{ customer_id: 'c1', counterparty_id: 'shop' }])).toBeNull()
    expect(told([{ customer_id: '1' }, { counterparty_id: '2' }])).toBeNull()
    expect(told([])).toBeNull()
  })

  it('are accounts where accounts are counterparties too: nobody has to say that', () => {
    expect(
      told([
        { customer_id: '2', account_id: '1', counterparty_id: '2' },
        { account_id: '2', counterparty_id: '1' },
      ]),
    ).toEqual({
      field: 'account_id',
      payers: 2,
      payees: 2,
      both: 2,
    })
  })

  it('are counted among the first of each side where there are very many', () => {
    expect(
      told(
        [
          { customer_id: '1', counterparty_id: '2' },
          { customer_id: '2', counterparty_id: '1' },
        ],
        1,
      ),
    ).toBeNull()
  })

  it('of which one pays itself stand on both', () => {
    expect(told([{ customer_id: '1', counterparty_id: '1' }])).toMatchObject({ both: 1 })
  })
})
