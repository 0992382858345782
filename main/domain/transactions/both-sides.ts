import type { Activity } from '../../../shared/schema/activity.ts'

/** Identifiers of each side that are remembered at most. */
const mostRemembered = 1_000_000

/** How many identifiers stand on each side of the payments of a file, and on both. */
export interface BothSides {
  readonly field: 'customer_id' | 'account_id'
  readonly payers: number
  readonly payees: number
  readonly both: number
}

/** Follows the payments of one file. */
export interface SidesTally {
  readonly observe: (event: Activity) => void
  /** Of the accounts where some are counterparties too, else of the customers; null: none stands on both sides. */
  readonly told: () => BothSides | null
}

/** @param most how many identifiers of each side are remembered; what comes behind them is not counted */
export const createSidesTally = (most = mostRemembered): SidesTally => {
  const fields = ['account_id', 'customer_id'] as const
  const payees = new Set<string>()
  const payers = { account_id: new Set<string>(), customer_id: new Set<string>() }
  const both = { account_id: 0, customer_id: 0 }
  const isNew = (into: Set<string>, id: string | undefined): id is string => {
    if (id === undefined || into.size >= most || into.has(id)) return false
    into.add(id)
    return true
  }
  return {
    observe: (event) => {
      const payee = event.counterparty_id
      if (isNew(payees, payee)) for (const field of fields) if (payers[field].has(payee)) both[field] += 1
      for (const field of fields) {
        const payer = event[field]
        if (isNew(payers[field], payer) && payees.has(payer)) both[field] += 1
      }
    },
    told: () => {
      const field = fields.find((one) => both[one] > 0)
      return field === undefined ? null : { field, payers: payers[field].size, payees: payees.size, both: both[field] }
    },
  }
}
