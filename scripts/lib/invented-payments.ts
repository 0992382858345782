const hourMs = 3_600_000

/** A payment of nobody to nobody, as `POST /v1/transactions` takes it. */
export type InventedPayment = Readonly<Record<string, unknown>>

const at = (nowMs: number, hoursAgo: number): string => new Date(nowMs - hoursAgo * hourMs).toISOString()

const shops = ['Bakery Aurora', 'Tram Nord', 'Grocer Lindqvist', 'Bookshop Ostra']

/** What people pay every day: small amounts, from their own telephones, to the same few shops. */
const everyday = (nowMs: number): InventedPayment[] =>
  Array.from({ length: 144 }, (_, n) => {
    const customer = 4_701 + (n % 12)
    return {
      transaction_id: `D-${n}`,
      at: at(nowMs, 600 - n * 4),
      event_type: 'card_payment',
      amount: 8 + ((n * 37) % 90),
      currency: 'EUR',
      customer_id: String(customer),
      account_id: `A-${customer}`,
      counterparty_id: shops[n % shops.length],
      device_id: `phone-${customer}`,
      country: 'SE',
    }
  })

/** Four people, steered by one caller, send their savings to three accounts that empty into a fourth. */
const mules = (nowMs: number): InventedPayment[] => {
  const collected = [4_702, 4_705, 4_708, 4_711].flatMap((customer, n) => [
    {
      transaction_id: `M-${n}a`,
      at: at(nowMs, 9 - 2 * n),
      event_type: 'transfer',
      amount: 9_450 + 120 * n,
      currency: 'EUR',
      customer_id: String(customer),
      account_id: `A-${customer}`,
      counterparty_id: `Courier ${['Vega', 'Lyra', 'Mira'][n % 3]}`,
      device_id: 'tablet-31',
      country: 'SE',
      metadata: { remote_access: true },
    },
    {
      transaction_id: `M-${n}b`,
      at: at(nowMs, 8.5 - 2 * n),
      event_type: 'transfer',
      amount: 9_900,
      currency: 'EUR',
      customer_id: String(customer),
      account_id: `A-${customer}`,
      counterparty_id: `Courier ${['Vega', 'Lyra', 'Mira'][(n + 1) % 3]}`,
      device_id: 'tablet-31',
      country: 'SE',
    },
  ])
  const handedOn = ['Vega', 'Lyra', 'Mira'].map((name, n) => ({
    transaction_id: `M-out-${n}`,
    at: at(nowMs, 1.5 - n * 0.4),
    event_type: 'transfer',
    amount: 18_700 - n * 900,
    currency: 'EUR',
    customer_id: String(4_720 + n),
    account_id: `Courier ${name}`,
    counterparty_id: 'Halcyon Imports',
    device_id: 'tablet-31',
    country: 'KY',
  }))
  return [...collected, ...handedOn]
}

/** Payments of the last weeks with a fraud in them, in the order of their times; all of it is invented. */
export const inventedPayments = (nowMs: number): readonly InventedPayment[] =>
  [...everyday(nowMs), ...mules(nowMs)].toSorted((one, other) => (String(one['at']) < String(other['at']) ? -1 : 1))
