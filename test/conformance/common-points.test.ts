import { describe, expect, it } from 'vitest'
import { toldBy } from '../../main/domain/network/extract.ts'
import { createNetworkModel } from '../../main/domain/network/model.ts'
import { foundPoints } from '../../main/server/network/found-points.ts'
import { havePayments, readPayments } from './dataset.ts'

/** Lines of the file: twelve days, of which every eighth customer is taken. */
const lines = 115_000

describe.runIf(havePayments())('among 14,000 payments with frauds of their own', () => {
  it('a busy terminal at which every card was misused is the first common point, before those that are compromised in the data', () => {
    const payments = readPayments(lines)
    const at = new Map<string, number>()
    for (const { event } of payments) at.set(event.terminal_id ?? '', (at.get(event.terminal_id ?? '') ?? 0) + 1)
    const [planted = ''] = [...at].toSorted((one, other) => other[1] - one[1])[0] ?? []
    const model = createNetworkModel()
    const frauds = payments.flatMap(({ event, at: atMs, isFraud }, row) => {
      model.take(row + 1, toldBy(event), atMs)
      if (row % 1_000 === 999) model.drain()
      const { terminal_id: terminal = '', customer_id: customer = '' } = event
      return isFraud || terminal === planted
        ? [
            {
              id: event.transaction_id,
              atMs,
              payer: { kind: 'customer' as const, id: customer },
              at: [{ kind: 'terminal' as const, id: terminal }],
            },
          ]
        : []
    })
    const [first] = foundPoints(model, frauds, new Set())
    expect(model.refOf(first?.point ?? -1)).toEqual({ kind: 'terminal', id: planted })
    expect(first?.expected).toBeLessThan(0.02)
  })
})
