import { describe, expect, it } from 'vitest'
import { toldBy } from '../../../../main/domain/network/extract.ts'
import { createNetworkModel } from '../../../../main/domain/network/model.ts'
import { copiedPoints } from '../../../../main/server/network/copied-points.ts'
import type { FoundCopyPoint } from '../../../../main/server/network/copied-points.ts'
import type { PlacedFraud } from '../../../../main/storage/network/frauds-at-points.ts'

const day = 86_400_000
const begins = Date.UTC(2026, 0, 1)

interface Paid {
  readonly customer: string
  readonly terminal: string
  readonly day: number
  readonly isFraud?: boolean
  readonly account?: string
}

const world = (paid: readonly Paid[]) => {
  const model = createNetworkModel()
  const frauds: PlacedFraud[] = []
  for (const [n, { customer, terminal, day: on, isFraud, account }] of paid.entries()) {
    const atMs = begins + on * day + n
    const id = `T-${n}`
    const event = {
      transaction_id: id,
      event_type: 'card_payment',
      at: new Date(atMs).toISOString(),
      customer_id: customer,
      ...(account === undefined ? {} : { account_id: account }),
      terminal_id: terminal,
      amount: 10,
      currency: 'EUR',
    }
    model.take(n + 1, toldBy(event), atMs)
    if (isFraud === true)
      frauds.push({ id, atMs, payer: { kind: 'customer', id: customer }, at: [{ kind: 'terminal', id: terminal }] })
  }
  return { model, frauds }
}

const found = (paid: readonly Paid[], explained: readonly string[] = []): (FoundCopyPoint & { id: string })[] => {
  const { model, frauds } = world(paid)
  const nodes = explained.flatMap((id) => model.find({ kind: 'terminal', id }) ?? [])
  const steps = copiedPoints(model, frauds, new Set(nodes), new Set())
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value.map((one) => ({ ...one, id: model.refOf(one.point).id }))
  }
}

/** Forty shops with thirty customers each, who all live without a fraud. */
const everyday = Array.from({ length: 1_200 }, (_, n): Paid => ({
  customer: `c${n}`,
  terminal: `shop-${n % 40}`,
  day: 1,
}))

/** Ten of those who paid at the pump are defrauded elsewhere, each somewhere else. */
const copied = (frauds: Partial<Paid> = {}): Paid[] => [
  ...Array.from({ length: 20 }, (_, n): Paid => ({ customer: `c${n}`, terminal: 'pump', day: 2 })),
  ...Array.from({ length: 10 }, (_, n): Paid => ({
    customer: `c${n}`,
    terminal: `far-${n}`,
    day: 20,
    isFraud: true,
    ...frauds,
  })),
]

describe('where cards were copied', () => {
  it('is found by those who were defrauded elsewhere afterwards', () => {
    const [pump, ...others] = found([...everyday, ...copied()])
    expect(others).toEqual([])
    expect(pump).toMatchObject({ id: 'pump', payments: 20, frauds: 10, isConfirmed: false })
    expect(pump?.victims.map(({ fraudMs }) => Math.floor((fraudMs - begins) / day))).toEqual(Array(10).fill(20))
  })

  it('is not where people paid only after the fraud, or long before it', () => {
    expect(found([...everyday, ...copied({ day: 0 })])).toEqual([])
    expect(found([...everyday, ...copied({ day: 93 })])).toEqual([])
    expect(found([...everyday, ...copied({ day: 91 })]).map(({ id }) => id)).toEqual(['pump'])
  })

  it('is not where the frauds themselves happened', () => {
    expect(found([...everyday, ...copied({ terminal: 'pump' })])).toEqual([])
  })

  it('explains no fraud that another point explains already', () => {
    const atOne = [...everyday, ...copied({ terminal: 'bad' })]
    expect(found(atOne).map(({ id }) => id)).toEqual(['pump'])
    expect(found(atOne, ['bad'])).toEqual([])
  })

  it('is found by the accounts of payers as well', () => {
    const paid = [...everyday, ...copied()].map((one) => ({ ...one, account: `a-${one.customer}` }))
    expect(found(paid).map(({ id }) => id)).toEqual(['pump'])
  })
})
