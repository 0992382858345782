import type { Activity } from '../../shared/schema/activity.ts'

const hourMs = 3_600_000
const start = Date.UTC(2026, 0, 1)

/** Transfers between accounts of which some are far busier than others, each customer with a device, six an hour. */
export const toldOf = (accounts: number, random: () => number): ((row: number) => Activity) => {
  const busy = (): number => Math.floor(accounts * random() ** 2)
  return (row) => {
    const from = busy()
    return {
      transaction_id: String(row),
      event_type: 'transfer',
      at: new Date(start + Math.floor((row * hourMs) / 6)).toISOString(),
      account_id: `a${from}`,
      counterparty_id: `a${Math.floor(random() * accounts)}`,
      device_id: `d${from % 15_000}`,
      amount: Math.round(100 + 90_000 * random()) / 100,
      currency: 'EUR',
    }
  }
}
